import { Suspense, useEffect, useState } from 'react';
import { onStepUp } from './client/step-up.ts';
import { showLoadFailure } from './feedback.tsx';
import { LoadGuard, lazyWithRetry } from './lazy-with-retry.tsx';

const StepUpDialog = lazyWithRetry(() => import('./step-up-dialog.tsx'));

/** Asks for the second factor when a call wants it again. Place once, where dialogs may stand. */
export function StepUpBridge() {
  const [answer, setAnswer] = useState<(isRight: boolean) => void>();
  useEffect(() => onStepUp(() => new Promise((resolve) => setAnswer(() => resolve))), []);
  const close = (isRight: boolean) => {
    answer?.(isRight);
    setAnswer(undefined);
  };
  const failed = () => {
    showLoadFailure();
    close(false);
  };
  return (
    <LoadGuard onFailed={failed}>
      <Suspense>{answer && <StepUpDialog onClose={close} />}</Suspense>
    </LoadGuard>
  );
}
