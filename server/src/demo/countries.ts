import { sql } from 'drizzle-orm';
import { countries, warehouses } from '../engines/stock/inventory/index.ts';
import type { Actor } from '../kernel/auth/actor.ts';
import type { Tx } from '../kernel/db/index.ts';

interface Country {
  readonly code: string;
  readonly iso3: string;
  readonly dial: string;
  readonly zh: string;
  readonly en: string;
  readonly currency: string;
  readonly zones: readonly string[];
  readonly risk: 1 | 2 | 3;
  /** What may be sold there: WhatsApp, Telegram, SMS. */
  readonly offers: readonly [0 | 1, 0 | 1, 0 | 1];
  readonly senderRegistration?: true;
  readonly quiet?: readonly [string, string];
  readonly quarantineDays?: number;
}

/** The twelve countries something is sold in. The last six have prices and no numbers: what an empty shelf looks like. */
const COUNTRIES: readonly Country[] = [
  {
    code: 'US',
    iso3: 'USA',
    dial: '1',
    zh: '美国',
    en: 'United States',
    currency: 'USD',
    zones: ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'],
    risk: 1,
    offers: [1, 1, 1],
    senderRegistration: true,
    quiet: ['21:00', '08:00'],
  },
  {
    code: 'CA',
    iso3: 'CAN',
    dial: '1',
    zh: '加拿大',
    en: 'Canada',
    currency: 'CAD',
    zones: ['America/Toronto', 'America/Vancouver'],
    risk: 1,
    offers: [1, 1, 1],
    quiet: ['21:30', '09:00'],
  },
  {
    code: 'GB',
    iso3: 'GBR',
    dial: '44',
    zh: '英国',
    en: 'United Kingdom',
    currency: 'GBP',
    zones: ['Europe/London'],
    risk: 1,
    offers: [1, 1, 1],
    quiet: ['20:00', '08:00'],
    quarantineDays: 120,
  },
  {
    code: 'DO',
    iso3: 'DOM',
    dial: '1',
    zh: '多米尼加',
    en: 'Dominican Republic',
    currency: 'DOP',
    zones: ['America/Santo_Domingo'],
    risk: 2,
    offers: [1, 1, 1],
  },
  {
    code: 'PR',
    iso3: 'PRI',
    dial: '1',
    zh: '波多黎各',
    en: 'Puerto Rico',
    currency: 'USD',
    zones: ['America/Puerto_Rico'],
    risk: 1,
    offers: [1, 1, 1],
  },
  {
    code: 'JM',
    iso3: 'JAM',
    dial: '1',
    zh: '牙买加',
    en: 'Jamaica',
    currency: 'JMD',
    zones: ['America/Jamaica'],
    risk: 2,
    offers: [1, 0, 1],
  },
  {
    code: 'BR',
    iso3: 'BRA',
    dial: '55',
    zh: '巴西',
    en: 'Brazil',
    currency: 'BRL',
    zones: ['America/Sao_Paulo'],
    risk: 2,
    offers: [1, 1, 1],
    quiet: ['20:00', '09:00'],
  },
  {
    code: 'MX',
    iso3: 'MEX',
    dial: '52',
    zh: '墨西哥',
    en: 'Mexico',
    currency: 'MXN',
    zones: ['America/Mexico_City'],
    risk: 2,
    offers: [1, 1, 1],
  },
  {
    code: 'IN',
    iso3: 'IND',
    dial: '91',
    zh: '印度',
    en: 'India',
    currency: 'INR',
    zones: ['Asia/Kolkata'],
    risk: 3,
    offers: [1, 1, 0],
    senderRegistration: true,
    quiet: ['21:00', '09:00'],
    quarantineDays: 180,
  },
  {
    code: 'ID',
    iso3: 'IDN',
    dial: '62',
    zh: '印度尼西亚',
    en: 'Indonesia',
    currency: 'IDR',
    zones: ['Asia/Jakarta'],
    risk: 3,
    offers: [1, 1, 1],
    senderRegistration: true,
  },
  {
    code: 'PH',
    iso3: 'PHL',
    dial: '63',
    zh: '菲律宾',
    en: 'Philippines',
    currency: 'PHP',
    zones: ['Asia/Manila'],
    risk: 2,
    offers: [1, 1, 1],
  },
  {
    code: 'DE',
    iso3: 'DEU',
    dial: '49',
    zh: '德国',
    en: 'Germany',
    currency: 'EUR',
    zones: ['Europe/Berlin'],
    risk: 1,
    offers: [1, 1, 1],
    senderRegistration: true,
    quiet: ['20:00', '08:00'],
    quarantineDays: 180,
  },
];

/** What a country is called in the names of products. */
export const countryName = (code: string): { zh: string; en: string } => {
  const found = COUNTRIES.find((country) => country.code === code);
  if (!found) throw new RangeError(`No demo country ${code}`);
  return found;
};

/** Sets up the countries something is sold in. A country an administrator has changed stays as it is. */
export async function openCountries(tx: Tx, actor: Actor, at: Date): Promise<void> {
  for (const [index, country] of COUNTRIES.entries()) {
    const [whatsappEnabled, telegramEnabled, smsEnabled] = country.offers;
    const rules = {
      whatsappEnabled,
      telegramEnabled,
      smsEnabled,
      riskLevel: country.risk,
      senderRegRequired: country.senderRegistration ? (1 as const) : (0 as const),
      quietStart: country.quiet?.[0] ?? null,
      quietEnd: country.quiet?.[1] ?? null,
      quarantineDays: country.quarantineDays ?? 90,
      sort: index + 1,
      status: 1,
    };
    await tx
      .insert(countries)
      .values({
        tenantId: actor.tenantId,
        countryCode: country.code,
        iso3: country.iso3,
        dialCode: country.dial,
        nameZh: country.zh,
        nameEn: country.en,
        flag: flagOf(country.code),
        currency: country.currency,
        timezones: [...country.zones],
        isBlocked: 0,
        blockReason: null,
        ...rules,
        createUser: actor.userId,
        createUserName: actor.realName,
        createTime: at,
        updateUser: actor.userId,
        updateTime: at,
      })
      .onConflictDoUpdate({
        target: [countries.tenantId, countries.countryCode],
        targetWhere: sql`deleted_at is null`,
        set: rules,
        setWhere: sql`${countries.version} = 1`,
      });
  }
}

/** The two warehouses. */
export async function openWarehouses(tx: Tx, actor: Actor, at: Date): Promise<void> {
  const rows = [
    { warehouseCode: 'WH01', nameZh: '主仓', nameEn: 'Main' },
    { warehouseCode: 'WH02', nameZh: '海外仓', nameEn: 'Overseas' },
  ];
  await tx
    .insert(warehouses)
    .values(
      rows.map((row, index) => ({
        ...row,
        tenantId: actor.tenantId,
        sort: index + 1,
        status: 1,
        createUser: actor.userId,
        createUserName: actor.realName,
        createTime: at,
        updateUser: actor.userId,
        updateTime: at,
      })),
    )
    .onConflictDoNothing();
}

/** The two letters of a country as the two regional indicator signs that show its flag. */
const flagOf = (code: string): string =>
  String.fromCodePoint(...[...code].map((letter) => 0x1f1a5 + letter.charCodeAt(0)));
