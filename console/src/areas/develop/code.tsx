import { code } from '@trade-assistant/contract/areas/develop/code.ts';
import { downloadWithProgress } from '../../kit/client/use-download.ts';
import { DialogLoadBoundary, lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';

const DesignPanel = lazyWithRetry(() => import('./code/design-panel.tsx'));
const PreviewPanel = lazyWithRetry(() => import('./code/preview-panel.tsx'));

export default resourcePage(code, {
  leading: ['codeName', 'apiPath', 'tableName'],
  // Fields are designed in a panel of their own, which also reads tables.
  form: { fields: ({ model: _model, datasourceId: _source, sourceTable: _table, ...fields }) => fields },
  unmentioned: ['model'],
  search: ({ model: _model, ...fields }) => fields,
  rowActions: [
    {
      key: 'design',
      label: { zh: '设计字段', en: 'Design fields' },
      permission: 'edit',
      panel: ({ rows: [row], onClose }) =>
        row && (
          <DialogLoadBoundary onFailed={onClose}>
            <DesignPanel row={row} onClose={onClose} />
          </DialogLoadBoundary>
        ),
    },
    {
      key: 'preview',
      label: { zh: '预览代码', en: 'Preview' },
      panel: ({ rows: [row], onClose }) =>
        row && (
          <DialogLoadBoundary onFailed={onClose}>
            <PreviewPanel row={row} onClose={onClose} />
          </DialogLoadBoundary>
        ),
    },
    {
      key: 'copy',
      label: { zh: '复制', en: 'Copy' },
      permission: 'edit',
      call: 'copy',
      input: ([row]) => ({ id: row?.id }),
      done: { zh: '已复制，请修改副本的资源地址和表名', en: 'Copied; change the resource and the table of the copy' },
    },
    {
      key: 'generate',
      label: { zh: '生成代码', en: 'Generate' },
      permission: 'generate',
      on: 'both',
      run: async (rows) => {
        await downloadWithProgress(code, 'gen-code', { ids: rows.map(({ id }) => id).join(',') });
      },
    },
  ],
});
