import { entryOf } from './kit/dictionary.ts';
import { fill, type Locale, type Text } from './kit/locale.ts';
import { numberReject } from './number-reject.ts';
import type { ContentProblem } from './sms-rules.ts';
import { SMS_PARTS_MAX } from './sms-text.ts';
import type { ParameterProblem } from './template.ts';

/**
 * Rules for which lines of lists are refused, as lines keep them: `suppression/12`, `country/US`, `parts/7`, `body.2/missing`. Every rule that
 * a line can have has a sentence here.
 */

/** Sentences by kind of rule; the rest of a rule names its row, country or limit. */
const KINDS: Readonly<Record<string, Text>> = {
  suppression: { zh: '号码在屏蔽名单中（#{id}）', en: 'the number is on the suppression list (#{id})' },
  country: { zh: '不向{id}发送', en: 'messages to {id} are not allowed' },
  price: { zh: '{id}没有价格，已排除', en: 'left out: {id} has no price' },
  frequency: { zh: '超过频控规则 #{id} 的次数', en: 'contacted as often as frequency rule #{id} allows' },
  daily: { zh: '超过号码每日上限 {id} 条', en: 'longer than the {id} parts that its sender may send on a day' },
  codes: { zh: '一小时内已收到 {id} 个验证码', en: 'had {id} codes within an hour' },
  parts: { zh: '拆分为 {id} 条，最多 {max} 条', en: '{id} parts; at most {max}' },
};

/** Why a value makes a text break the rules about texts. */
const CONTENTS: Readonly<Record<ContentProblem['code'], Text>> = {
  CONTROL_CHARACTER: { zh: '变量含有控制字符', en: 'a value has a control character' },
  TOO_LONG: { zh: '变量使内容过长', en: 'its values make the text too long' },
  OPT_OUT_MISSING: { zh: '填入变量后没有退订方式', en: 'the text with its values does not say how to opt out' },
  OPT_OUT_ADDRESS: {
    zh: '填入变量后没有可用的退订号码或网页',
    en: 'the text with its values names no number or page for opting out',
  },
  BLOCKED_WORD: { zh: '变量含有禁用词', en: 'a value has a blocked word' },
  REVIEWED_WORD: { zh: '变量含有须人工审核的词', en: 'a value has a word that a person has to review' },
  SHORTENER: { zh: '变量含有短链', en: 'a value has a link of a shortener' },
  LINK_DOMAIN: { zh: '变量含有未允许的网址', en: 'a value has a link to a site that is not allowed' },
  LINK_VARIABLE: { zh: '变量改变了网址', en: 'a value changes a link' },
};

/** Why a value cannot be sent. */
export const problemWords: Readonly<Record<ParameterProblem, Text>> = {
  missing: { zh: '没有值', en: 'has no value' },
  long: { zh: '过长', en: 'is too long' },
  breaks: { zh: '含换行、制表符或连续 5 个以上空格', en: 'has line breaks, tabs or five spaces in a row' },
  address: { zh: '应为 https 地址', en: 'should be an https address' },
};

const PARTS: Readonly<Record<string, Text>> = {
  media: { zh: '附件地址', en: 'the address of the attachment' },
  header: { zh: '标题 {{name}}', en: 'header {{name}}' },
  body: { zh: '正文 {{name}}', en: 'body {{name}}' },
  button: { zh: '按钮 {n}', en: 'button {n}' },
  text: { zh: '变量 {name}', en: '{name}' },
};

/** Returns why a rule refused a line, in a language, without a full stop; null for a rule without a sentence. */
export function ruleText(rule: string, locale: Locale): string | null {
  const [, key = '', problem = ''] = /^(.*)\/([^/]*)$/s.exec(rule) ?? [];
  const words = own(problemWords, problem);
  if (words) return `${valueName(key, locale)} ${words[locale]}`;
  if (key === 'content') return own(CONTENTS, problem)?.[locale] ?? null;
  const id = key === 'country' || key === 'price' ? countryName(problem, locale) : problem;
  const sentence = own(KINDS, key)?.[locale];
  return sentence === undefined || id === '' ? null : fill(sentence, { id, max: SMS_PARTS_MAX });
}

/** Returns why a line was refused, in a language: its reason, and the rule that refused it. */
export function refusalText(
  { reason, rule }: { readonly reason: number | null; readonly rule: string | null },
  locale: Locale,
): string {
  const said = entryOf(numberReject, reason ?? 0)?.[locale] ?? '';
  const more = rule === null ? null : ruleText(rule, locale);
  if (more === null || said === '') return more ?? said;
  return locale === 'zh' ? `${said}：${more}` : `${said}: ${more}`;
}

/** Returns the name of a value of a template or text: `header.1`, `button.0`, `name`. */
function valueName(key: string, locale: Locale): string {
  const [, part = 'text', name = key] = /^(header|body|button)\.(.+)$/s.exec(key) ?? [];
  const kind = name === 'media' && part === 'header' ? 'media' : part;
  return (own(PARTS, kind)?.[locale] ?? '{name}')
    .replace('{name}', () => `{${name}}`)
    .replace('{n}', () => String(Number(name) + 1));
}

/** Returns the name of a country in a language. */
export function countryName(code: string, locale: Locale): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  return new Intl.DisplayNames([locale === 'zh' ? 'zh-CN' : 'en'], { type: 'region' }).of(code) ?? code;
}

const own = <T>(words: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(words, name) ? words[name] : undefined;
