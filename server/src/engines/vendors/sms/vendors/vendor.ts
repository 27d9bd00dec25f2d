import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import { type Outbound, wasNotSent } from '../../../../kernel/outbound/index.ts';
import { jsonOf as storableJsonOf, storableText } from '../../../../kernel/outbound/signed.ts';
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

/** Returns an error from before anything was handed over as a refusal, with the same words. */
export const refusalOf = (error: unknown, locale: Locale): Refusal =>
  new Refusal(outcomeOf(error, locale).problem ?? '');

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

interface Answered {
  readonly status: number;
  readonly body: string;
}

/** Whether an answer comes from the service: failures and redirects may be a proxy's, and the message may have been sent. */
export const isOwn = ({ status }: Answered): boolean => (status >= 200 && status < 300) || isRefused({ status });
const isRefused = ({ status }: Pick<Answered, 'status'>): boolean => status >= 400 && status < 500;

/** Returns the JSON of an answer of the service. Anything else is thrown: 4xx as a refusal, the rest leaves doubt. */
export function jsonOf<T>(answer: Answered): T {
  const { status, body } = answer;
  const read = isOwn(answer) ? storableJsonOf(body) : undefined;
  if (typeof read === 'object' && read !== null) return read as T;
  const text = `HTTP ${status}: ${storableText(body.slice(0, 200))}`;
  throw isRefused(answer) ? new Refusal(text) : new Error(text);
}

/** Returns the error of JSON without a result: a refusal in the service's words, or with 4xx; without either there is doubt. */
export function withoutResult(answer: Answered, said: readonly unknown[]): Error {
  const words = said.filter(Boolean).join(' ');
  if (words === '' && !isRefused(answer)) return new Error(`HTTP ${answer.status}: ${answer.body.slice(0, 200)}`);
  return new Refusal(words || `HTTP ${answer.status}`);
}

const CHINA = '86';

/** Returns a phone as providers in China expect it: mainland numbers without country code, others with `prefix`. */
export const asInChina = (phone: bigint, prefix: '' | '+' | '00'): string => {
  const digits = phone.toString();
  return digits.startsWith(CHINA) && digits.length === 13 ? digits.slice(CHINA.length) : `${prefix}${digits}`;
};
