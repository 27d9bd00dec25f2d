import { int, text } from '../kit/field.ts';
import { parameter } from '../kit/parameter.ts';
import { matching } from '../kit/sentences.ts';
import { group, unit } from './words.ts';

const LIST_MAX = 2000;

/** Senders of text messages, and rules about their texts. */
export const textMessageParameters = {
  'sms.complaintRate': parameter(
    int({
      label: { zh: '冻结短信号码的投诉率（每万条）', en: 'Complaints that freeze an SMS sender (per 10,000)' },
      help: {
        zh: '近 7 天每一万条短信的退订数超过此值时自动冻结号码；30 即 0.3 %',
        en: 'A sender with more opt-outs per 10,000 texts in 7 days is frozen; 30 is 0.3 %',
      },
      group: group.compliance,
      min: 1,
      max: 10_000,
      required: true,
      initial: 30,
    }),
    { guard: { weaker: 'higher' } },
  ),
  'sms.complaintTexts': parameter(
    int({
      label: { zh: '计算投诉率的最少短信数', en: 'Texts needed to judge complaints' },
      help: { zh: '近 7 天短信少于此数的号码不自动冻结', en: 'Senders with fewer texts in 7 days are not frozen' },
      group: group.compliance,
      min: 1,
      max: 1_000_000,
      required: true,
      initial: 1000,
    }),
    { unit: unit.messages, guard: { weaker: 'higher' } },
  ),
  'sms.blockedWords': parameter(
    text({
      label: { zh: '短信禁用词', en: 'Blocked words in texts' },
      help: { zh: '用逗号分隔；含有这些词的短信不能发送', en: 'Separated by commas; texts with them are refused' },
      group: group.compliance,
      max: LIST_MAX,
      initial: '',
    }),
  ),
  'sms.reviewedWords': parameter(
    text({
      label: { zh: '短信须审核的品牌与词语', en: 'Brands and words in texts to review' },
      help: {
        zh: '用逗号分隔；提到这些品牌或词语的短信须人工审核',
        en: 'Separated by commas; a person reads texts that mention them',
      },
      group: group.compliance,
      max: LIST_MAX,
      initial: '',
    }),
  ),
  'sms.linkDomains': parameter(
    text({
      label: { zh: '短信允许的链接域名', en: 'Domains of links in texts' },
      help: {
        zh: '用逗号分隔，含下级域名；留空则除短链服务外均允许',
        en: 'Separated by commas, with their subdomains; empty: all but shorteners',
      },
      group: group.compliance,
      max: LIST_MAX,
      initial: '',
    }),
  ),
  'sms.optOutTexts': parameter(
    text({
      label: { zh: '退订说明', en: 'Opt-out texts' },
      help: {
        zh: '按国家覆盖内置文字，用分号分隔，例如 US=Reply STOP to end; DE=Abmelden mit STOP',
        en: 'Replace the built-in texts by country, separated by semicolons: US=Reply STOP to end; DE=Abmelden mit STOP',
      },
      group: group.compliance,
      max: LIST_MAX,
      initial: '',
    }),
  ),
  'sms.shortLinkOrigin': parameter(
    text({
      label: { zh: '短链地址', en: 'Address of short links' },
      help: {
        zh: '指向本系统的短域名，例如 https://go.example.com；留空则不提供短链',
        en: 'A short domain that leads to this system, such as https://go.example.com; empty: no short links',
      },
      group: group.sms,
      max: 255,
      pattern: matching(/^$|^https:\/\/[^\s/@?#]+$/i, {
        zh: '应为不带路径的 https 地址，例如 https://go.example.com',
        en: 'should be an https address without a path, such as https://go.example.com',
      }),
      initial: '',
    }),
    { guard: { weaker: 'given' } },
  ),
  'sms.shortLinkDays': parameter(
    int({
      label: { zh: '短链有效期', en: 'Life of short links' },
      help: { zh: '之后打开显示已过期', en: 'Afterwards they answer that they have expired' },
      group: group.sms,
      min: 1,
      max: 365,
      required: true,
      initial: 30,
    }),
    { unit: unit.days },
  ),
} as const;
