import { Suspense, useEffect, useState } from 'react';
import { onStepUp, type StepUp } from '../../kit/client/step-up.ts';
import { showLoadFailure } from '../../kit/feedback.tsx';
import { LoadGuard, lazyWithRetry } from '../../kit/lazy-with-retry.tsx';

const StepUpDialog = lazyWithRetry(() => import('./step-up-dialog.tsx'));
const SetUpDialog = lazyWithRetry(() => import('./set-up-factor-dialog.tsx'));

/** Asks for two-step verification when a call requires it. Place once, where dialogs may open. */
export function StepUpBridge() {
  const [asked, setAsked] = useState<{ what: StepUp; answer: (isRight: boolean) => void }>();
  useEffect(() => onStepUp((what) => new Promise((answer) => setAsked({ what, answer }))), []);
  const close = (isRight: boolean) => {
    asked?.answer(isRight);
    setAsked(undefined);
  };
  const failed = () => {
    showLoadFailure();
    close(false);
  };
  return (
    <LoadGuard onFailed={failed}>
      <Suspense>
        {asked?.what === 'again' && <StepUpDialog onClose={close} />}
        {asked?.what === 'setUp' && <SetUpDialog onClose={() => close(false)} />}
      </Suspense>
    </LoadGuard>
  );
}
