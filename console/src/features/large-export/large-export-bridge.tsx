import { Suspense, useEffect, useState } from 'react';
import { type LargeExport, onLargeExport } from '../../kit/client/large-export.ts';
import { showLoadFailure } from '../../kit/feedback.tsx';
import { LoadGuard, lazyWithRetry } from '../../kit/lazy-with-retry.tsx';

const LargeExportDialog = lazyWithRetry(() => import('./large-export-dialog.tsx'));

/** Requests approval for a large export. Place once, where dialogs may open. */
export function LargeExportBridge() {
  const [wanted, setWanted] = useState<LargeExport | null>(null);
  useEffect(() => onLargeExport(setWanted), []);
  const close = () => setWanted(null);
  const failed = () => {
    showLoadFailure();
    close();
  };
  return (
    <LoadGuard onFailed={failed}>
      <Suspense>{wanted && <LargeExportDialog wanted={wanted} onClose={close} />}</Suspense>
    </LoadGuard>
  );
}
