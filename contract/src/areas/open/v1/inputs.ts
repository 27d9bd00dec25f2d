import { z } from 'zod';
import { localizedRule } from '../../../kit/sentences.ts';
import * as data from './data.ts';
import { country, idText, instant, paging } from './values.ts';

/** Inputs that several calls of the partner interface have. */

/** Most numbers of a list. Longer lists are uploaded in the console. */
const NUMBERS_MAX = 5000;
/** Most characters of a value of a recipient. */
const VALUE_MAX = 1024;

export const none = z.object({});
export const numbers = z.array(z.string().trim().min(3).max(64)).min(1).max(NUMBERS_MAX);
export const listName = z.string().trim().max(64).optional();
export const remark = z.string().trim().max(255).optional();
export const ofChannel = { channel: data.channel.default('whatsapp') };
export const afterLine = {
  cursor: paging.cursor.describe('`next` of the last page; without it the first lines'),
  limit: paging.limit,
};

const values = z.record(z.string().max(80), z.string().max(VALUE_MAX));
const recipients = {
  numbers,
  country: country().optional().describe('Country of numbers without a country code'),
  values: values.optional().describe('Values of the variables, the same for all'),
  personalValues: z
    .array(values)
    .max(NUMBERS_MAX)
    .optional()
    .describe('Values of each number, in the order of `numbers`; they win over `values`'),
  consentId: idText().optional().describe('The declaration of the source of the numbers'),
  name: listName,
  remark,
  scheduledAt: instant().optional(),
  messagesPerMinute: z.int().min(1).max(600_000).optional(),
};

const eachHasOne = localizedRule({
  zh: '应与 numbers 的数量相同',
  en: 'should have as many entries as `numbers`',
});

/** Returns the input of an order of messages with its own settings; lists beside `numbers` have one entry for each number. */
export const orderInput = <S extends z.ZodRawShape>(own: S) =>
  z.object({ ...own, ...recipients }).superRefine((input, context) => {
    const given = input as { numbers: readonly string[] } & Readonly<Record<string, unknown>>;
    for (const name of ['personalValues', 'codes']) {
      const list = given[name];
      if (Array.isArray(list) && list.length !== given.numbers.length)
        context.addIssue({ code: 'custom', ...eachHasOne, path: [name] });
    }
  });
