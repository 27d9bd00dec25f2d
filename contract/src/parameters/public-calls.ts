import { int, text, yes } from '../kit/field.ts';
import { parameter } from '../kit/parameter.ts';
import { matching } from '../kit/sentences.ts';
import { group, unit } from './words.ts';

const HASH = matching(/^(sha256|md5)$/, { zh: '应为 sha256 或 md5', en: 'should be sha256 or md5' });
const SITES = matching(/^$|^[a-z0-9-]{1,32}(,[a-z0-9-]{1,32})*$/, {
  zh: '应为站点代码（小写字母、数字、连字符），以英文逗号分隔',
  en: 'should be site codes (lower-case letters, digits, hyphens) separated by commas',
});

/** Calls that the company's own sites make without a session. */
export const publicCallParameters = {
  'sign.skewSec': parameter(
    int({
      label: { zh: '签名时间允许误差', en: 'Clock tolerance of signatures' },
      help: {
        zh: '时间相差更多的请求被拒绝；应答头 X-Server-Time 给出服务器时间',
        en: 'Requests further off are refused; the header X-Server-Time has the server’s time',
      },
      group: group.publicCalls,
      min: 30,
      max: 900,
      required: true,
      initial: 300,
    }),
    { scope: 'platform', unit: unit.seconds },
  ),
  'sign.perKeyMinute': parameter(
    int({
      label: { zh: '每个签名密钥的调用上限', en: 'Calls per signing key' },
      help: { zh: '每个接口每分钟', en: 'Per endpoint and minute' },
      group: group.publicCalls,
      min: 1,
      max: 1_000_000,
      required: true,
      initial: 60,
    }),
    { scope: 'platform', unit: unit.times },
  ),
  'sign.perPrefixMinute': parameter(
    int({
      label: { zh: '每个网段的调用上限', en: 'Calls per network' },
      help: {
        zh: '每个接口每分钟；网段为 IPv4 的 /24 或 IPv6 的 /48',
        en: 'Per endpoint and minute; a network is an IPv4 /24 or an IPv6 /48',
      },
      group: group.publicCalls,
      min: 1,
      max: 1_000_000,
      required: true,
      initial: 600,
    }),
    { scope: 'platform', unit: unit.times },
  ),
  'sign.legacy.enabled': parameter(
    yes({
      label: { zh: '接受旧签名', en: 'Accept legacy signatures' },
      help: {
        zh: '旧签名只覆盖时间，不保护内容；还需在服务器设置 SIGN_LEGACY_WORD',
        en: 'They cover the time only and protect no content; the server also needs SIGN_LEGACY_WORD',
      },
      group: group.publicCalls,
      required: true,
      initial: 0,
    }),
    { isOnPanel: false, guard: { weaker: 'higher' } },
  ),
  'sign.legacy.hash': parameter(
    text({
      label: { zh: '旧签名的摘要算法', en: 'Hash of legacy signatures' },
      help: { zh: 'sha256 或 md5', en: 'sha256 or md5' },
      group: group.publicCalls,
      max: 6,
      pattern: HASH,
      required: true,
      initial: 'sha256',
    }),
    { isOnPanel: false },
  ),
  'sources.sites': parameter(
    text({
      label: { zh: '统计来源的站点', en: 'Sites whose visits are counted' },
      help: {
        zh: '站点代码，以英文逗号分隔；其他站点的访问不计。留空表示所有站点',
        en: 'Site codes separated by commas; visits of others are not counted. Empty: all sites',
      },
      group: group.publicCalls,
      max: 500,
      pattern: SITES,
      initial: '',
    }),
  ),
};
