import { fill, type Text } from './kit/locale.ts';
import { SMS_PARTS_MAX, smsParts, smsProblems } from './sms-text.ts';

/** Rules about the content of text messages: opt-out texts, words and links. */

/** Ways to opt out by language, in words that are recognised when they come back. Few characters and the GSM alphabet where possible. */
const OPT_OUT_TEXTS: Readonly<Record<string, string>> = {
  en: 'Reply STOP to opt out',
  zh: '拒收请回复TD',
  es: 'Responda STOP para darse de baja',
  pt: 'Responda SAIR para cancelar',
  fr: 'Répondez STOP pour vous désinscrire',
  de: 'Abmelden mit STOP',
  it: 'Rispondi STOP per disiscriverti',
  nl: 'Antwoord STOP om af te melden',
  pl: 'Rezygnacja: STOP',
  tr: 'STOP ile iptal',
  id: 'Balas STOP untuk berhenti',
  ms: 'Balas STOP untuk berhenti',
  vi: 'Soan STOP de huy',
  th: 'ตอบ STOP เพื่อยกเลิก',
  ar: 'أرسل STOP لإلغاء الاشتراك',
  ru: 'Отписка: STOP',
  ja: '配信停止はSTOPと返信',
  ko: '수신거부: STOP',
  hi: 'बंद करने के लिए STOP लिखें',
};
const LANGUAGES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['zh', 'CN HK MO TW'],
    ['es', 'ES MX AR CO CL PE VE EC GT CU BO DO HN PY SV NI CR PA UY'],
    ['pt', 'BR PT AO MZ'],
    ['fr', 'FR BE LU MC SN CI CM ML BF NE TG BJ GA CG CD MG HT'],
    ['de', 'DE AT CH LI'],
    ['it', 'IT SM'],
    ['nl', 'NL SR'],
    ['pl', 'PL'],
    ['tr', 'TR'],
    ['id', 'ID'],
    ['ms', 'MY BN'],
    ['vi', 'VN'],
    ['th', 'TH'],
    ['ar', 'SA AE EG IQ JO KW LB LY MA OM QA BH DZ TN YE SY SD PS'],
    ['ru', 'RU BY KZ KG'],
    ['ja', 'JP'],
    ['ko', 'KR'],
  ].flatMap(([language = '', countries = '']) => countries.split(' ').map((country) => [country, language])),
);
/** A way to opt out in a text: a word as people send it, or the Chinese terms. */
const OPT_OUT_WORD = /(?<![A-Za-z0-9])(STOP|STOPALL|UNSUBSCRIBE|SAIR|BAJA|ALTO|PARAR|TD|STOPP)(?![A-Za-z])|退订|拒收/;
/** Where a recipient can send the word, if not to the sender: a number or a page. */
const OTHER_ADDRESS = /\d{3,}|https?:\/\/|www\./i;

/** Sites whose links hide their destination. */
const SHORTENERS: ReadonlySet<string> = new Set([
  ...['bit.ly', 'bitly.com', 'tinyurl.com', 'goo.gl', 't.co', 'ow.ly', 'is.gd', 'v.gd', 'buff.ly', 'rebrand.ly'],
  ...['cutt.ly', 'shorturl.at', 't.ly', 'rb.gy', 'tiny.cc', 'bl.ink', 'lnkd.in', 's.id', 'dwz.cn', 'url.cn', 't.cn'],
  ...['suo.im', 'u.nu', 'clck.ru', 'adf.ly', 'soo.gd', 'reurl.cc', 'x.gd', 'n9.cl', 'shorte.st', 'qr.ae'],
]);
/** Endings after which words with a dot are a link without its scheme. */
const ENDINGS =
  'com|net|org|info|biz|io|co|me|app|dev|shop|store|link|click|top|xyz|site|online|live|club|vip|win|cc|tv|ly|gl|gd|gg|to|cn|hk|tw|uk|us|ca|de|fr|es|it|nl|ru|in|id|my|ph|vn|th|br|mx|au|jp|kr';
const LINK = new RegExp(
  `https?://[^\\s<>"“”（）]+|(?<![\\w@.-])(?:[a-z0-9-]+\\.)+(?:${ENDINGS})(?![\\w-])(?::\\d+)?(?:/[^\\s<>"“”（）]*)?`,
  'giu',
);

/** Rules of a tenant, as its parameters have them. */
export interface ContentRules {
  readonly blockedWords: readonly string[];
  /** Words such as brands whose texts a person has to read. */
  readonly reviewedWords: readonly string[];
  /** Domains that links may have, with those below; empty: any but shorteners. */
  readonly linkDomains: readonly string[];
  /** Opt-out texts by country that replace the built-in ones. */
  readonly optOutTexts: Readonly<Record<string, string>>;
  /** The host of own short links; null without. */
  readonly ownHost: string | null;
}

/** Returns the entries of a list in a parameter, separated by commas, semicolons or line breaks. */
export const listIn = (stored: string): readonly string[] =>
  stored
    .split(/[,，;；\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Returns the texts by country of a parameter such as `US=Reply STOP to end; DE=Abmelden mit STOP`. */
export const optOutTextsIn = (stored: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    stored.split(/[;；\n]/).flatMap((entry) => {
      const [, country, text] = /^\s*([A-Za-z]{2})\s*=\s*(\S.*?)\s*$/.exec(entry) ?? [];
      return country && text ? [[country.toUpperCase(), text]] : [];
    }),
  );

/**
 * Returns the text that tells recipients of a country how to opt out: the tenant's own, else the built-in one in the language asked
 * for, else in that of the country, else in English.
 */
export function optOutText(countryCode: string, language?: string, own: ContentRules['optOutTexts'] = {}): string {
  const wanted = language?.slice(0, 2).toLowerCase() ?? LANGUAGES[countryCode] ?? 'en';
  return own[countryCode] ?? OPT_OUT_TEXTS[wanted] ?? (OPT_OUT_TEXTS['en'] as string);
}

/** Whether a text says how to opt out. `canReply`: whether its sender receives texts; otherwise it has to name another address. */
export function hasOptOut(
  text: string,
  { canReply, own = {} }: { canReply: boolean; own?: ContentRules['optOutTexts'] },
) {
  const isSaid = OPT_OUT_WORD.test(text) || Object.values(own).some((one) => text.includes(one));
  return isSaid && (canReply || OTHER_ADDRESS.test(text));
}

/** Returns the links of a text as they are written. */
export const linksIn = (text: string): readonly string[] =>
  [...text.matchAll(LINK)].map(([link]) => link.replace(/[.,;:!?)\]}'，。；：！？）】]+$/u, ''));

/** Returns the host that a link leads to, in ASCII and lower case; null where it has none. */
export function hostOf(link: string): string | null {
  const address = /^https?:/i.test(link) ? link : `https://${link}`;
  return URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '') : null;
}

export interface ContentProblem {
  readonly code:
    | 'CONTROL_CHARACTER'
    | 'TOO_LONG'
    | 'OPT_OUT_MISSING'
    | 'OPT_OUT_ADDRESS'
    | 'BLOCKED_WORD'
    | 'REVIEWED_WORD'
    | 'SHORTENER'
    | 'LINK_DOMAIN'
    | 'LINK_VARIABLE';
  readonly message: Text;
  /** Whether the text is refused; otherwise a person reads it first. */
  readonly isRefused: boolean;
}

const SENTENCES: Readonly<Record<ContentProblem['code'], Text>> = {
  CONTROL_CHARACTER: { zh: '含有控制字符 {what}，请删除', en: 'Contains the control character {what}; delete it' },
  TOO_LONG: { zh: '共 {what} 条，最多 {most} 条', en: 'Has {what} parts; {most} are the most' },
  OPT_OUT_MISSING: {
    zh: '营销短信须写明退订方式，例如“{what}”',
    en: 'Marketing texts must say how to opt out, such as “{what}”',
  },
  OPT_OUT_ADDRESS: {
    zh: '该号码不能接收回复，请写明退订的号码或网页',
    en: 'Recipients cannot reply to this sender; name a number or page where they opt out',
  },
  BLOCKED_WORD: { zh: '含有禁用词“{what}”', en: 'Contains the blocked word “{what}”' },
  REVIEWED_WORD: { zh: '提到“{what}”，须人工审核', en: 'Mentions “{what}”; a person has to review it' },
  SHORTENER: {
    zh: '不可使用短链服务 {what}，请用完整网址或本系统短链',
    en: 'Links of the shortener {what} are not allowed; use the whole address or a short link of this system',
  },
  LINK_DOMAIN: { zh: '域名 {what} 不在允许名单内', en: 'The domain {what} is not among the allowed ones' },
  LINK_VARIABLE: { zh: '链接的域名不能是变量：{what}', en: 'The domain of a link cannot be a variable: {what}' },
};

const problem = (code: ContentProblem['code'], params: Record<string, string> = {}): ContentProblem => ({
  code,
  message: { zh: fill(SENTENCES[code].zh, params), en: fill(SENTENCES[code].en, params) },
  isRefused: code !== 'REVIEWED_WORD',
});

interface Checked {
  readonly rules: ContentRules;
  readonly isMarketing: boolean;
  /** Whether the sender receives texts. */
  readonly canReply: boolean;
  /** Country of the recipients, for the suggested opt-out text. */
  readonly countryCode: string;
}

/** Returns why a text may not be sent, or has to be read by a person first. Lines with values are checked like their text. */
export function contentProblems(
  text: string,
  { rules, isMarketing, canReply, countryCode }: Checked,
): ContentProblem[] {
  const found: ContentProblem[] = [];
  const [control] = smsProblems(text);
  if (control) found.push(problem('CONTROL_CHARACTER', { what: codeOf(control.written) }));
  const parts = smsParts(text).parts.length;
  if (parts > SMS_PARTS_MAX) found.push(problem('TOO_LONG', { what: String(parts), most: String(SMS_PARTS_MAX) }));
  if (isMarketing) found.push(...optOutProblems(text, rules, canReply, countryCode));
  const plain = plainOf(text);
  for (const word of rules.blockedWords) if (names(plain, word)) found.push(problem('BLOCKED_WORD', { what: word }));
  for (const word of rules.reviewedWords) if (names(plain, word)) found.push(problem('REVIEWED_WORD', { what: word }));
  return [...found, ...linkProblems(text, rules)];
}

function optOutProblems(text: string, rules: ContentRules, canReply: boolean, country: string): ContentProblem[] {
  const own = rules.optOutTexts;
  if (!hasOptOut(text, { canReply: true, own }))
    return [problem('OPT_OUT_MISSING', { what: optOutText(country, undefined, own) })];
  return hasOptOut(text, { canReply, own }) ? [] : [problem('OPT_OUT_ADDRESS')];
}

/** Returns the problems of the links of a text. */
export function linkProblems(text: string, { linkDomains, ownHost }: ContentRules): ContentProblem[] {
  return linksIn(text.normalize('NFKC').replace(INVISIBLE, '')).flatMap((link) => {
    if (/^(https?:\/\/)?[^/]*\{/i.test(link)) return [problem('LINK_VARIABLE', { what: link })];
    const host = hostOf(link);
    if (host === null || host === ownHost) return [];
    if (SHORTENERS.has(host.replace(/^www\./, ''))) return [problem('SHORTENER', { what: host })];
    const isAllowed =
      linkDomains.length === 0 || linkDomains.some((one) => host === domain(one) || host.endsWith(`.${domain(one)}`));
    return isAllowed ? [] : [problem('LINK_DOMAIN', { what: host })];
  });
}

const domain = (entry: string): string => hostOf(entry.replace(/^\*\./, '')) ?? entry.toLowerCase();

const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;
const plainOf = (text: string) => text.normalize('NFKC').replace(INVISIBLE, '').replace(/\s+/g, ' ').toLowerCase();

/** Whether a text has a word: as a whole one in scripts with spaces. */
function names(plain: string, word: string): boolean {
  const sought = plainOf(word);
  for (let at = plain.indexOf(sought); at >= 0; at = plain.indexOf(sought, at + 1)) {
    const around = plain.charAt(at - 1) + plain.charAt(at + sought.length);
    if (!/\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}/u.test(sought) || !/[\p{L}\p{N}]/u.test(around))
      return true;
  }
  return false;
}

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
