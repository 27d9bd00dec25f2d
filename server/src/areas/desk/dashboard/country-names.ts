import { countries } from '../../../engines/stock/inventory/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { visible } from '../../../kernel/resource/scope.ts';

/** Returns the countries' names in the reader's language, by code. */
export async function countryNames(c: Context): Promise<ReadonlyMap<string, string>> {
  const rows = await c.app.db.drizzle
    .select({ code: countries.countryCode, zh: countries.nameZh, en: countries.nameEn })
    .from(countries)
    .where(visible(c.actor, countries, 'tenant'));
  return new Map(rows.map(({ code, zh, en }) => [code, c.locale === 'zh' ? zh : en]));
}
