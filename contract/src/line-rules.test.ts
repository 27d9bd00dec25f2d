import { expect, it } from 'vitest';
import { ruleText } from './line-rules.ts';

it.each([
  ['suppression/12', '号码在屏蔽名单中（#12）', 'the number is on the suppression list (#12)'],
  ['country/US', '不向美国发送', 'messages to United States are not allowed'],
  ['parts/7', '拆分为 7 条，最多 6 条', '7 parts; at most 6'],
  ['content/SHORTENER', '变量含有短链', 'a value has a link of a shortener'],
  ['body.2/missing', '正文 {{2}} 没有值', 'body {{2}} has no value'],
  ['header.media/address', '附件地址 应为 https 地址', 'the address of the attachment should be an https address'],
  ['button.0/long', '按钮 1 过长', 'button 1 is too long'],
  ['country/missing', '变量 {country} 没有值', '{country} has no value'],
  ['a/b/missing', '变量 {a/b} 没有值', '{a/b} has no value'],
])('the rule %s has a sentence in both languages', (rule, zh, en) => {
  expect([ruleText(rule, 'zh'), ruleText(rule, 'en')]).toEqual([zh, en]);
});

it.each(['', 'news/1', 'suppression/', 'content/NEWS', 'constructor/toString', 'x'])('%j has none', (rule) =>
  expect(ruleText(rule, 'en')).toBeNull(),
);
