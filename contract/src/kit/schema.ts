import { z } from 'zod';
import type { Text } from './locale.ts';
import { formatMoney, isMoney, type Micro, parseMoney } from './money.ts';

/**
 * The wire's own value types. Each is a codec: `z.input` is what travels (strings), `z.output` what the server works
 * with (bigint, Micro, Date). `z.decode` reads a request, `z.encode` writes an answer.
 */

/** The most rows one bulk call takes, unless it says otherwise. */
export const MAX_BULK_IDS = 200;

/** A row's id: `bigint` on the server, decimal string on the wire. */
export const id = () =>
  z.codec(z.string().regex(/^\d{1,18}$/), z.bigint(), {
    decode: (text) => BigInt(text),
    encode: (value) => value.toString(),
  });

/** Comma-joined ids of a bulk call, at most `max` (200), without repeats. */
export const ids = (max = MAX_BULK_IDS) =>
  z.codec(z.string().regex(/^\d{1,18}(,\d{1,18})*$/), z.array(z.bigint()).min(1).max(max), {
    // Read first: `7` and `07` are one.
    decode: (text) => [...new Set(text.split(',').map(BigInt))],
    encode: (values) => values.join(','),
  });

/** A decimal text that is an amount. */
export const amountText = () =>
  z
    .string()
    .refine(isMoney, said({ zh: '应为金额，最多 6 位小数', en: 'should be an amount with at most six decimals' }));

/** An amount: `Micro` on the server, decimal string with at most six decimals on the wire. */
export const amount = () =>
  z.codec(
    amountText(),
    z.custom<Micro>((value) => typeof value === 'bigint'),
    {
      decode: parseMoney,
      encode: (value) => formatMoney(value),
    },
  );

/** A rule's own sentence in both languages: `.refine(isRight, said({ zh, en }))`. Whoever refuses says it in the reader's. */
export const said = (sentence: Text): { params: Text } => ({ params: sentence });

/** The sentence a rule brought along; undefined for the rules that are the schema library's own. */
export function sentenceOf(issue: { readonly code?: string | undefined; readonly params?: unknown }): Text | undefined {
  const sentence = issue.code === 'custom' ? (issue.params as Partial<Text> | undefined) : undefined;
  return sentence?.zh && sentence.en ? { zh: sentence.zh, en: sentence.en } : undefined;
}

/** Yes or no, as 1 or 0. */
export const flag = () => z.union([z.literal(0), z.literal(1)]);
