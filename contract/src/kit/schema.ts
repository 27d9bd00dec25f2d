import { z } from 'zod';
import { formatMoney, isMoney, type Micro, parseMoney } from './money.ts';
import { localizedRule, matching } from './sentences.ts';

/**
 * The wire's own value types. Each is a codec: `z.input` is the sent form (strings), `z.output` the server's (bigint,
 * Micro, Date). `z.decode` reads a request, `z.encode` writes an answer.
 */

/** A text that proves an identity (a password, a code, a ticket). The server never logs it. */
export const proof = (max: number) => z.string().max(max).meta({ format: 'password' });

/** The most rows of one bulk call, by default. */
export const MAX_BULK_IDS = 200;

const ID = matching(/^\d{1,18}$/, { zh: '应为编号，即一串数字', en: 'should be a numeric ID' });
const IDS = matching(/^\d{1,18}(,\d{1,18})*$/, {
  zh: '应为编号，多个用逗号分隔',
  en: 'should be IDs, separated by commas',
});

/** A row's id: `bigint` on the server, decimal string on the wire. */
export const id = () =>
  z.codec(
    z
      .string()
      .regex(ID)
      .meta({ format: 'int64', examples: ['1'] }),
    z.bigint(),
    {
      decode: (text) => BigInt(text),
      encode: (value) => value.toString(),
    },
  );

/** Comma-joined ids of a bulk call, at most `max` (200), without repeats. */
export const ids = (max = MAX_BULK_IDS) =>
  z.codec(
    z
      .string()
      .regex(IDS)
      .meta({ examples: ['1,2'] }),
    z.array(z.bigint()).min(1).max(max),
    {
      // Read first: `7` and `07` are one.
      decode: (text) => [...new Set(text.split(',').map(BigInt))],
      encode: (values) => values.join(','),
    },
  );

const decimal = () =>
  z
    .string()
    .refine(
      isMoney,
      localizedRule({ zh: '应为金额，最多 6 位小数', en: 'should be an amount with at most six decimals' }),
    )
    .meta({ format: 'decimal', examples: ['12.5'] });

/** More than anything costs, and so little that a million millionths of it can still be added up in 64 bits. */
const AMOUNT_MAX = parseMoney('999999999999.999999');
const beyond = { zh: '金额过大', en: 'is too large for an amount' };
const isWithin = (value: bigint): boolean => value <= AMOUNT_MAX && value >= -AMOUNT_MAX;

/** A decimal text that is an amount. */
export const amountText = () =>
  decimal().refine((text) => !isMoney(text) || isWithin(parseMoney(text)), localizedRule(beyond));

/** An amount: `Micro` on the server, decimal string with at most six decimals on the wire. */
export const amount = () =>
  z.codec(
    decimal(),
    z.custom<Micro>((value) => typeof value === 'bigint'),
    {
      // Input has a limit; an answer may be the sum of many values.
      decode: (text, context) => {
        const value = parseMoney(text);
        if (isWithin(value)) return value;
        context.issues.push({ code: 'custom', ...localizedRule(beyond), input: text });
        return z.NEVER;
      },
      encode: (value) => formatMoney(value),
    },
  );

/** A whole number that fits a column of 32 bits. */
export const int32 = () => z.int().min(-2147483648).max(2147483647);

/** Yes or no, as 1 or 0. */
export const flag = () => z.union([z.literal(0), z.literal(1)]);

/** Any JSON value; API documents describe it as any value, because its rule refers to itself. */
export const anyJson = () => z.json().meta({ isAnything: true });

/**
 * Digest of a set as the form loaded it: sent when the whole set is replaced, and refused when the set has changed
 * since.
 */
export const setDigest = () => z.string().max(64);
