import { type FormEvent, useState } from 'react';
import { CallError, messageOf } from '../../kit/client/call-error.ts';
import { sendForData } from '../../kit/client/request.ts';
import type { TokenAnswer } from '../../kit/client/session.ts';
import { useText } from '../../kit/i18n.ts';
import { Button } from '../../shell/parts/button.tsx';
import { LineIcon } from '../../shell/parts/line-icon.tsx';
import styles from './login.module.css';
import { startSession } from './sign-in.ts';
import { TextInput } from './text-input.tsx';
import own from './two-step.module.css';
import { twoStepWords } from './two-step-words.ts';

/** Returns the ticket inside a refusal that asks for the second step; undefined for any other error. */
export function ticketIn(error: unknown): string | undefined {
  if (!(error instanceof CallError) || error.bizCode !== 'SECOND_FACTOR_REQUIRED') return undefined;
  const { ticket } = (error.data ?? {}) as { ticket?: unknown };
  return typeof ticket === 'string' ? ticket : undefined;
}

interface Props {
  readonly ticket: string;
  /** Back to the first step: by choice, or with the reason when the ticket is over. */
  readonly onBack: (message?: string) => void;
}

const APP_CODE_LENGTH = 6;

/** Asks for the code after the password was right. */
export function SecondStep({ ticket, onBack }: Props) {
  const t = useText();
  const [code, setCode] = useState('');
  const [isRecovery, setRecovery] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);

  const submit = async (given: string) => {
    if (isBusy) return;
    setMissing(given.trim() === '');
    if (given.trim() === '') return;
    setBusy(true);
    setFailure(undefined);
    try {
      const input = { grant_type: 'totp', ticket, code: given.trim() };
      startSession((await sendForData({ path: 'auth/oauth/token', method: 'POST', input }, true)) as TokenAnswer);
    } catch (error) {
      setBusy(false);
      setCode('');
      if (error instanceof CallError && error.bizCode === 'TICKET_EXPIRED') onBack(messageOf(error));
      else setFailure(messageOf(error));
    }
  };
  const type = (text: string) => {
    setCode(text);
    setMissing(false);
    // The last digit submits the code without a button.
    if (!isRecovery && text.replace(/\D/g, '').length === APP_CODE_LENGTH) void submit(text);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit(code);
  };

  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate aria-label={t(twoStepWords.title)}>
      <p className={own.hint}>{t(isRecovery ? twoStepWords.recoveryHint : twoStepWords.hint)}</p>
      {failure ? (
        <p className={styles.failure} role="alert">
          <LineIcon name="alert" /> {failure}
        </p>
      ) : null}
      <TextInput
        key={String(isRecovery)}
        name="code"
        label={t(isRecovery ? twoStepWords.recoveryCode : twoStepWords.code)}
        icon="captcha"
        value={code}
        error={isMissing ? t(twoStepWords.codeNeeded) : undefined}
        onChange={(event) => type(event.target.value)}
        maxLength={isRecovery ? 16 : 8}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        // The previous step was submitted with the keyboard, and this is the only field.
        autoFocus
      />
      <Button kind="primary" size="large" type="submit" isBusy={isBusy}>
        {t(twoStepWords.verify)}
      </Button>
      <div className={own.links}>
        <button
          type="button"
          onClick={() => {
            setRecovery(!isRecovery);
            setCode('');
            setFailure(undefined);
          }}
        >
          {t(isRecovery ? twoStepWords.useApp : twoStepWords.useRecovery)}
        </button>
        <button type="button" onClick={() => onBack()}>
          {t(twoStepWords.back)}
        </button>
      </div>
    </form>
  );
}
