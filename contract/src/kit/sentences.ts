import type { z } from 'zod';
import type { Text } from './locale.ts';

/** An issue of the schema library, with the value where the reader still has it. */
type Issue = z.core.$ZodRawIssue | z.core.$ZodIssue;

/** A rule's own sentence in both languages: `.refine(isRight, localizedRule({ zh, en }))`. A refusal uses the reader's. */
export const localizedRule = (sentence: Text): { params: Text } => ({ params: sentence });

const patterns = new Map<string, Text>();

/** A pattern with the sentence of a text that does not match it: `z.string().regex(matching(/…/, { zh, en }))`. */
export function matching(pattern: RegExp, sentence: Text): RegExp {
  patterns.set(String(pattern), sentence);
  return pattern;
}

/** The sentence a rule brought along; undefined for the rules that are the schema library's own. */
export function sentenceOf(issue: {
  readonly code?: string | undefined;
  readonly params?: unknown;
  readonly pattern?: unknown;
}): Text | undefined {
  if (issue.code === 'invalid_format') return patterns.get(String(issue.pattern));
  const sentence = issue.code === 'custom' ? (issue.params as Partial<Text> | undefined) : undefined;
  return sentence?.zh && sentence.en ? { zh: sentence.zh, en: sentence.en } : undefined;
}

/** The fault in words, shown after the field's label. Covers every rule of the library. */
export function sentenceFor(issue: Issue): Text {
  const own = sentenceOf(issue);
  if (own) return own;
  switch (issue.code) {
    case 'invalid_type':
      return isMissing(issue) ? missing : (types[issue.expected] ?? malformed);
    case 'invalid_value':
      return isMissing(issue) ? missing : oneOf(issue.values);
    case 'invalid_union':
      return isMissing(issue) ? missing : (choiceOf(issue) ?? malformed);
    case 'too_big':
      return tooBig(issue);
    case 'too_small':
      return tooSmall(issue);
    case 'not_multiple_of':
      return { zh: `应为 ${issue.divisor} 的整数倍`, en: `should be a multiple of ${issue.divisor}` };
    case 'unrecognized_keys':
      return { zh: `不支持的参数：${issue.keys.join('、')}`, en: `unknown: ${issue.keys.join(', ')}` };
    default:
      return malformed;
  }
}

const missing: Text = { zh: '请填写', en: 'is required' };
const malformed: Text = { zh: '格式不正确', en: 'has an invalid format' };

/** By the library's name of a type. */
const types: Readonly<Record<string, Text>> = {
  string: { zh: '应为文字', en: 'should be text' },
  number: { zh: '应为数字', en: 'should be a number' },
  nan: { zh: '应为数字', en: 'should be a number' },
  int: { zh: '应为整数', en: 'should be a whole number' },
  boolean: { zh: '应为 true 或 false', en: 'should be true or false' },
  array: { zh: '应为列表', en: 'should be a list' },
  object: { zh: '应为对象', en: 'should be an object' },
  record: { zh: '应为对象', en: 'should be an object' },
};

/** Whether the value is missing. A parsed issue has no value; one without a type names the received one. */
const isMissing = (issue: Issue): boolean => issue.input === undefined || issue.input === null;

function oneOf(values: readonly unknown[]): Text {
  const [only, ...rest] = values;
  if (rest.length === 0) return { zh: `应为 ${String(only)}`, en: `should be ${String(only)}` };
  return { zh: `应为以下之一：${values.join('、')}`, en: `should be one of ${values.join(', ')}` };
}

/** Of alternative rules: their values, if each is a list of values. */
function choiceOf({ errors }: { readonly errors: readonly (readonly z.core.$ZodIssue[])[] }): Text | undefined {
  const values = errors.map(([first]) => (first?.code === 'invalid_value' ? first.values : undefined));
  return values.includes(undefined) || values.length === 0 ? undefined : oneOf(values.flat());
}

interface Bound {
  readonly origin: string;
  readonly inclusive?: boolean | undefined;
}

function tooBig({ origin, maximum, inclusive }: Bound & { readonly maximum: number | bigint }): Text {
  if (origin === 'string') return { zh: `最多 ${maximum} 个字符`, en: `at most ${maximum} characters` };
  if (origin === 'array' || origin === 'set') return { zh: `最多 ${maximum} 项`, en: `at most ${maximum} at once` };
  return inclusive === false
    ? { zh: `应小于 ${maximum}`, en: `less than ${maximum}` }
    : { zh: `最大为 ${maximum}`, en: `at most ${maximum}` };
}

function tooSmall({ origin, minimum, inclusive }: Bound & { readonly minimum: number | bigint }): Text {
  if (origin === 'string')
    return Number(minimum) <= 1 ? missing : { zh: `至少 ${minimum} 个字符`, en: `at least ${minimum} characters` };
  if (origin === 'array' || origin === 'set')
    return Number(minimum) <= 1
      ? { zh: '请至少选择一项', en: 'choose at least one' }
      : { zh: `至少 ${minimum} 项`, en: `at least ${minimum}` };
  return inclusive === false
    ? { zh: `应大于 ${minimum}`, en: `more than ${minimum}` }
    : { zh: `最小为 ${minimum}`, en: `at least ${minimum}` };
}
