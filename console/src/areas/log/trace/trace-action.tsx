import { lazyWithRetry } from '../../../kit/lazy-with-retry.tsx';
import type { RowAction } from '../../../kit/list/types.ts';

const TracePanel = lazyWithRetry(() => import('./trace-panel.tsx'));

/** In the menu of a row of any log: everything else the logs have about its request. */
export const traceAction = <R extends { readonly traceId: string | null }>(): RowAction<R, never> => ({
  key: 'trace',
  label: { zh: '链路', en: 'Trace' },
  permission: 'log/trace:view',
  isOffered: ({ traceId }) => Boolean(traceId),
  panel: ({ rows: [row], onClose }) => (row?.traceId ? <TracePanel traceId={row.traceId} onClose={onClose} /> : null),
});
