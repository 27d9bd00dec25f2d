import { DeleteOutlined, ExportOutlined, ImportOutlined, NodeIndexOutlined, PlusOutlined } from '@ant-design/icons';
import { ROOT_REGION, region, regionLevel } from '@trade-assistant/contract/areas/system/region.ts';
import Button from 'antd/es/button';
import { Suspense, useState } from 'react';
import { call } from '../../kit/client/call.ts';
import { invalidate, useCall } from '../../kit/client/query.ts';
import { useDownload } from '../../kit/client/use-download.ts';
import { DialogLoadBoundary, lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { confirm, showError, showSuccess } from '../../kit/feedback.tsx';
import { useText } from '../../kit/i18n.ts';
import { useCan } from '../../kit/permission.tsx';
import styles from './region/region.module.css';
import { RegionForm } from './region/region-form.tsx';
import { RegionTree } from './region/region-tree.tsx';

const ImportPanel = lazyWithRetry(() => import('./region/import-panel.tsx'));
const CascadeDialog = lazyWithRetry(() => import('./region/cascade-dialog.tsx'));

/** The country's divisions: a tree at the left, the chosen region at the right. */
export default function Regions() {
  const t = useText();
  const [chosen, choose] = useState(ROOT_REGION);
  /** Whether the form is for a region below the chosen one. */
  const [isAdding, setAdding] = useState(false);
  const [open, setOpen] = useState<'import' | 'cascade' | null>(null);
  const [canEdit, canDelete, canImport] = [
    useCan('system/region:edit'),
    useCan('system/region:delete'),
    useCan('system/region:import'),
  ];
  const canExport = useCan('system/region:export');
  const { data: row } = useCall(region, 'detail', { code: chosen }, { keepPrevious: true });
  const { start, busy } = useDownload(region);
  const select = (code: string) => {
    setAdding(false);
    choose(code);
  };
  const remove = async () => {
    if (!row) return;
    const isSure = await confirm({
      title: t({ zh: '删除“{name}”？', en: 'Delete “{name}”?' }, { name: row.name }),
      okText: t({ zh: '删除', en: 'Delete' }),
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await call(region, 'remove', { id: row.code });
      select(row.parentCode ?? ROOT_REGION);
      await invalidate(region);
      showSuccess({ zh: '已删除', en: 'Deleted' });
    } catch (error) {
      showError(error);
    }
  };
  const isDeepest = row?.regionLevel === regionLevel.is.village;
  return (
    <div className="kit-page">
      <div className="kit-title">
        <h1>{t(region.title)}</h1>
        <span className="kit-weak">{t(region.help ?? region.title)}</span>
      </div>
      <div className={styles.panes}>
        <section className={styles.pane} aria-label={t({ zh: '区划树', en: 'Region tree' })}>
          <RegionTree chosen={chosen} onChoose={select} />
        </section>
        <section className={styles.pane} aria-label={t({ zh: '区划信息', en: 'Region' })}>
          <div className="kit-toolbar">
            <div className="kit-toolbar-main">
              {canEdit && (
                <Button
                  type="primary"
                  icon={<PlusOutlined aria-hidden />}
                  disabled={!row || isDeepest || isAdding}
                  onClick={() => setAdding(true)}
                >
                  {t({ zh: '新增下级', en: 'Add child' })}
                </Button>
              )}
              {canDelete && (
                <Button
                  danger
                  icon={<DeleteOutlined aria-hidden />}
                  disabled={!row || row.parentCode === null || isAdding}
                  onClick={() => void remove()}
                >
                  {t({ zh: '删除', en: 'Delete' })}
                </Button>
              )}
              {canImport && (
                <Button icon={<ImportOutlined aria-hidden />} onClick={() => setOpen('import')}>
                  {t({ zh: '导入', en: 'Import' })}
                </Button>
              )}
              {canExport && (
                <Button
                  icon={<ExportOutlined aria-hidden />}
                  loading={busy === 'export'}
                  onClick={() => void start('export', { format: 'xlsx' })}
                >
                  {t({ zh: '导出', en: 'Export' })}
                </Button>
              )}
              <Button icon={<NodeIndexOutlined aria-hidden />} onClick={() => setOpen('cascade')}>
                {t({ zh: '预览联动', en: 'Preview' })}
              </Button>
            </div>
          </div>
          {row && (
            <RegionForm
              // Another region, or another state of it, is another form.
              key={`${row.code} ${row.version} ${isAdding}`}
              row={row}
              isAdding={isAdding}
              canEdit={canEdit}
              onDone={select}
              onCancel={() => setAdding(false)}
            />
          )}
        </section>
      </div>
      {open !== null && (
        <DialogLoadBoundary onFailed={() => setOpen(null)}>
          <Suspense>
            {open === 'import' ? (
              <ImportPanel onClose={() => setOpen(null)} />
            ) : (
              <CascadeDialog onClose={() => setOpen(null)} />
            )}
          </Suspense>
        </DialogLoadBoundary>
      )}
    </div>
  );
}
