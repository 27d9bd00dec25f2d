import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { contactPhoneOf, isContactPhone } from '@trade-assistant/contract/kit/phone-number.ts';
import { messageOf } from '../../kit/client/call-error.ts';
import { sendForData } from '../../kit/client/request.ts';
import { useText } from '../../kit/i18n.ts';
import { Button } from '../../shell/parts/button.tsx';
import { words } from '../../shell/words.ts';
import { CaptchaLine } from '../login/captcha-line.tsx';
import { digestOf } from '../login/digest.ts';
import { Failure } from '../login/failure.tsx';
import styles from '../login/login.module.css';
import { firstInvalidField, type Registration } from '../login/registration.ts';
import { NewPasswordInputs } from '../login/shared-inputs.tsx';
import { TextInput } from '../login/text-input.tsx';
import { NO_CAPTCHA, useCaptcha } from '../login/use-captcha.ts';
import { useRegistration } from '../login/use-registration.ts';
import { loginWords } from '../login/words.ts';
import type { Inviter } from './use-invitation.ts';
import { registerWords } from './words.ts';

interface Values extends Omit<Registration, 'tenantId'> {
  readonly phone: string;
  readonly email: string;
}
type Problem = { readonly field: string; readonly message: Text } | undefined;

const EMPTY: Values = { account: '', name: '', phone: '', email: '', password: '', password2: '' };
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

interface Props {
  readonly inviter: Inviter;
  /** Called with the account after its registration. */
  readonly onRegistered: (account: string) => void;
}

/** The form of a new agent. The server repeats its checks. */
export function RegisterForm({ inviter, onRegistered }: Props) {
  const t = useText();
  const captcha = useCaptcha();

  const { bind, failure, isBusy, onSubmit } = useRegistration({
    initial: EMPTY,
    problemOf: (typed) => problemOf(typed, inviter.tenantId),
    send: async (typed) => {
      const solved = await captcha.solved().catch(() => (captcha.isNeeded ? undefined : NO_CAPTCHA));
      const found = solved ? await failureOf(typed, solved) : t(words.captchaFailed);
      if (found === undefined) onRegistered(typed.account.trim());
      else captcha.reload();
      return found;
    },
  });
  const failureOf = async (typed: Values, solved: { readonly key: string; readonly code: string }) => {
    const { account, name, phone, email, password } = typed;
    const input = {
      tenantId: inviter.tenantId,
      inviteCode: inviter.code,
      account: account.trim(),
      realName: name.trim(),
      ...(phone.trim() === '' ? {} : { phone: phone.trim() }),
      ...(email.trim() === '' ? {} : { email: email.trim() }),
      password: await digestOf(password),
    };
    const headers = { 'Captcha-Key': solved.key, 'Captcha-Code': solved.code };
    try {
      await sendForData({ path: 'agent/invitation/register', method: 'POST', input, headers });
      return;
    } catch (error) {
      return messageOf(error);
    }
  };

  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      {failure === undefined ? null : <Failure message={failure} secondsLeft={undefined} />}
      <TextInput
        {...bind('name')}
        label={t(registerWords.name)}
        icon="account"
        maxLength={32}
        autoComplete="organization"
      />
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
        {...bind('phone')}
        label={t(registerWords.phone)}
        hint={t(registerWords.phoneRule)}
        icon="phone"
        type="tel"
        maxLength={64}
        autoComplete="tel"
      />
      <TextInput
        {...bind('email')}
        label={t(registerWords.email)}
        icon="mail"
        type="email"
        maxLength={64}
        autoCapitalize="none"
        autoComplete="email"
      />
      <NewPasswordInputs password={bind('password')} again={bind('password2')} />
      {captcha.isNeeded ? <CaptchaLine state={captcha.state} onRetry={captcha.reload} /> : null}
      <Button kind="primary" size="large" type="submit" isBusy={isBusy}>
        {t(loginWords.submit)}
      </Button>
    </form>
  );
}

function problemOf({ phone, email, ...registration }: Values, tenantId: string): Problem {
  if (registration.name.trim() === '') return { field: 'name', message: registerWords.nameNeeded };
  const found = firstInvalidField({ ...registration, tenantId });
  if (found && found.field !== 'password' && found.field !== 'password2') return found;
  if (phone.trim() !== '' && !isContactPhone(contactPhoneOf(phone)))
    return { field: 'phone', message: registerWords.phoneRule };
  if (email.trim() !== '' && !EMAIL.test(email.trim())) return { field: 'email', message: registerWords.emailRule };
  return found;
}
