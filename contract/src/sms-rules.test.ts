import { describe, expect, it } from 'vitest';
import {
  type ContentRules,
  contentProblems,
  hasOptOut,
  hostOf,
  linksIn,
  listIn,
  optOutText,
  optOutTextsIn,
} from './sms-rules.ts';

const RULES: ContentRules = {
  blockedWords: ['casino', '贷款', 'free money'],
  reviewedWords: ['Fernbank'],
  linkDomains: [],
  optOutTexts: {},
  ownHost: 'go.example.com',
};
const codes = (text: string, more: Partial<Parameters<typeof contentProblems>[1]> = {}) =>
  contentProblems(text, { rules: RULES, isMarketing: false, canReply: true, countryCode: 'US', ...more }).map(
    ({ code }) => code,
  );

describe('an opt-out text', () => {
  it('is in the language of the country, the one asked for, or the tenant’s own', () => {
    expect(optOutText('US')).toBe('Reply STOP to opt out');
    expect(optOutText('DE')).toBe('Abmelden mit STOP');
    expect(optOutText('CH', 'fr')).toBe('Répondez STOP pour vous désinscrire');
    expect(optOutText('ZZ', 'xx')).toBe('Reply STOP to opt out');
    expect(optOutText('US', undefined, optOutTextsIn('us = Text STOP to end; DE=Ende: STOP'))).toBe('Text STOP to end');
  });

  it('is found in each language it is built in', () => {
    for (const country of [
      'US',
      'CN',
      'ES',
      'BR',
      'FR',
      'DE',
      'IT',
      'NL',
      'PL',
      'TR',
      'ID',
      'VN',
      'TH',
      'SA',
      'RU',
      'JP',
      'KR',
    ])
      expect([country, hasOptOut(`Sale! ${optOutText(country)}`, { canReply: true })]).toEqual([country, true]);
  });

  it('is required in marketing, and needs an address where recipients cannot reply', () => {
    expect(codes('Sale today', { isMarketing: true })).toEqual(['OPT_OUT_MISSING']);
    expect(codes('Do not stop now', { isMarketing: true })).toEqual(['OPT_OUT_MISSING']);
    expect(codes('Sale today. Reply STOP to opt out', { isMarketing: true })).toEqual([]);
    expect(codes('Sale today. Reply STOP to opt out', { isMarketing: true, canReply: false })).toEqual([
      'OPT_OUT_ADDRESS',
    ]);
    expect(codes('Sale today. STOP to 60777', { isMarketing: true, canReply: false })).toEqual([]);
    expect(codes('Your parcel has arrived')).toEqual([]);
  });
});

describe('blocked words', () => {
  it.each([
    ['Play in our CASINO now', ['BLOCKED_WORD']],
    ['Ｃａｓｉｎｏ night', ['BLOCKED_WORD']],
    ['ca\u200bsino', ['BLOCKED_WORD']],
    ['free   money', ['BLOCKED_WORD']],
    ['低息贷款办理', ['BLOCKED_WORD']],
    ['casinos are far away', []],
    ['Casinova', []],
    ['A letter of Fernbank', ['REVIEWED_WORD']],
  ])('%s', (text, expected) => {
    expect(codes(text)).toEqual(expected);
  });
});

describe('links', () => {
  it('are found with and without a scheme, and without the sentence around them', () => {
    expect(linksIn('See https://shop.example.com/a?b=1, or shop.example.org. Costs 5.50, e.g. today.Call us')).toEqual([
      'https://shop.example.com/a?b=1',
      'shop.example.org',
    ]);
    expect(linksIn('mail ada@example.com')).toEqual([]);
  });

  it('lead to the host behind user names, in ASCII', () => {
    expect(hostOf('https://bank.example.com@evil.example.net/x')).toBe('evil.example.net');
    expect(hostOf('HTTPS://Shop.Example.COM.')).toBe('shop.example.com');
    expect(hostOf('https://bücher.example')).toBe('xn--bcher-kva.example');
    expect(hostOf('http://')).toBeNull();
  });

  it('of shorteners are refused, those of the own host are not', () => {
    expect(codes('Look: https://bit.ly/abc')).toEqual(['SHORTENER']);
    expect(codes('Look: bit.ly/abc')).toEqual(['SHORTENER']);
    expect(codes('Look: www.tinyurl.com/abc')).toEqual(['SHORTENER']);
    expect(codes('Look: https://go.example.com/s/abc')).toEqual([]);
  });

  it('need an allowed domain where there is a list', () => {
    const rules = { ...RULES, linkDomains: listIn('example.com，*.fern.example; https://shop.example.net/') };
    const of = (text: string) => codes(text, { rules });
    expect(of('https://www.example.com https://a.fern.example shop.example.net/x')).toEqual([]);
    expect(of('https://notexample.com')).toEqual(['LINK_DOMAIN']);
    expect(of('https://example.com.evil.org')).toEqual(['LINK_DOMAIN']);
    expect(of('https://example.com@evil.org')).toEqual(['LINK_DOMAIN']);
    expect(of('https://{1}/x')).toEqual(['LINK_VARIABLE']);
    expect(of('https://example.com/{1}')).toEqual([]);
  });
});

it('control characters and too many parts are refused, a word to review is not', () => {
  expect(codes('a\u001bb')).toEqual(['CONTROL_CHARACTER']);
  expect(codes('a'.repeat(919))).toEqual(['TOO_LONG']);
  const [word] = contentProblems('Fernbank', { rules: RULES, isMarketing: false, canReply: true, countryCode: 'US' });
  expect(word).toMatchObject({ isRefused: false, message: { en: 'Mentions “Fernbank”; a person has to review it' } });
});
