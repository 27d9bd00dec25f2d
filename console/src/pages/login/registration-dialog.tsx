import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { CallError } from '../../kit/client/call-error.ts';
import { sendForData } from '../../kit/client/request.ts';
import { useText } from '../../kit/i18n.ts';
import { Button } from '../../shell/parts/button.tsx';
import { words } from '../../shell/words.ts';
import { digestOf } from './digest.ts';
import { Failure } from './failure.tsx';
import styles from './registration.module.css';
import { firstInvalidField, initialRegistration, isTyped, type Registration } from './registration.ts';
import { NewPasswordInputs, TenantInput } from './shared-inputs.tsx';
import type { UnregisteredIdentity } from './social.ts';
import { TextInput } from './text-input.tsx';
import { useRegistration } from './use-registration.ts';
import { loginWords } from './words.ts';

interface Props {
  readonly stranger: UnregisteredIdentity;
  /** The tenant of this host, which replaces the tenant field. */
  readonly hostTenantId: string | undefined;
  readonly onClose: () => void;
}

/** Registers a person identified by a provider. The account then waits for an administrator. */
export default function RegistrationDialog({ stranger, hostTenantId, onClose }: Props) {
  const t = useText();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [begun] = useState<Registration>(() => initialRegistration(stranger, hostTenantId));
  const [registered, setRegistered] = useState<string>();
  const [isLeaving, setIsLeaving] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);

  const { values, bind, failure, isBusy, onSubmit } = useRegistration({
    initial: begun,
    problemOf: firstInvalidField,
    send: async (typed) => {
      const input = {
        tenantId: typed.tenantId.trim(),
        name: typed.name.trim(),
        account: typed.account.trim(),
        password: await digestOf(typed.password),
        password2: await digestOf(typed.password2),
        oauthId: stranger.oauthId,
      };
      try {
        await sendForData({ path: 'system/user/register-guest', method: 'POST', input });
        setRegistered(input.account);
        return;
      } catch (error) {
        const isSaid = error instanceof CallError && (error.failure !== 'answer' || error.bizCode !== undefined);
        return isSaid ? error.message : t(loginWords.submitFailed);
      }
    },
  });
  const close = () => dialog.current?.close();
  const leave = () => {
    // A second Esc cancels the question.
    if (isTyped(values, begun) && registered === undefined) setIsLeaving(!isLeaving);
    else close();
  };
  /** Esc, or the back gesture of phones. A browser lets a second Esc close the dialog, so the key is handled here. */
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    leave();
  };

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={`${id}-title`}
      onKeyDown={(event) => event.key === 'Escape' && !event.nativeEvent.isComposing && onCancel(event)}
      onCancel={onCancel}
      onClose={onClose}
    >
      <h2 id={`${id}-title`} className={styles.title}>
        {t(registered === undefined ? loginWords.register : loginWords.submitted)}
      </h2>
      {registered === undefined ? (
        <form onSubmit={onSubmit} noValidate>
          <p className={styles.hint}>{t(loginWords.registerHint)}</p>
          {failure === undefined ? null : <Failure message={failure} secondsLeft={undefined} />}
          {hostTenantId === undefined ? <TenantInput {...bind('tenantId')} /> : null}
          <TextInput
            {...bind('account')}
            label={t(loginWords.accountName)}
            hint={t(loginWords.accountRule)}
            icon="account"
            maxLength={32}
            autoCapitalize="none"
            autoComplete="username"
          />
          <TextInput
            {...bind('name')}
            label={t(loginWords.realName)}
            icon="account"
            maxLength={32}
            autoComplete="name"
          />
          <NewPasswordInputs password={bind('password')} again={bind('password2')} />
          {isLeaving ? (
            <footer className={styles.footer} role="alert">
              <span className={styles.note}>{t(loginWords.notSubmitted)}</span>
              <Button onClick={close}>{t(loginWords.discard)}</Button>
              <Button kind="primary" autoFocus onClick={() => setIsLeaving(false)}>
                {t(loginWords.stay)}
              </Button>
            </footer>
          ) : (
            <footer className={styles.footer}>
              <Button onClick={leave}>{t(words.cancel)}</Button>
              <Button kind="primary" type="submit" isBusy={isBusy}>
                {t(loginWords.submit)}
              </Button>
            </footer>
          )}
        </form>
      ) : (
        <>
          <p role="status">{t(loginWords.submittedHint, { account: registered })}</p>
          <footer className={styles.footer}>
            <Button kind="primary" onClick={close} autoFocus>
              {t(loginWords.backToSignIn)}
            </Button>
          </footer>
        </>
      )}
    </dialog>
  );
}
