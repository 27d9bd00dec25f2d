import { type Field, SECRET_MASK } from '@trade-assistant/contract/kit/field.ts';
import { kindOf } from '@trade-assistant/contract/kit/kinds.ts';
import type { Locale, Text } from '@trade-assistant/contract/kit/locale.ts';
import { fill } from '@trade-assistant/contract/kit/locale.ts';
import { isMoney } from '@trade-assistant/contract/kit/money.ts';
import { sentenceOf as ruleSentence } from '@trade-assistant/contract/kit/sentences.ts';
import { parseTime } from '@trade-assistant/contract/kit/time.ts';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

const words = {
  enter: { zh: '请输入{label}', en: 'Please enter: {label}' },
  choose: { zh: '请选择{label}', en: 'Please choose: {label}' },
  tooLong: { zh: '最多 {n} 个字符', en: 'At most {n} characters' },
  tooShort: { zh: '至少 {n} 个字符', en: 'At least {n} characters' },
  tooBig: { zh: '不能大于 {n}', en: 'At most {n}' },
  tooSmall: { zh: '不能小于 {n}', en: 'At least {n}' },
  amount: { zh: '请输入金额，最多 6 位小数', en: 'Enter an amount with at most 6 decimals' },
  time: { zh: '请输入时间，格式为 2026-01-31 08:00:00', en: 'Enter a time such as 2026-01-31 08:00:00' },
  format: { zh: '{label}格式不正确', en: 'Invalid format: {label}' },
} as const satisfies Record<string, Text>;

/** Whether a form counts a value as not given. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** Returns whether a form requires a value: a choice with a default cannot be cleared. */
export const isMandatory = ({ options }: Field): boolean =>
  options.when?.isNeeded === true || (options.required === true && !options.follows && !options.generated);

/**
 * Returns the error of a wire value in the user's language; undefined when the contract's rule accepts it. The server
 * uses the same rule, so it rejects an accepted value only for reasons the browser cannot know.
 */
export function problemOf(field: Field, value: unknown, locale: Locale): string | undefined {
  const label = field.options.label[locale];
  if (isEmpty(value)) {
    if (!isMandatory(field)) return undefined;
    return fill(words[kindOf(field).isChosen ? 'choose' : 'enter'][locale], { label });
  }
  // A secret that is kept.
  if (field.kind === 'secret' && value === SECRET_MASK) return undefined;
  const result = field.schema.safeParse(value);
  const issue = result.success ? undefined : result.error.issues[0];
  return issue && sentenceOf(field, value, issue, label, locale);
}

function sentenceOf(field: Field, value: unknown, issue: Issue, label: string, locale: Locale): string {
  if (field.kind === 'money' && !isMoney(String(value))) return words.amount[locale];
  if (field.kind === 'dateTime' && !parseTime(String(value))) return words.time[locale];
  if (issue.code === 'too_big')
    return fill(words[issue.origin === 'string' ? 'tooLong' : 'tooBig'][locale], { n: issue.maximum });
  if (issue.code === 'too_small')
    return fill(words[issue.origin === 'string' ? 'tooShort' : 'tooSmall'][locale], { n: issue.minimum });
  const own = ruleSentence(issue);
  if (own) return own[locale];
  return fill(words.format[locale], { label });
}
