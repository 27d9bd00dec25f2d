import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { messageOf } from '../../kit/client/call-error.ts';
import { useText } from '../../kit/i18n.ts';
import { Button } from '../parts/button.tsx';
import { Glyph } from '../parts/glyph.tsx';
import { words } from '../words.ts';
import styles from './login.module.css';
import { DEFAULT_TENANT, type HostTenant, remember, remembered, signIn } from './sign-in.ts';
import { TextInput } from './text-input.tsx';
import { useCaptcha } from './use-captcha.ts';

const needs = {
  tenantId: words.tenantNeeded,
  account: words.accountNeeded,
  password: words.passwordNeeded,
  captchaCode: words.captchaNeeded,
} as const satisfies Record<string, Text>;

type FieldName = keyof typeof needs;
type Values = Readonly<Record<FieldName, string>>;

/** `tenant`: what the host is bound to; undefined until known. A bound host hides the tenant field. */
export function LoginForm({ tenant }: { tenant: HostTenant | undefined }) {
  const t = useText();
  const [known] = useState(remembered);
  const [values, setValues] = useState<Values>({
    tenantId: known?.tenantId ?? DEFAULT_TENANT,
    account: known?.account ?? '',
    password: '',
    captchaCode: '',
  });
  const [isRemembered, setIsRemembered] = useState(known !== undefined);
  const [missing, setMissing] = useState<readonly FieldName[]>([]);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [isShown, setIsShown] = useState(false);
  const [hasCapsLock, setHasCapsLock] = useState(false);
  const captchaInput = useRef<HTMLInputElement>(null);
  const captcha = useCaptcha();
  const hasTenantField = tenant !== undefined && !tenant.tenantId;

  const bind = (name: FieldName) => ({
    name,
    value: values[name],
    error: missing.includes(name) ? t(needs[name]) : undefined,
    onChange: (event: { target: { value: string } }) => {
      setValues((before) => ({ ...before, [name]: event.target.value }));
      setMissing((before) => before.filter((one) => one !== name));
    },
  });
  const watchCapsLock = (event: KeyboardEvent) => setHasCapsLock(event.getModifierState('CapsLock'));

  const submit = async (form: HTMLFormElement) => {
    const asked = (Object.keys(needs) as FieldName[]).filter(
      (name) => (name !== 'tenantId' || hasTenantField) && (name !== 'captchaCode' || captcha.isNeeded),
    );
    const empty = asked.filter((name) => (name === 'password' ? values.password : values[name].trim()) === '');
    setMissing(empty);
    if (empty[0]) {
      (form.elements.namedItem(empty[0]) as HTMLElement | null)?.focus();
      return;
    }
    setIsBusy(true);
    setFailure(undefined);
    // What comes after the login is fetched while the server checks the password.
    import('../layout/frame.tsx').catch(() => undefined);
    const account = values.account.trim();
    const tenantId = tenant?.tenantId || values.tenantId.trim() || DEFAULT_TENANT;
    try {
      const captchaCode = values.captchaCode.trim();
      await signIn({ tenantId, account, password: values.password, captchaKey: captcha.key, captchaCode });
      remember(isRemembered ? { tenantId, account } : undefined);
    } catch (error) {
      setFailure(messageOf(error));
      setIsBusy(false);
      setValues((before) => ({ ...before, captchaCode: '' }));
      captcha.reload();
      captchaInput.current?.focus();
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) void submit(event.currentTarget);
  };

  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      {failure ? (
        <p className={styles.failure} role="alert">
          <Glyph name="alert" /> {failure}
        </p>
      ) : null}
      {hasTenantField ? (
        <TextInput
          {...bind('tenantId')}
          label={t(words.tenant)}
          glyph="tenant"
          maxLength={12}
          inputMode="numeric"
          autoComplete="organization"
        />
      ) : null}
      <TextInput
        {...bind('account')}
        label={t(words.account)}
        glyph="account"
        maxLength={64}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextInput
        {...bind('password')}
        label={t(words.password)}
        glyph="password"
        type={isShown ? 'text' : 'password'}
        maxLength={128}
        autoComplete="current-password"
        autoCapitalize="none"
        spellCheck={false}
        note={hasCapsLock ? t(words.capsLock) : undefined}
        onKeyDown={watchCapsLock}
        onKeyUp={watchCapsLock}
        onBlur={() => setHasCapsLock(false)}
        suffix={
          <button
            type="button"
            className={styles.reveal}
            aria-pressed={isShown}
            aria-label={t(isShown ? words.passwordHide : words.passwordShow)}
            title={t(isShown ? words.passwordHide : words.passwordShow)}
            onClick={() => setIsShown(!isShown)}
          >
            <Glyph name={isShown ? 'shown' : 'hidden'} size={18} />
          </button>
        }
      />
      {captcha.isNeeded ? (
        <TextInput
          {...bind('captchaCode')}
          ref={captchaInput}
          label={t(words.captcha)}
          glyph="captcha"
          maxLength={8}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          beside={
            <button
              type="button"
              className={styles.captcha}
              onClick={captcha.reload}
              title={t(words.captchaRefresh)}
              aria-label={t(words.captchaRefresh)}
            >
              {captcha.image ? <img src={captcha.image} alt="" /> : captcha.hasFailed ? t(words.captchaFailed) : '…'}
            </button>
          }
        />
      ) : null}
      <label className={styles.remember}>
        <input type="checkbox" checked={isRemembered} onChange={(event) => setIsRemembered(event.target.checked)} />
        {t(words.remember)}
      </label>
      <Button kind="primary" size="large" type="submit" isBusy={isBusy}>
        {t(words.signIn)}
      </Button>
    </form>
  );
}
