import type { AppError } from '@trade-assistant/contract/kit/errors.ts';
import { fill, type Locale, type Text } from '@trade-assistant/contract/kit/locale.ts';

/** The shape of every answer but the bare ones and files. */
export interface Envelope {
  readonly code: number;
  readonly success: boolean;
  readonly data: unknown;
  readonly msg: string;
  readonly bizCode?: string;
  readonly traceId: string;
}

const done: Text = { zh: '操作成功', en: 'Done' };

export const succeeded = (data: unknown, locale: Locale, traceId: string): Envelope => ({
  code: 200,
  success: true,
  data: data ?? null,
  msg: done[locale],
  traceId,
});

/** A refusal in the envelope. Only the declared sentence and data travel; never a stack, never SQL. */
export const refused = (error: AppError, locale: Locale, traceId: string): Envelope => ({
  code: error.status,
  success: false,
  data: error.data === undefined ? null : plain(error.data, locale),
  msg: error.say(locale),
  bizCode: error.code,
  traceId,
});

/** A refusal of a bare call, as the token call answers it. */
export const refusedBare = (error: AppError, locale: Locale) => ({
  error_code: error.code,
  error_description: error.say(locale),
  ...(error.data === undefined ? {} : { data: plain(error.data, locale) }),
});

/** Data beside an error may hold bigints and two-language texts; the wire gets strings in the caller's language. */
function plain(value: unknown, locale: Locale): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return value.map((item) => plain(item, locale));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  if (entries.length === 2 && 'zh' in value && 'en' in value) return fill(String((value as unknown as Text)[locale]));
  return Object.fromEntries(entries.map(([name, item]) => [name, plain(item, locale)]));
}
