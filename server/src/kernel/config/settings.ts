import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { readKey } from '../secrets/index.ts';
import { type PartnerKey, readPartnerKeys } from './partner-keys.ts';
import { readTrustedProxies, type TrustedProxies } from './proxies.ts';
import { readSocialProviders, type SocialProvider } from './social-providers.ts';

/** One setting: its meaning, accepted values and default. */
interface Setting<T> {
  readonly meaning: Text;
  readonly accepts: string;
  readonly standard: string;
  /** Undefined refuses the value, as does an error, whose message names the fault without showing the value. */
  readonly read: (value: string) => T | undefined;
  readonly absent: T;
}

const whole = (least: number, most: number) => (value: string) =>
  /^\d{1,10}$/.test(value) && Number(value) >= least && Number(value) <= most ? Number(value) : undefined;
const onOff = (value: string) =>
  /^(1|on|true|yes)$/i.test(value) ? true : /^(0|off|false|no)$/i.test(value) ? false : undefined;
const oneOf =
  <const T extends string>(...values: readonly T[]) =>
  (value: string) =>
    values.find((known) => known === value.toLowerCase());
const anything = (value: string): string | undefined => value;
/** Origins a policy may name: `https://docs.example.com`, `https://*.example.com`, with a port where needed. */
const ORIGIN = /^https?:\/\/(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i;
const origins = (value: string): readonly string[] | undefined => {
  if (/^(any|none)$/i.test(value)) return value.toLowerCase() === 'any' ? ['https:', 'http:'] : [];
  const listed = value.split(/[\s,]+/);
  return listed.every((origin) => ORIGIN.test(origin)) ? listed : undefined;
};

/** A host, its address, or all below a name. */
const HOST = /^(\*\.)?[a-z0-9_]([a-z0-9_.:-]*[a-z0-9])?$/;

const word = (value: string) => (/^\S{1,256}$/.test(value) ? value : undefined);

function readBucket(value: string): { bucket: string; prefix: string } | undefined {
  const match = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w.-]+)*)\/?$/.exec(value);
  if (!match) return undefined;
  const [, bucket = '', folder = ''] = match;
  return { bucket, prefix: folder === '' ? '' : `${folder.slice(1)}/` };
}

/** The address of a database with one host. */
function oneDatabase(value: string): string | undefined {
  const [, hosts] = /^postgres(?:ql)?:\/\/(?:[^/@]*@)?([^/?]*)\S*$/.exec(value) ?? [];
  if (hosts === undefined) return undefined;
  if (hosts.includes(',') || /[?&]host=[^&]*(,|%2C)/i.test(value))
    throw new Error('names several hosts; name one that always leads to the primary: docs/operations/nodes.md');
  return value;
}

const setting = <T>(
  meaning: Text,
  accepts: string,
  standard: string,
  absent: T,
  read: (value: string) => T | undefined,
): Setting<T> => ({ meaning, accepts, standard, absent, read });

const declared = {
  PORT: setting(
    { zh: '服务端口', en: 'port of the application' },
    '0–65535; 0: any free port',
    '8080',
    8080,
    whole(0, 65535),
  ),
  HOST: setting(
    { zh: '监听地址', en: 'address it listens on' },
    'host name or IP address',
    '0.0.0.0',
    '0.0.0.0',
    (value) => (/^[\w.:-]{1,255}$/.test(value) ? value : undefined),
  ),
  DATA_DIR: setting({ zh: '数据目录', en: 'folder of data, files and keys' }, 'path', './data', './data', anything),
  DATABASE_URL: setting<string | undefined>(
    { zh: '使用已有 PostgreSQL（≥15）', en: 'use this PostgreSQL (15 or later) instead of the embedded one' },
    'postgres://…',
    'empty',
    undefined,
    oneDatabase,
  ),
  DATABASE_DIRECT_URL: setting<string | undefined>(
    {
      zh: 'DATABASE_URL 为按事务分配连接的连接池（如 PgBouncer）时，PostgreSQL 本身的地址',
      en: 'address of PostgreSQL itself, where `DATABASE_URL` is a pooler that gives each transaction another session',
    },
    'postgres://…, together with DATABASE_URL',
    'empty: the same as DATABASE_URL',
    undefined,
    oneDatabase,
  ),
  DATABASE_POOL: setting(
    {
      zh: '接口调用使用的数据库连接数（后台任务、消息和全局搜索另需最多 24 个）',
      en: 'connections to the database for calls; jobs, messages and searches over all lists take up to 24 more',
    },
    '4–500',
    '24',
    24,
    whole(4, 500),
  ),
  FILES_URL: setting<{ bucket: string; prefix: string } | undefined>(
    {
      zh: '上传和生成的文件存放处（S3 桶），多台机器共用',
      en: 'bucket of S3 that holds files, for several machines to share',
    },
    's3://bucket or s3://bucket/folder',
    'empty: DATA_DIR/storage',
    undefined,
    readBucket,
  ),
  ADOPT_STORAGE: setting(
    {
      zh: '文件存储已更换或丢失：启动时将现在的存储认作本系统的存储',
      en: 'the storage of files was replaced or lost: take the present one over at this start',
    },
    '1 or 0',
    '0',
    false,
    onOff,
  ),
  S3_ENDPOINT: setting<string | undefined>(
    { zh: 'S3 兼容服务的地址', en: 'address of a service that speaks S3' },
    'https://… or http://…',
    "empty: Amazon's",
    undefined,
    (value) => (/^https?:\/\/[^\s/]+\/?$/.test(value) ? value : undefined),
  ),
  S3_REGION: setting(
    { zh: 'S3 区域', en: 'region of the bucket' },
    'name of a region',
    'us-east-1',
    'us-east-1',
    (value) => (/^[a-z0-9-]{1,64}$/.test(value) ? value : undefined),
  ),
  S3_ACCESS_KEY_ID: setting<string | undefined>(
    { zh: 'S3 访问密钥编号', en: 'access key of the bucket' },
    'text without spaces, together with S3_SECRET_ACCESS_KEY',
    "empty: the machine's own, as the AWS SDK finds it",
    undefined,
    word,
  ),
  S3_SECRET_ACCESS_KEY: setting<string | undefined>(
    { zh: 'S3 访问密钥', en: 'its secret' },
    'text without spaces, together with S3_ACCESS_KEY_ID',
    'empty',
    undefined,
    word,
  ),
  PRIVATE_ENDPOINTS: setting(
    {
      zh: '允许对象存储、短信等服务使用内网地址',
      en: 'let the storages and providers that tenants enter have addresses of private networks',
    },
    '0 or 1',
    '0',
    false,
    onOff,
  ),
  OUTBOUND_HOSTS: setting<readonly string[] | null>(
    {
      zh: '对象存储、短信等服务只许使用的主机',
      en: 'the only hosts that the storages and providers that tenants enter may have',
    },
    'host names separated by commas; *.example.com for all below a name',
    'empty: all',
    null,
    (value) => {
      const hosts = value
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean);
      return hosts.length > 0 && hosts.every((host) => HOST.test(host)) ? hosts : undefined;
    },
  ),
  OUTBOUND_TLS: setting(
    { zh: '对象存储、短信等服务必须使用加密连接', en: 'demand TLS of the storages and providers that tenants enter' },
    '0 or 1',
    '0',
    false,
    onOff,
  ),
  ADMIN_PASSWORD: setting<string | undefined>(
    { zh: '首个管理员的密码', en: "first administrator's password" },
    'at least 8 characters',
    'generated, printed once',
    undefined,
    (value) => (value.length >= 8 ? value : undefined),
  ),
  DEMO: setting<boolean | undefined>(
    { zh: '首次启动时装入演示数据', en: 'load demo data at the first start' },
    '0 or 1',
    '1 with the embedded database, else 0',
    undefined,
    onOff,
  ),
  DEMO_PASSWORD: setting<string | undefined>(
    { zh: '演示账号的密码', en: 'password of the demo accounts' },
    'at least 8 characters',
    'generated, printed once',
    undefined,
    (value) => (value.length >= 8 ? value : undefined),
  ),
  SANDBOX: setting<boolean | undefined>(
    {
      zh: '允许用沙箱代替号码检测和代付服务（仅供演示，不影响库存，不真正打款）',
      en: 'let the sandbox check numbers and pay out, for trying out; it changes no stock and sends no money',
    },
    '0 or 1',
    '1 with demo data, else 0',
    undefined,
    onOff,
  ),
  CAPTCHA: setting(
    { zh: '登录验证（由浏览器自动完成）', en: 'captcha at sign-in, which the browser works out by itself' },
    'on or off',
    'on',
    true,
    onOff,
  ),
  MESSAGE_PORT: setting<number | null>(
    { zh: '实时消息的独立端口', en: 'additional port for live messages' },
    '1–65535, or off',
    '5884',
    5884,
    (value) => (/^(0|off)$/i.test(value) ? null : whole(1, 65535)(value)),
  ),
  TICK_MILLIS: setting(
    {
      zh: '查找到期工作的间隔（毫秒）；定时任务的周期按它与 1000 之比缩放',
      en: 'milliseconds between two looks for due work; the periods of timers change in proportion to 1000',
    },
    '10–1000',
    '1000',
    1000,
    whole(10, 1000),
  ),
  UPGRADE_BACKUP: setting(
    {
      zh: '启动时若需升级数据库，先备份到数据目录',
      en: 'back the installation up into the data folder before a start upgrades its database',
    },
    '0 or 1',
    '1',
    true,
    onOff,
  ),
  DRAIN_SECONDS: setting<number | undefined>(
    {
      zh: '收到 SIGTERM 后报告未就绪、仍继续服务的秒数，供负载均衡切走流量',
      en: 'seconds a process still serves after SIGTERM, while it reports that it is not ready, so that a proxy turns to other nodes',
    },
    '0–300',
    '0 with the embedded database, else 5',
    undefined,
    whole(0, 300),
  ),
  ROLE: setting<'web' | 'worker' | 'all'>(
    { zh: '进程角色', en: 'what this process does' },
    'web, worker or all',
    'all',
    'all',
    oneOf('web', 'worker', 'all'),
  ),
  LOG_LEVEL: setting<'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'>(
    { zh: '日志级别', en: 'what is logged' },
    'trace, debug, info, warn, error or silent',
    'info',
    'info',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent'),
  ),
  TRUST_PROXY: setting<TrustedProxies>(
    { zh: '信任反向代理的转发头', en: 'whose forwarding headers are believed' },
    'number of reverse proxies in a row in front (1–10), or their addresses and networks separated by commas (10.0.0.0/8, loopback); 0: nobody',
    '0',
    false,
    readTrustedProxies,
  ),
  TOKEN_LIFE_SECONDS: setting(
    { zh: '访问令牌有效期（秒）', en: 'life of an access token, seconds' },
    '60–604800',
    '43140',
    43_140,
    whole(60, 604_800),
  ),
  TOKEN_TIME_SECONDS: setting<number | undefined>(
    { zh: '控制台续期访问令牌时的令牌年龄（秒）', en: 'age at which the console renews an access token, seconds' },
    '10–604799, below the life of the token',
    'half of its life',
    undefined,
    whole(10, 604_799),
  ),
  REFRESH_LIFE_SECONDS: setting(
    { zh: '刷新令牌有效期（秒）', en: 'life of a refresh token, seconds' },
    '60–31536000',
    '604800',
    604_800,
    whole(60, 31_536_000),
  ),
  RATE_LIMIT: setting(
    {
      zh: '每个会话（未登录时每个地址）每分钟的请求上限，所有进程合计',
      en: 'calls of one session, or without one of one address, in a minute, counted over all processes',
    },
    '10–100000000',
    '6000',
    6000,
    whole(10, 100_000_000),
  ),
  FRAME_SOURCES: setting<readonly string[]>(
    { zh: '允许嵌入控制台的外部网站', en: 'foreign sites that menu entries may show inside the console' },
    'origins separated by commas (https://docs.example.com, https://*.example.com), any or none',
    'any',
    ['https:', 'http:'],
    origins,
  ),
  SECRET_KEY: setting<Buffer | undefined>(
    {
      zh: '加密两步验证等机密的密钥，多台机器须一致',
      en: 'key that encrypts two-step verification and other secrets; the same on every machine',
    },
    '32 bytes as 64 hex digits or base64',
    'DATA_DIR/secret.key, written at the first start',
    undefined,
    readKey,
  ),
  METRICS_TOKEN: setting<string | undefined>(
    { zh: '读取 /metrics 的令牌', en: 'bearer token for /metrics' },
    'at least 8 characters',
    'empty: this machine only',
    undefined,
    (value) => (value.length >= 8 ? value : undefined),
  ),
  SOCIAL_PROVIDERS: setting<readonly SocialProvider[]>(
    { zh: '第三方登录的提供方', en: 'providers people may sign in with' },
    'JSON list, see [social sign-in](docs/operations/social-sign-in.md)',
    'none',
    [],
    readSocialProviders,
  ),
  PARTNER_KEYS: setting<readonly PartnerKey[]>(
    { zh: '合作方服务器调用公开接口的签名密钥', en: 'keys with which servers of partners sign public calls' },
    'JSON list, see [public calls](docs/public-calls.md)',
    'none',
    [],
    readPartnerKeys,
  ),
  SIGN_LEGACY_WORD: setting<string | undefined>(
    { zh: '旧签名方式的固定词', en: 'fixed word of legacy signatures of public calls' },
    '8–256 characters without spaces',
    'empty: legacy signatures are refused',
    undefined,
    (value) => (/^\S{8,256}$/.test(value) ? value : undefined),
  ),
} satisfies Record<string, Setting<unknown>>;

type Declared = typeof declared;
type Values = { [K in keyof Declared]: Declared[K] extends Setting<infer T> ? T : never };

/** One or more settings have values that are not accepted. */
export class ConfigError extends Error {
  readonly names: readonly string[];

  /** `wrong`: the names, each with its problem where known. */
  constructor(wrong: ReadonlyMap<string, string | undefined>) {
    const lines = [...wrong].map(([name, detail]) => {
      const { meaning, accepts } = declared[name as keyof Declared];
      return `  ${name} (${meaning.zh} / ${meaning.en}): ${accepts}${detail ? `\n    ${detail}` : ''}`;
    });
    super(`设置有误 / Wrong settings:\n${lines.join('\n')}`);
    this.name = 'ConfigError';
    this.names = [...wrong.keys()];
  }
}

/** Reads the declared settings; an empty value counts as not set, unknown names are ignored. */
export function settings(environment: Readonly<Record<string, string | undefined>>): Values {
  const wrong = new Map<string, string | undefined>();
  const values = Object.fromEntries(
    Object.entries<Setting<unknown>>(declared).map(([name, { read, absent }]) => {
      const given = environment[name]?.trim();
      if (given === undefined || given === '') return [name, absent];
      try {
        const value = read(given);
        if (value === undefined) wrong.set(name, undefined);
        return [name, value];
      } catch (error) {
        wrong.set(name, (error as Error).message);
        return [name, undefined];
      }
    }),
  );
  if (wrong.size > 0) throw new ConfigError(wrong);
  return values as Values;
}

/** The table of settings as Markdown, for the README; a test compares the two. */
export function settingsTable(): string {
  const rows = Object.entries<Setting<unknown>>(declared).map(
    ([name, { meaning, accepts, standard }]) => `| \`${name}\` | ${meaning.en} | ${accepts} | ${standard} |`,
  );
  return ['| setting | what it is | accepts | when not set |', '| --- | --- | --- | --- |', ...rows].join('\n');
}
