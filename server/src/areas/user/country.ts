import { country } from '@trade-assistant/contract/areas/user/country.ts';
import type { CountryChoice } from '@trade-assistant/contract/country-choice.ts';
import { businessType } from '@trade-assistant/contract/dictionaries.ts';
import { type AppError, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import { fill } from '@trade-assistant/contract/kit/locale.ts';
import { isZone } from '@trade-assistant/contract/kit/time.ts';
import { and, asc, type SQL, sql } from 'drizzle-orm';
import { countries } from '../../engines/stock/inventory/index.ts';
import type { Actor } from '../../kernel/auth/actor.ts';
import type { Db } from '../../kernel/db/index.ts';
import { literal } from '../../kernel/resource/filters.ts';
import type { Reference } from '../../kernel/resource/references.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';

export default resourceRoutes(country, countries, {
  scope: 'tenant',
  beforeSave: async (_c, _tx, input, existing) => {
    const unknown = input.timezones?.find((zone) => !isZone(zone));
    if (unknown !== undefined) throw unknownZone(unknown);
    const next = { ...existing, ...input };
    if (next['isBlocked'] === 1 && !next['blockReason']) throw noReason();
    return input;
  },
  usedBy: [
    named('inv_item', { zh: '库存号码', en: 'numbers in stock', one: 'number in stock' }),
    named(
      'inv_staged',
      { zh: '待入库号码', en: 'incoming numbers', one: 'number about to be stocked' },
      sql`status <> 6`,
    ),
    named('prc_price', { zh: '价格', en: 'prices', one: 'price' }),
    named('prc_agent_price', { zh: '代理价格', en: 'agent prices', one: 'agent price' }),
    named('agt_product', { zh: '商品', en: 'products', one: 'product' }),
  ],
  actions: { 'bulk-select': (c, input) => choices(c.app.db, c.actor, input) },
});

const countryErrors = defineErrors({
  BLOCK_REASON: { status: 400, zh: '请填写禁售原因', en: 'Enter the reason for blocking the country' },
  ZONE_UNKNOWN: { status: 400, zh: '没有名为“{zone}”的时区', en: 'No time zone “{zone}”' },
});

function noReason(): AppError {
  const { zh, en } = countryErrors.declarations.BLOCK_REASON;
  return countryErrors.BLOCK_REASON({}, { fields: [{ field: 'blockReason', message: { zh, en } }] });
}

function unknownZone(zone: string): AppError {
  const { zh, en } = countryErrors.declarations.ZONE_UNKNOWN;
  const message = { zh: fill(zh, { zone }), en: fill(en, { zone }) };
  return countryErrors.ZONE_UNKNOWN({ zone }, { fields: [{ field: 'timezones', message }] });
}

/** Rows of numbers, prices or products that name a country. */
function named(table: string, what: Reference['what'], more = sql`true`): Reference {
  return {
    what,
    from: sql.identifier(table) as unknown as SQL,
    column: sql`country_code`,
    where: ({ tenantId }) => sql`tenant_id = ${tenantId} and deleted_at is null and ${more}`,
    field: 'countryCode',
  };
}
interface Choosing {
  readonly businessType?: number | undefined;
  readonly keyword?: string | undefined;
  readonly onlyStock?: 0 | 1 | undefined;
}

/** Returns a tenant's countries for pickers, by one small query; unavailable ones are included as disabled. */
async function choices(
  db: Db,
  actor: Actor,
  { businessType: business, keyword, onlyStock }: Choosing,
): Promise<(CountryChoice & { readonly sort: number })[]> {
  const part = keyword ? `%${literal(keyword)}%` : null;
  const rows = await db.drizzle
    .select({
      value: countries.countryCode,
      label: countries.nameZh,
      labelEn: countries.nameEn,
      dialCode: countries.dialCode,
      flag: countries.flag,
      isBlocked: countries.isBlocked,
      status: countries.status,
      whatsapp: countries.whatsappEnabled,
      telegram: countries.telegramEnabled,
      sms: countries.smsEnabled,
      sort: countries.sort,
    })
    .from(countries)
    .where(
      and(
        visible(actor, countries, 'tenant'),
        part === null
          ? undefined
          : sql`(${countries.nameZh} ilike ${part} or ${countries.nameEn} ilike ${part} or ${countries.countryCode} ilike ${part} or ${countries.iso3} ilike ${part} or ${countries.dialCode} like ${part.replace('+', '')})`,
        onlyStock === 1 ? inStock(actor, business) : undefined,
      ),
    )
    .orderBy(asc(countries.sort), asc(countries.nameEn));
  return rows.map(({ value, label, labelEn, dialCode, flag, isBlocked, status, whatsapp, telegram, sms, sort }) => {
    const offers: Record<number, number> = {
      [businessType.is.whatsapp]: whatsapp,
      [businessType.is.telegram]: telegram,
      [businessType.is.sms]: sms,
    };
    const disabled = isBlocked === 1 || status !== 1 || (business !== undefined && offers[business] !== 1);
    return { value, label, labelEn, dialCode, flag: flag ?? '', sort, disabled };
  });
}

/** Reads the counters, so the cost does not depend on the number of phone numbers. */
const inStock = (actor: Actor, business: number | undefined) => sql`${countries.countryCode} in (
  select country_code from inv_counter where tenant_id = ${actor.tenantId} ${business === undefined ? sql`` : sql`and business_type = ${business}`}
  group by tenant_id, business_type, country_code having sum(available) > 0)`;
