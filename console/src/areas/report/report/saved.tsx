import { report } from '@trade-assistant/contract/areas/report/report.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Button from 'antd/es/button';
import { callKey, queryClient, useCall } from '../../../kit/client/query.ts';
import { useDownload } from '../../../kit/client/use-download.ts';
import { useText } from '../../../kit/i18n.ts';
import { useCan } from '../../../kit/permission.tsx';
import styles from './question.module.css';
import { ReportView } from './view.tsx';

/** The answer of a saved report, with its files. Leaving the page or cancelling ends the question. */
export default function SavedReport({ row }: { readonly row: WireRowOf<typeof report> }) {
  const t = useText();
  const input = { id: row.id };
  const query = useCall(report, 'run', input, { staleMillis: Number.POSITIVE_INFINITY });
  const { busy, start } = useDownload(report);
  const canExport = useCan('report/report:export');
  const isRunning = query.isFetching;
  return (
    <section className={styles.question} aria-busy={isRunning}>
      <div className={styles.tools}>
        {isRunning ? (
          <Button onClick={() => void queryClient.cancelQueries({ queryKey: callKey(report, 'run', input) })}>
            {t({ zh: '取消运行', en: 'Cancel' })}
          </Button>
        ) : (
          <Button onClick={() => void query.refetch()}>{t({ zh: '运行', en: 'Run' })}</Button>
        )}
        {canExport && (
          <>
            <Button
              loading={busy === 'export-file'}
              onClick={() => void start('export-file', { ...input, format: 'xlsx' })}
            >
              {t({ zh: '导出 Excel', en: 'Export to Excel' })}
            </Button>
            <Button
              loading={busy === 'export-file'}
              onClick={() => void start('export-file', { ...input, format: 'pdf' })}
            >
              {t({ zh: '导出 PDF', en: 'Export as PDF' })}
            </Button>
          </>
        )}
      </div>
      <ReportView query={query} chart={row.chart} />
    </section>
  );
}
