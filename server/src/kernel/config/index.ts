import path from 'node:path';
import type { OutboundRules } from '../outbound/index.ts';
import type { PartnerKey } from './partner-keys.ts';
import type { TrustedProxies } from './proxies.ts';
import { ConfigError, settings } from './settings.ts';
import type { SocialProvider } from './social-providers.ts';

export { ConfigError, settingsTable } from './settings.ts';
export { isLoopback, type SocialProvider } from './social-providers.ts';

/** The settings of one process, checked. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly dataDir: string;
  /** Where files are stored; null: below `dataDir`. */
  readonly bucket: {
    readonly bucket: string;
    readonly prefix: string;
    readonly region: string;
    readonly endpoint: string | null;
    readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
  } | null;
  /** Null: the embedded PostgreSQL. */
  readonly databaseUrl: string | null;
  /** Null: `databaseUrl` leads to PostgreSQL itself, or to a pooler that keeps sessions. */
  readonly databaseDirectUrl: string | null;
  readonly databasePool: number;
  /** Whether this start takes a storage over that is not the one of the database. */
  readonly adoptsStorage: boolean;
  /** Whether services that tenants enter may have addresses of private networks. */
  readonly outbound: OutboundRules;
  readonly adminPassword: string | undefined;
  readonly demo: boolean;
  readonly demoPassword: string | undefined;
  /** Whether numbers may be checked with the sandbox; null: where there is demo data. */
  readonly sandbox: boolean | null;
  /** Whether signing in needs a captcha. */
  readonly captcha: boolean;
  /** Null: no separate port for messages. */
  readonly messagePort: number | null;
  /** Milliseconds between two looks for due work. Periods of timers are declared for 1000, and change in proportion. */
  readonly tickMillis: number;
  /** Whether a start that upgrades the database makes a backup first. */
  readonly backupBeforeUpgrade: boolean;
  /** Seconds between SIGTERM and the end of service. */
  readonly drainSeconds: number;
  readonly role: 'web' | 'worker' | 'all';
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Proxies whose forwarding headers are trusted. */
  readonly trustProxy: TrustedProxies;
  readonly tokenLifeSeconds: number;
  /** Age of an access token at which the console renews it; below its life. */
  readonly tokenTimeSeconds: number;
  readonly refreshLifeSeconds: number;
  /** Calls of one session, or of one address without a session, in a minute; beyond it 429. */
  readonly rateLimitPerMinute: number;
  /** Sources of frames beside the console itself, as a content security policy names them. */
  readonly frameSources: readonly string[];
  readonly metricsToken: string | undefined;
  /** Providers people may sign in with besides their password. */
  readonly socialProviders: readonly SocialProvider[];
  /** Keys with which servers of partners sign public calls. */
  readonly partnerKeys: readonly PartnerKey[];
  /** The fixed word of legacy signatures; undefined refuses them. */
  readonly signLegacyWord: string | undefined;
  /** Undefined: the key of the data directory. */
  readonly secretKey: Buffer | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads and checks all settings. @throws ConfigError naming each wrong setting and its accepted values */
export function loadConfig(environment: Environment): Config {
  const at = settings(environment);
  const bucket = bucketOf(at);
  const databaseUrl = at.DATABASE_URL ?? null;
  const databaseDirectUrl = at.DATABASE_DIRECT_URL ?? null;
  if (databaseDirectUrl !== null && databaseUrl === null) throw missing('DATABASE_URL');
  return {
    port: at.PORT,
    host: at.HOST,
    dataDir: path.resolve(at.DATA_DIR),
    bucket,
    adoptsStorage: at.ADOPT_STORAGE,
    databaseUrl,
    databaseDirectUrl,
    databasePool: at.DATABASE_POOL,
    outbound: { allowPrivate: at.PRIVATE_ENDPOINTS, hosts: at.OUTBOUND_HOSTS, demandTls: at.OUTBOUND_TLS },
    adminPassword: at.ADMIN_PASSWORD,
    demo: at.DEMO ?? databaseUrl === null,
    demoPassword: at.DEMO_PASSWORD,
    sandbox: at.SANDBOX ?? null,
    captcha: at.CAPTCHA,
    messagePort: at.MESSAGE_PORT,
    tickMillis: at.TICK_MILLIS,
    backupBeforeUpgrade: at.UPGRADE_BACKUP,
    drainSeconds: at.DRAIN_SECONDS ?? (databaseUrl === null ? 0 : 5),
    role: at.ROLE,
    logLevel: at.LOG_LEVEL,
    trustProxy: at.TRUST_PROXY,
    tokenLifeSeconds: at.TOKEN_LIFE_SECONDS,
    tokenTimeSeconds: tokenTime(at.TOKEN_TIME_SECONDS, at.TOKEN_LIFE_SECONDS),
    refreshLifeSeconds: at.REFRESH_LIFE_SECONDS,
    rateLimitPerMinute: at.RATE_LIMIT,
    frameSources: at.FRAME_SOURCES,
    metricsToken: at.METRICS_TOKEN,
    socialProviders: at.SOCIAL_PROVIDERS,
    partnerKeys: at.PARTNER_KEYS,
    signLegacyWord: at.SIGN_LEGACY_WORD,
    secretKey: at.SECRET_KEY,
  };
}

function tokenTime(wanted: number | undefined, life: number): number {
  if (wanted !== undefined && wanted >= life)
    throw new ConfigError(new Map([['TOKEN_TIME_SECONDS', `${wanted} is not below ${life}`]]));
  return wanted ?? Math.floor(life / 2);
}

/** Refuses half a key, and settings of a bucket without a bucket, which would be ignored. */
function bucketOf(at: ReturnType<typeof settings>): Config['bucket'] {
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = at;
  if (accessKeyId !== undefined && secretAccessKey === undefined) throw missing('S3_SECRET_ACCESS_KEY');
  if (secretAccessKey !== undefined && accessKeyId === undefined) throw missing('S3_ACCESS_KEY_ID');
  if (!at.FILES_URL) {
    if (endpoint !== undefined || accessKeyId !== undefined) throw missing('FILES_URL');
    return null;
  }
  return {
    ...at.FILES_URL,
    region: at.S3_REGION,
    endpoint: endpoint ?? null,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
  };
}

const missing = (name: string) => new ConfigError(new Map([[name, '未设置 / not set']]));
