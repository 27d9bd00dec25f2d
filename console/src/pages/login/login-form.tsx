import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { type FormEvent, type KeyboardEvent, type MouseEvent, useEffect, useState } from 'react';
import { CallError, messageOf } from '../../kit/client/call-error.ts';
import { useText } from '../../kit/i18n.ts';
import { Button } from '../../shell/parts/button.tsx';
import { words } from '../../shell/words.ts';
import { CaptchaLine } from './captcha-line.tsx';
import { Failure } from './failure.tsx';
import styles from './login.module.css';
import { PasskeyButton } from './passkey-button.tsx';
import { SecondStep, ticketIn } from './second-step.tsx';
import { RevealButton, TenantInput } from './shared-inputs.tsx';
import { DEFAULT_TENANT, type HostTenant, readRemembered, signIn, storeRemembered } from './sign-in.ts';
import type { SocialSource } from './social.ts';
import { SocialSignIn } from './social-sign-in.tsx';
import { TextInput } from './text-input.tsx';
import { NO_CAPTCHA, useCaptcha } from './use-captcha.ts';

const needs = {
  tenantId: words.tenantNeeded,
  account: words.accountNeeded,
  password: words.passwordNeeded,
} as const satisfies Record<string, Text>;

type FieldName = keyof typeof needs;
type Typed = Readonly<Record<FieldName, string>>;

/** A failed sign-in: its message, and the account that may not retry until a time (milliseconds since the epoch). */
interface Refusal {
  readonly message: string;
  readonly rest?: { readonly tenantId: string; readonly account: string; readonly until: number } | undefined;
}

interface Props {
  /** The tenant of the host; undefined until known. A bound host hides the tenant field. */
  readonly tenant: HostTenant | undefined;
  readonly sources: readonly SocialSource[];
  /** The page to open after sign-in. */
  readonly wanted: string;
  /** Error of a sign-in through a provider that started here. */
  readonly failure: string | undefined;
  /** For the second step of a sign-in that went by a provider. */
  readonly ticket: string | undefined;
}

export function LoginForm({ tenant, sources, wanted, failure, ticket: given }: Props) {
  const t = useText();
  const [known] = useState(readRemembered);
  // Tenant and account of the form. The input itself stays uncontrolled: a redraw must not erase text that a password
  // manager wrote without an event.
  const [who, setWho] = useState({ tenantId: known?.tenantId ?? DEFAULT_TENANT, account: known?.account ?? '' });
  const [isRemembered, setIsRemembered] = useState(known !== undefined);
  const [missing, setMissing] = useState<readonly FieldName[]>([]);
  const [refusal, setRefusal] = useState<Refusal | undefined>(failure === undefined ? undefined : { message: failure });
  const [ticket, setTicket] = useState(given);
  const [isBusy, setIsBusy] = useState(false);
  const [isShown, setIsShown] = useState(false);
  const [hasCapsLock, setHasCapsLock] = useState(false);
  const captcha = useCaptcha();
  // A user of another tenant can sign in at this host too, after naming the tenant.
  const [isElsewhere, setIsElsewhere] = useState(false);
  const hostTenantId = isElsewhere ? undefined : tenant?.tenantId;
  const hasTenantField = tenant !== undefined && !hostTenantId;
  const tenantId = hostTenantId || who.tenantId.trim() || DEFAULT_TENANT;
  const secondsLeft = useSecondsLeft(refusal?.rest?.until);
  const isResting = (one: typeof who): boolean =>
    secondsLeft > 0 && refusal?.rest?.account === one.account && refusal.rest.tenantId === one.tenantId;

  const bind = (name: FieldName) => ({
    name,
    defaultValue: name === 'tenantId' || name === 'account' ? who[name] : '',
    error: missing.includes(name) ? t(needs[name]) : undefined,
    onChange: (event: { target: { value: string } }) => {
      if (name in who) setWho((before) => ({ ...before, [name]: event.target.value }));
      setMissing((before) => before.filter((one) => one !== name));
    },
  });
  const watchCapsLock = (event: KeyboardEvent | MouseEvent) => setHasCapsLock(event.getModifierState('CapsLock'));

  const submit = async (form: HTMLFormElement) => {
    // Reads the form itself: password managers do not always report the text they fill in.
    const typed = { ...who, password: '', ...Object.fromEntries(new FormData(form)) } as Typed;
    setWho({ tenantId: typed.tenantId, account: typed.account });
    const asked = (Object.keys(needs) as FieldName[]).filter((name) => name !== 'tenantId' || hasTenantField);
    const empty = asked.filter((name) => (name === 'password' ? typed.password : typed[name].trim()) === '');
    setMissing(empty);
    if (empty[0]) {
      (form.elements.namedItem(empty[0]) as HTMLElement | null)?.focus();
      return;
    }
    const asks = {
      tenantId: hostTenantId || typed.tenantId.trim() || DEFAULT_TENANT,
      account: typed.account.trim(),
    };
    if (isResting(asks)) return;
    setIsBusy(true);
    setRefusal(undefined);
    // Fetch the console's frame while the server checks the password.
    import('../../shell/layout/frame.tsx').catch(() => undefined);
    const solved = await captcha.solved().catch(() => (captcha.isNeeded ? undefined : NO_CAPTCHA));
    if (!solved) {
      // The captcha line shows it too; repeat it here for a user who presses the button again.
      setRefusal({ message: t(words.captchaFailed) });
      setIsBusy(false);
      captcha.reload();
      return;
    }
    try {
      await signIn({ ...asks, password: typed.password, captchaKey: solved.key, captchaCode: solved.code });
      storeRemembered(isRemembered ? asks : undefined);
    } catch (error) {
      const second = ticketIn(error);
      if (second) {
        storeRemembered(isRemembered ? asks : undefined);
        setTicket(second);
        setIsBusy(false);
        return;
      }
      const seconds = restOf(error);
      const rest = seconds === undefined ? undefined : { ...asks, until: Date.now() + seconds * 1000 };
      setRefusal({ message: messageOf(error), rest });
      setIsBusy(false);
      captcha.reload();
    }
  };
  const startAgain = (message?: string) => {
    setTicket(undefined);
    setRefusal(message === undefined ? undefined : { message });
    captcha.reload();
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) void submit(event.currentTarget);
  };

  if (ticket !== undefined) {
    return <SecondStep ticket={ticket} onBack={startAgain} />;
  }
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      {refusal ? <Failure message={refusal.message} secondsLeft={refusal.rest && secondsLeft} /> : null}
      {hasTenantField ? <TenantInput {...bind('tenantId')} /> : null}
      <TextInput
        {...bind('account')}
        label={t(words.account)}
        icon="account"
        maxLength={64}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextInput
        {...bind('password')}
        label={t(words.password)}
        icon="password"
        type={isShown ? 'text' : 'password'}
        maxLength={128}
        autoComplete="current-password"
        autoCapitalize="none"
        spellCheck={false}
        note={hasCapsLock ? t(words.capsLock) : undefined}
        onKeyDown={watchCapsLock}
        onKeyUp={watchCapsLock}
        onClick={watchCapsLock}
        onBlur={() => setHasCapsLock(false)}
        suffix={<RevealButton isShown={isShown} onToggle={() => setIsShown(!isShown)} />}
      />
      {captcha.isNeeded ? <CaptchaLine state={captcha.state} onRetry={captcha.reload} /> : null}
      <label className={styles.remember}>
        <input type="checkbox" checked={isRemembered} onChange={(event) => setIsRemembered(event.target.checked)} />
        {t(words.remember)}
      </label>
      {tenant?.tenantId && !isElsewhere ? (
        <button type="button" className={styles.elsewhere} onClick={() => setIsElsewhere(true)}>
          {t(words.otherTenant)}
        </button>
      ) : null}
      <Button
        kind="primary"
        size="large"
        type="submit"
        isBusy={isBusy}
        aria-disabled={isResting({ tenantId, account: who.account.trim() })}
      >
        {t(words.signIn)}
      </Button>
      <PasskeyButton onFailure={(message) => setRefusal(message === undefined ? undefined : { message })} />
      <SocialSignIn
        sources={sources}
        tenantId={tenantId}
        wanted={wanted}
        onFailure={(message) => setRefusal(message === undefined ? undefined : { message })}
      />
    </form>
  );
}

/** Returns the seconds until the next try, if the server sent them. */
function restOf(error: unknown): number | undefined {
  const data = error instanceof CallError && error.bizCode === 'SIGN_IN_LOCKED' ? error.data : undefined;
  const seconds = (data as { seconds?: unknown } | undefined)?.seconds;
  return typeof seconds === 'number' ? seconds : undefined;
}

/**
 * Returns the whole seconds until a time (milliseconds since the epoch), updated every second; 0 after it or without
 * one.
 */
function useSecondsLeft(until: number | undefined): number {
  const [now, setNow] = useState(Date.now);
  const left = until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
  useEffect(() => {
    if (until === undefined) return;
    setNow(Date.now());
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
