import { type Challenge, createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/index.ts';
import type { Secrets } from '../secrets/index.ts';
import { authErrors } from './errors.ts';

const LIFE_MINUTES = 5;
const ALGORITHM = 'SHA-256';
/** Hashes of one trial, and how many trials a browser needs: half a second of a desktop's, two of a phone's. */
const COST = 10;
const [LEAST_TRIALS, MOST_TRIALS] = [10_000, 20_000];
const KEY_LENGTH = 32;
const CODE_MAX = 4096;
const NONCE = /^[0-9a-f]{32}$/;

/** Challenge for a browser: `key` names it, the parameters are ALTCHA's, signed. */
export interface CaptchaChallenge {
  readonly key: string;
  readonly challenge: {
    readonly signature: string;
    readonly parameters: {
      readonly algorithm: string;
      readonly nonce: string;
      readonly salt: string;
      readonly cost: number;
      readonly keyLength: number;
      readonly keyPrefix: string;
      readonly keySignature: string;
      readonly expiresAt: number;
    };
  };
}

/** A new proof of work, valid five minutes. It is signed, not stored: drawing many costs nothing that lasts. */
export async function newCaptcha(secrets: Pick<Secrets, 'digest'>): Promise<CaptchaChallenge> {
  const challenge = await createChallenge({
    ...signing(secrets),
    algorithm: ALGORITHM,
    cost: COST,
    counter: randomInt(MOST_TRIALS, LEAST_TRIALS),
    deriveKey,
    expiresAt: Math.ceil(Date.now() / 1000) + LIFE_MINUTES * 60,
    keyLength: KEY_LENGTH,
  });
  return { key: challenge.parameters.nonce, challenge: challenge as CaptchaChallenge['challenge'] };
}

/**
 * Whether the code proves the work of that key: base64 of ALTCHA's JSON `{challenge, solution}`. A right one is used up;
 * of several at the same moment, on whichever process, one gets in.
 */
export async function takeCaptcha(
  db: Db,
  secrets: Pick<Secrets, 'digest'>,
  key: string | undefined,
  code: string | undefined,
): Promise<boolean> {
  if (!key || !NONCE.test(key) || !code) return false;
  const payload = payloadOf(code);
  if (payload?.challenge.parameters.nonce !== key) return false;
  const { verified } = await verifySolution({ ...payload, ...signing(secrets), deriveKey });
  if (!verified) return false;
  const used = await db.drizzle.execute(sql`
    insert into auth_captcha (key, answer_hash, expires_at)
    values (${key}::uuid, '', to_timestamp(${payload.challenge.parameters.expiresAt}) + interval '1 minute')
    on conflict do nothing returning 1`);
  return used.rows.length === 1;
}

interface CaptchaHost {
  readonly config: { readonly captcha: boolean };
  readonly db: Db;
  readonly secrets: Pick<Secrets, 'digest'>;
}

/** Refuses a request without the captcha's work if the installation requires it. @throws CAPTCHA_WRONG */
export async function assertCaptcha(app: CaptchaHost, headers: Readonly<Record<string, unknown>>): Promise<void> {
  const text = (name: string): string | undefined => {
    const value = headers[name];
    return typeof value === 'string' ? value : undefined;
  };
  if (!app.config.captcha) return;
  if (!(await takeCaptcha(app.db, app.secrets, text('captcha-key'), text('captcha-code'))))
    throw authErrors.CAPTCHA_WRONG();
}

/** Of an installation, not of a process: another one may be asked next. */
const signing = (secrets: Pick<Secrets, 'digest'>) => ({
  hmacSignatureSecret: secrets.digest('challenge', 'captcha'),
  hmacKeySignatureSecret: secrets.digest('key', 'captcha'),
});

/** Parses ALTCHA's payload, undefined for another shape. The signature proves its content. */
function payloadOf(code: string): (Payload & { challenge: Challenge }) | undefined {
  if (code.length > CODE_MAX) return undefined;
  try {
    const payload = JSON.parse(Buffer.from(code, 'base64').toString('utf8')) as Partial<Payload> | null;
    const { challenge, solution } = payload ?? {};
    const isWhole =
      typeof challenge?.parameters?.keySignature === 'string' &&
      typeof challenge.parameters.expiresAt === 'number' &&
      typeof challenge.signature === 'string' &&
      typeof solution?.counter === 'number';
    return isWhole ? { challenge, solution } : undefined;
  } catch {
    return undefined;
  }
}
