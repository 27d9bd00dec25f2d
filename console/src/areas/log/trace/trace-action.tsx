import { lazyWithRetry } from '../../../kit/lazy-with-retry.tsx';
import type { RowAction } from '../../../kit/list/types.ts';

const TracePanel = lazyWithRetry(() => import('./trace-panel.tsx'));

/** Row action of every log: shows all other log entries of the request. */
export const traceAction = <R extends { readonly traceId: string | null }>(): RowAction<R, never> => ({
  key: 'trace',
  label: { zh: '链路', en: 'Trace' },
  permission: 'log/trace:view',
  isOffered: ({ traceId }) => Boolean(traceId),
  panel: ({ rows: [row], onClose }) => (row?.traceId ? <TracePanel traceId={row.traceId} onClose={onClose} /> : null),
});
