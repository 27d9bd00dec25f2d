import { lock } from '@trade-assistant/contract/areas/auth/lock.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { call } from '../../kit/client/call.ts';
import { messageOf } from '../../kit/client/call-error.ts';
import { useSession } from '../../kit/client/session.ts';
import { useText } from '../../kit/i18n.ts';
import { digestOf } from '../../pages/login/digest.ts';
import { TextInput } from '../../pages/login/text-input.tsx';
import { Button } from '../parts/button.tsx';
import { signOut } from '../sign-out.ts';
import { words } from '../words.ts';
import styles from './lock.module.css';
import { lockWords } from './words.ts';

/** The way back, and the way out. */
export function UnlockForm() {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<Text | string>();
  const [isBusy, setBusy] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [hasCapsLock, setHasCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setHasCapsLock(event.getModifierState('CapsLock'));

  const refuse = (why: Text | string) => {
    setProblem(why);
    setPassword('');
    input.current?.focus();
  };
  const unlock = async () => {
    if (password.trim() === '') return refuse(lockWords.needed);
    setBusy(true);
    setProblem(undefined);
    try {
      await call(lock, 'unlock', { password: await digestOf(password) });
      useSession.getState().setLocked(false);
    } catch (error) {
      refuse(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void unlock();
  };

  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate data-refused={problem !== undefined}>
      <TextInput
        ref={input}
        name="password"
        type="password"
        label={t(lockWords.password)}
        icon="password"
        value={password}
        error={typeof problem === 'object' ? t(problem) : problem}
        note={hasCapsLock ? t(words.capsLock) : undefined}
        maxLength={128}
        autoFocus
        autoComplete="current-password"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setPassword(event.target.value)}
        onKeyDown={watchCapsLock}
        onKeyUp={watchCapsLock}
      />
      <Button kind="primary" size="large" type="submit" isBusy={isBusy}>
        {t(lockWords.unlock)}
      </Button>
      {isLeaving ? (
        <div className={styles.leave} role="alertdialog" aria-label={t(words.signOut)} aria-describedby="leave-ask">
          <p id="leave-ask">{t(lockWords.leaveAsk)}</p>
          <Button autoFocus onClick={() => setLeaving(false)}>
            {t(words.cancel)}
          </Button>
          <Button onClick={() => void signOut()}>{t(words.signOut)}</Button>
        </div>
      ) : (
        <Button size="large" onClick={() => setLeaving(true)}>
          {t(words.signOut)}
        </Button>
      )}
    </form>
  );
}
