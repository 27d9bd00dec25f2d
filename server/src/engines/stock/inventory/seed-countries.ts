import { sql } from 'drizzle-orm';
import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import type { Tx } from '../../../kernel/db/index.ts';
import table from './countries.json' with { type: 'json' };

/**
 * Adds every country that has its own numbering plan, open for business. Keyed by code: adds missing ones, changes no
 * existing row, and does not restore countries that an administrator removed. @returns how many were added
 */
export async function seedCountries(tx: Tx, tenantId: string): Promise<number> {
  const added = await tx.execute(sql`
    insert into inv_country (tenant_id, country_code, iso3, dial_code, name_zh, name_en, flag, currency, timezones, sort)
    select ${tenantId}::text, s.code, s.iso3, s.dial, s.zh, s.en, s.flag, s.currency, s.zones, s.sort
    from jsonb_to_recordset(${JSON.stringify(numberedCountries())}::jsonb) as s (code text, iso3 text, dial text, zh text, en text, flag text, currency text, zones jsonb, sort int)
    where not exists (select from inv_country c where c.tenant_id = ${tenantId} and c.country_code = s.code)
    on conflict do nothing`);
  // Rows from before currencies were seeded, if no user has edited them.
  await tx.execute(sql`
    update inv_country c set currency = s.currency
    from jsonb_to_recordset(${JSON.stringify(numberedCountries())}::jsonb) as s (code text, currency text)
    where c.tenant_id = ${tenantId} and c.country_code = s.code and c.currency is null and c.version = 1`);
  return added.rowCount ?? 0;
}

/** Adds a first warehouse to a tenant that never had one, so that numbers can be stored. */
export async function seedWarehouse(tx: Tx, tenantId: string): Promise<void> {
  await tx.execute(sql`
    insert into inv_warehouse (tenant_id, warehouse_code, name_zh, name_en)
    select ${tenantId}::text, 'WH01', '主仓', 'Main'
    where not exists (select from inv_warehouse where tenant_id = ${tenantId})
    on conflict do nothing`);
}

interface NumberedCountry {
  readonly code: string;
  readonly iso3: string;
  readonly dial: string;
  readonly zh: string;
  readonly en: string;
  readonly flag: string;
  /** ISO 4217. */
  readonly currency: string | null;
  /** IANA names, the most populous one first. */
  readonly zones: readonly string[];
  /** By English name, after the countries a tenant sorts first, and with gaps. */
  readonly sort: number;
}

const [FIRST_PLACE, STEP] = [1000, 10];

let known: readonly NumberedCountry[] | undefined;

/** ISO 3166, limited to territories with telephone numbers. Computed once: the time zones take half a second. */
function numberedCountries(): readonly NumberedCountry[] {
  known ??= findNumberedCountries();
  return known;
}

function findNumberedCountries(): NumberedCountry[] {
  const numbered = new Set<string>(getCountries());
  return Object.entries(table.countries)
    .filter(([code]) => numbered.has(code))
    .map(([code, country]) => ({ code, ...country, en: EN_IN_USE[code] ?? country.en }))
    .sort((one, other) => one.en.localeCompare(other.en, 'en'))
    .map(({ code, iso3, zh, en, currency }, place) => ({
      code,
      iso3,
      dial: getCountryCallingCode(code as CountryCode),
      zh,
      en,
      flag: flagOf(code),
      currency,
      zones: zonesOf(code),
      sort: FIRST_PLACE + place * STEP,
    }));
}

const flagOf = (code: string): string =>
  String.fromCodePoint(...[...code].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 'A'.charCodeAt(0)));

function zonesOf(code: string): string[] {
  const main = MAIN_ZONES[code];
  const all = new Intl.Locale(`und-${code}`).getTimeZones?.() ?? [];
  return [...(main ? [main] : []), ...all.filter((zone) => zone !== main)];
}

/** The time zone of the capital or of most inhabitants, for countries with several (or none known to the runtime). */
const MAIN_ZONES: Readonly<Record<string, string>> = {
  AR: 'America/Argentina/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CD: 'Africa/Kinshasa',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  CY: 'Asia/Nicosia',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Ponape',
  GL: 'America/Godthab',
  ID: 'Asia/Jakarta',
  KI: 'Pacific/Tarawa',
  KZ: 'Asia/Almaty',
  MH: 'Pacific/Majuro',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PS: 'Asia/Gaza',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kiev',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
  XK: 'Europe/Belgrade',
};

/** Common English names instead of long official ones. */
const EN_IN_USE: Readonly<Record<string, string>> = {
  CD: 'DR Congo',
  CG: 'Congo',
  CN: 'China',
  CZ: 'Czechia',
  FK: 'Falkland Islands',
  FM: 'Micronesia',
  GM: 'Gambia',
  IR: 'Iran',
  LA: 'Laos',
  MD: 'Moldova',
  MK: 'North Macedonia',
  PS: 'Palestine',
  RU: 'Russia',
  SY: 'Syria',
  TW: 'Taiwan',
  TZ: 'Tanzania',
  US: 'United States',
  VA: 'Vatican City',
  VG: 'British Virgin Islands',
  VI: 'U.S. Virgin Islands',
};
