import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import { type Outbound, wasNotSent } from '../../../kernel/outbound/index.ts';
import type { SmsProvider } from '../tables.ts';
import type { Segmented } from '../text.ts';

/** Request to a provider: one text, or the values of its template, to several phones. */
export interface Batch {
  readonly provider: SmsProvider;
  /** Decrypted. */
  readonly secretKey: string;
  /** Digits of E.164. */
  readonly phones: readonly bigint[];
  readonly values: Readonly<Record<string, string>>;
  /** With its values inserted; empty if the provider has the text. */
  readonly text: string;
  readonly segmented: Segmented | null;
  readonly outbound: Outbound;
  readonly locale: Locale;
}

export interface Outcome {
  readonly phone: bigint;
  readonly state: 'accepted' | 'failed' | 'unknown';
  readonly messageId?: string | null;
  /** Segments counted by the provider, if it reports them. */
  readonly segments?: number | null;
  /** In the provider's words. */
  readonly problem?: string | null;
}

/** Sends a batch. An error applies to every phone. */
export interface Vendor {
  /** Most phones per request. */
  readonly most: number;
  send(batch: Batch): Promise<readonly Outcome[]>;
}

/** The provider refused the whole batch. */
export class Refusal extends Error {}

/** Returns the outcome of messages whose sending threw an error. */
export function outcomeOf(error: unknown, locale: Locale): Pick<Outcome, 'state' | 'problem'> {
  if (error instanceof Refusal) return { state: 'failed', problem: error.message };
  if (isAppError(error))
    return {
      state: wasNotSent(error) || error.code === 'SECRET_UNREADABLE' ? 'failed' : 'unknown',
      problem: error.say(locale),
    };
  const { code, message } = error as { code?: string; message: string };
  const problem = code && !message.includes(code) ? `${code}: ${message}` : message;
  return { state: wasNotSent(error) ? 'failed' : 'unknown', problem };
}

/** Returns the JSON of an answer; throws its HTTP status for anything else. */
export function jsonOf<T>({ status, body }: { status: number; body: string }): T {
  try {
    const read: unknown = JSON.parse(body);
    if (typeof read === 'object' && read !== null) return read as T;
  } catch {
    // Thrown below.
  }
  throw status >= 200 && status < 300
    ? new Error(`HTTP ${status}: ${body.slice(0, 200)}`)
    : new Refusal(`HTTP ${status}: ${body.slice(0, 200)}`);
}

const CHINA = '86';

/** Returns a phone as providers in China expect it: mainland numbers without country code, others with `prefix`. */
export const asInChina = (phone: bigint, prefix: '' | '+' | '00'): string => {
  const digits = phone.toString();
  return digits.startsWith(CHINA) && digits.length === 13 ? digits.slice(CHINA.length) : `${prefix}${digits}`;
};
