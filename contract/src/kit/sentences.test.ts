import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { flag } from './schema.ts';
import { localizedRule, matching, sentenceFor, sentenceOf } from './sentences.ts';

describe('the sentence of a rule', () => {
  const sentence = { zh: '错', en: 'wrong' };

  it('is the one it brought along', () => {
    const issue = z
      .string()
      .refine(() => false, localizedRule(sentence))
      .safeParse('x').error?.issues[0];
    expect(issue && sentenceOf(issue)).toEqual(sentence);
  });

  it('is none if a language is missing, or the rule is not its own', () => {
    expect(sentenceOf({ code: 'custom', params: { zh: '错', en: '' } })).toBeUndefined();
    expect(sentenceOf({ code: 'custom', params: { en: 'wrong' } })).toBeUndefined();
    expect(sentenceOf({ code: 'custom' })).toBeUndefined();
    expect(sentenceOf({ code: 'too_big', params: sentence })).toBeUndefined();
  });
});

describe('the error of a value', () => {
  const even = matching(/^[02468]$/, { zh: '应为偶数', en: 'should be even' });
  /** Parsed like a request, because sentences are read during parsing. */
  const sentence = (schema: z.ZodType, value: unknown) => {
    const { error } = schema.safeParse(value, { error: (issue) => sentenceFor(issue).en });
    return error?.issues[0]?.message;
  };

  it.each([
    [z.string(), undefined, 'is required'],
    [z.string(), null, 'is required'],
    [z.string().min(1), '', 'is required'],
    [flag(), undefined, 'is required'],
    [z.enum(['a']), undefined, 'is required'],
    [z.array(z.string()).min(1), [], 'choose at least one'],
    [z.array(z.string()).min(2), ['a'], 'at least 2'],
    [z.array(z.string()).max(1), ['a', 'b'], 'at most 1 at once'],
    [z.string(), 7, 'should be text'],
    [z.string().min(3), 'ab', 'at least 3 characters'],
    [z.string().max(1), 'ab', 'at most 1 characters'],
    [z.string().regex(even), '3', 'should be even'],
    [z.string().regex(/x/), 'a', 'has an invalid format'],
    [z.int(), '1', 'should be a number'],
    [z.int(), 1.5, 'should be a whole number'],
    [z.coerce.number(), 'x', 'should be a number'],
    [z.number().min(3), 2, 'at least 3'],
    [z.number().gt(3), 3, 'more than 3'],
    [z.number().lt(3), 3, 'less than 3'],
    [z.number().multipleOf(5), 3, 'should be a multiple of 5'],
    [z.boolean(), 'x', 'should be true or false'],
    [z.array(z.string()), 'x', 'should be a list'],
    [z.object({}), 'x', 'should be an object'],
    [z.record(z.string(), z.string()), 'x', 'should be an object'],
    [z.strictObject({}), { a: 1 }, 'unknown: a'],
    [z.literal(1), 2, 'should be 1'],
    [z.enum(['a', 'b']), 'c', 'should be one of a, b'],
    [flag(), 2, 'should be one of 0, 1'],
    [z.union([z.string(), z.number()]), true, 'has an invalid format'],
    [z.string().refine(() => false, localizedRule({ zh: '错', en: 'wrong' })), 'x', 'wrong'],
  ])('case %#', (schema, value, en) => {
    expect(sentence(schema, value)).toBe(en);
  });
});
