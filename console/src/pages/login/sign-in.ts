import type { SignInFacts } from '@trade-assistant/contract/sign-in-facts.ts';
import type { Challenge } from 'altcha-lib';
import { sendForData } from '../../kit/client/request.ts';
import { type TokenAnswer, useSession } from '../../kit/client/session.ts';
import { readStored, writeStored } from '../../kit/storage.ts';
import { useRoleSwitch } from '../../shell/role-switch/use-role-switch.ts';
import { digestOf } from './digest.ts';

export const DEFAULT_TENANT = '000000';

export interface Captcha {
  /** Empty when the server asks for none. */
  readonly key: string;
  /** The work to do, as ALTCHA describes it. */
  readonly challenge?: Challenge | undefined;
}

export interface Credentials {
  readonly tenantId: string;
  readonly account: string;
  readonly password: string;
  readonly captchaKey: string;
  readonly captchaCode: string;
}

export type HostTenant = SignInFacts['tenant'];

/** A fresh piece of work. */
export const loadCaptcha = async (): Promise<Captcha> =>
  (await sendForData({ path: 'auth/oauth/captcha', method: 'GET' }, true)) as Captcha;

/** Returns the tenant of this host, empty when it has none; undefined when the request failed. */
export async function loadHostTenant(): Promise<HostTenant | undefined> {
  const input = { domain: window.location.host };
  const found = sendForData({ path: 'system/tenant/info', method: 'GET', input });
  return (await found.catch(() => undefined)) as HostTenant | undefined;
}

/** Signs in, or throws the server's refusal as `CallError`. */
export async function signIn({ tenantId, account, password, captchaKey, captchaCode }: Credentials): Promise<void> {
  const answer = await sendForData(
    {
      path: 'auth/oauth/token',
      method: 'POST',
      headers: { 'Tenant-Id': tenantId, 'Captcha-Key': captchaKey, 'Captcha-Code': captchaCode },
      input: {
        grant_type: 'captcha',
        tenantId,
        username: account,
        password: await digestOf(password),
        scope: 'all',
        type: 'account',
      },
    },
    true,
  );
  startSession(answer as TokenAnswer);
}

/** Starts the session with the tokens of any successful sign-in. */
export function startSession(answer: TokenAnswer): void {
  useRoleSwitch.setState({ isDue: true });
  useSession.getState().signIn(answer);
}

interface Remembered {
  readonly tenantId: string;
  readonly account: string;
}

/** Returns the tenant and account remembered by this browser; the password never is. */
export const readRemembered = (): Remembered | undefined => {
  const kept = readStored<Partial<Remembered>>('login');
  return typeof kept?.account === 'string'
    ? { account: kept.account, tenantId: kept.tenantId ?? DEFAULT_TENANT }
    : undefined;
};

export const storeRemembered = (who: Remembered | undefined): void => void writeStored('login', who);
