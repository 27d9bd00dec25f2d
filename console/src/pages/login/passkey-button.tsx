import { useState } from 'react';
import { messageOf } from '../../kit/client/call-error.ts';
import type { TokenAnswer } from '../../kit/client/session.ts';
import { useText } from '../../kit/i18n.ts';
import { Button } from '../../shell/parts/button.tsx';
import { askForPasskey, passkeysWork } from './passkey.ts';
import { startSession } from './sign-in.ts';
import styles from './two-step.module.css';
import { twoStepWords } from './two-step-words.ts';

/** Signs in without account and password, where the browser can. */
export function PasskeyButton({ onFailure }: { onFailure: (message: string | undefined) => void }) {
  const t = useText();
  const [isBusy, setBusy] = useState(false);
  const [hasSupport] = useState(passkeysWork);
  if (!hasSupport) return null;
  const ask = async () => {
    setBusy(true);
    onFailure(undefined);
    try {
      const answer = await askForPasskey();
      if (answer) startSession(answer as TokenAnswer);
    } catch (error) {
      onFailure(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <div className={styles.passkey}>
      <Button size="large" type="button" isBusy={isBusy} onClick={() => void ask()}>
        {t(twoStepWords.passkey)}
      </Button>
    </div>
  );
}
