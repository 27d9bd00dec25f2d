import { priceConfigure } from '@trade-assistant/contract/areas/whatsapp/price-configure.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { businessType, serviceType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { micros } from '@trade-assistant/contract/kit/money.ts';
import type { RowOf } from '@trade-assistant/contract/kit/resource.ts';
import { and, eq } from 'drizzle-orm';
import {
  addOrAsk,
  belowCostApproval,
  changeOrAsk,
  currentPrices,
  knownCost,
  type PriceValues,
  prices,
  pricesChangedAt,
  removePrices,
  setOrAsk,
  setPriceStatus,
} from '../../engines/money/pricing/index.ts';
import { countries, inventoryErrors } from '../../engines/stock/inventory/index.ts';
import { readerOf } from '../../engines/stock/orders/index.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { bulkAnswer } from '../../kernel/http/bulk.ts';
import type { Context } from '../../kernel/http/context.ts';
import { serve } from '../../kernel/http/serve.ts';
import { listRows } from '../../kernel/resource/list.ts';
import { visible } from '../../kernel/resource/scope.ts';
import { assertMayChange, changesOf } from './price-configure/step-up.ts';

type Row = RowOf<typeof priceConfigure>;
const ANY_COUNTRY = '*';
const SERVICES = Object.values(serviceType.is);

export const approvals = [belowCostApproval];

export default serve(priceConfigure, {
  list: (c, query) =>
    listRows<Row & Record<string, unknown>>(c.app.db, { actor: c.actor, table: prices, scope: 'tenant' }, query),

  detail: async (c, { id }) => {
    const [row] = await c.app.db.drizzle
      .select()
      .from(prices)
      .where(and(visible(c.actor, prices, 'tenant'), eq(prices.id, id)));
    if (!row) throw commonErrors.NOT_FOUND();
    return row;
  },

  save: async (c, input) => {
    assertCanSetCost(c, input.costPrice);
    const values: PriceValues = {
      businessType: input.businessType,
      serviceType: input.serviceType,
      filterType: input.filterType ?? null,
      activePeriod: input.activePeriod ?? null,
      countryCode: input.countryCode,
      agentLevel: input.agentLevel,
      unit: input.unit,
      chargeOn: input.chargeOn,
      costPrice: input.costPrice ?? micros(0n),
      salePrice: input.salePrice,
      minPrice: input.minPrice ?? null,
      minQty: input.minQty ?? null,
      maxQty: input.maxQty ?? null,
      stepQty: input.stepQty ?? null,
      tierJson: input.tierJson ?? [],
      effectiveTime: input.effectiveTime ?? new Date(),
      expireTime: input.expireTime ?? null,
      remark: input.remark ?? null,
    };
    return c.tx(async (tx) => {
      await assertCountry(tx, c, values.countryCode);
      // A user who cannot see costs does not set one: the price is checked against the known cost of its key.
      const costPrice = maySetCost(c) ? values.costPrice : await knownCost(tx, c.actor, values);
      return addOrAsk(tx, c.actor, { ...values, costPrice }, rightsOf(c));
    });
  },

  update: async (c, { id, version, ...input }) => {
    assertCanSetCost(c, input.costPrice);
    const { costPrice, effectiveTime, tierJson, ...rest } = input;
    const changes = {
      ...given(rest),
      ...(costPrice === undefined || !maySetCost(c) ? {} : { costPrice: costPrice ?? micros(0n) }),
      ...(effectiveTime === undefined ? {} : { effectiveTime: effectiveTime ?? new Date() }),
      ...(tierJson === undefined ? {} : { tierJson: tierJson ?? [] }),
    };
    return c.tx(async (tx) => {
      const [row] = await tx
        .select()
        .from(prices)
        .where(and(visible(c.actor, prices, 'tenant'), eq(prices.id, id)));
      if (row) assertMayChange(c, changesOf(row, changes));
      return changeOrAsk(tx, c.actor, { id, version, changes }, rightsOf(c));
    });
  },

  remove: async (c, { ids }) => {
    await c.tx((tx) => removePrices(tx, c.actor, ids));
    return undefined;
  },

  latest: async (c, { countryCode, ...only }) => {
    const { db } = c.app;
    const reader = await readerOf(db, c.actor);
    const asked = [only.businessType ?? businessType.is.whatsapp].flatMap((business) =>
      (only.serviceType === undefined ? SERVICES : [only.serviceType]).map((service) => ({
        ...{ businessType: business, serviceType: service },
        ...(countryCode === undefined ? {} : { countryCode }),
      })),
    );
    const [found, served, changes] = await Promise.all([
      Promise.all(asked.map((one) => currentPrices(db, reader, one))),
      servedCountries(c, asked[0]?.businessType ?? businessType.is.whatsapp),
      Promise.all(asked.map((one) => pricesChangedAt(db, c.actor.tenantId, one))),
    ]);
    const changedAt = changes.reduce((last, one) => (one && (!last || one > last) ? one : last), null);
    return {
      version: changedAt?.getTime() ?? 0,
      updatedAt: changedAt,
      currency: found.flat()[0]?.currency ?? BOOK_CURRENCY,
      items: found.flatMap((prices, index) =>
        prices.map(({ currency: _, tiers, ...price }) => {
          const country = served.get(price.countryCode);
          return {
            ...price,
            serviceType: asked[index]?.serviceType ?? 0,
            tiers: [...tiers],
            countryName: country?.name ?? price.countryCode,
            available: country?.isServed ?? false,
          };
        }),
      ),
    };
  },

  'update-status': async (c, { ids, status }) => {
    const { failed } = await c.tx((tx) => setPriceStatus(tx, c.actor, ids, status));
    return bulkAnswer(c.locale, ids.length, failed);
  },

  'batch-setting': async (c, { ids, settings, dryRun }) => {
    if (settings.field === 'costPrice' && !maySetCost(c)) throw commonErrors.NO_PERMISSION();
    const isDryRun = dryRun === 1;
    const { items, failed, pending, approvalId } = await c.tx(async (tx) => {
      const outcome = await setOrAsk(tx, c.actor, ids, settings, { ...rightsOf(c), isDryRun });
      if (!isDryRun) assertMayChange(c, outcome.items);
      return outcome;
    });
    const answer = bulkAnswer(c.locale, ids.length, failed);
    return {
      ...answer,
      okCount: answer.okCount - pending,
      dryRun: isDryRun,
      pendingCount: pending,
      approvalId,
      items: items.map(({ row, before, after, belowCost, written }) => ({
        id: row.id,
        nextId: written?.id ?? null,
        nextVersion: written?.version ?? null,
        priceNo: row.priceNo,
        countryCode: row.countryCode,
        businessType: row.businessType,
        serviceType: row.serviceType,
        filterType: row.filterType,
        activePeriod: row.activePeriod,
        agentLevel: row.agentLevel,
        before,
        after,
        belowCost,
      })),
    };
  },
});

const rightsOf = (c: Context) => ({ belowCost: c.can('whatsapp/price-configure:below-cost') });

const maySetCost = (c: Context): boolean => c.can('whatsapp/price-configure:cost');

/** Refuses a cost from users who may not see costs; an empty one is ignored. */
function assertCanSetCost(c: Context, costPrice: bigint | null | undefined): void {
  if (costPrice !== undefined && costPrice !== null && !maySetCost(c)) {
    throw commonErrors.NO_PERMISSION();
  }
}

/** @throws COUNTRY_UNKNOWN {code} */
async function assertCountry(tx: Tx, c: Context, code: string): Promise<void> {
  if (code === ANY_COUNTRY) return;
  const [known] = await tx
    .select({ id: countries.id })
    .from(countries)
    .where(and(visible(c.actor, countries, 'tenant'), eq(countries.countryCode, code)));
  if (!known) throw inventoryErrors.COUNTRY_UNKNOWN({ code });
}

/** Removes omitted properties: absent keeps, null clears. */
const given = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** Returns the tenant's countries by code, with their name for the caller and whether the business is served there. */
async function servedCountries(
  c: Context,
  business: number,
): Promise<Map<string, { name: string; isServed: boolean }>> {
  const rows = await c.app.db.drizzle
    .select()
    .from(countries)
    .where(visible(c.actor, countries, 'tenant'));
  const served = new Map(
    rows.map((row) => {
      const offers: Record<number, number> = {
        [businessType.is.whatsapp]: row.whatsappEnabled,
        [businessType.is.telegram]: row.telegramEnabled,
        [businessType.is.sms]: row.smsEnabled,
      };
      const isServed = row.isBlocked === 0 && row.status === 1 && offers[business] === 1;
      return [row.countryCode, { name: c.locale === 'zh' ? row.nameZh : row.nameEn, isServed }] as const;
    }),
  );
  return served.set(ANY_COUNTRY, { name: c.locale === 'zh' ? '所有国家' : 'All countries', isServed: true });
}
