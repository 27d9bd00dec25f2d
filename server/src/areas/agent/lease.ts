import { leaseStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { lease } from '@trade-assistant/contract/areas/agent/lease.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { ListQuery } from '@trade-assistant/contract/kit/page.ts';
import { inArray, type SQL, sql } from 'drizzle-orm';
import { ofHouseDepartments } from '../../engines/people/identity/index.ts';
import { items } from '../../engines/stock/inventory/index.ts';
import {
  type LeaseRow,
  leaseMonths,
  leases,
  setAutoRenew,
  today,
  warnOfSupply,
} from '../../engines/stock/leases/index.ts';
import { quoteRenewal, renewLeases, runDueLeases } from '../../engines/stock/orders/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { defineTimer } from '../../kernel/jobs/index.ts';
import { maskNumber, plainNumber } from '../../kernel/phone/index.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { listRows } from '../../kernel/resource/list.ts';
import { findNumbers } from '../../kernel/resource/numbers.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

const EVERY_MILLIS = 60_000;
const { active, overdue } = leaseStatus.is;

export const timers = [
  defineTimer({ name: 'leases/turn', every: EVERY_MILLIS, run: async ({ db }) => void (await runDueLeases(db)) }),
  defineTimer({ name: 'leases/supply', every: { at: '09:00' }, run: async ({ db }) => void (await warnOfSupply(db)) }),
];

const isRunning: SQL = sql`${leases.status} in (${active}, ${overdue})`;
const daysLeft: SQL = sql`(case when ${isRunning} then ${leases.endDate} - ${today} end)`;

export default resourceRoutes(lease, leases, {
  scope: 'owner',
  ruled: { scope: 'owner', inDepartments: ofHouseDepartments(leases.ownerPath, leases.createDept) },
  asked: ({ withinDays }) =>
    typeof withinDays === 'number'
      ? sql`${isRunning} and ${leases.endDate} <= ${today} + ${withinDays}::int`
      : undefined,
  conditions: ({ actor }) => ({ number: findNumbers(leases.e164, sql`${leases.ownerId} = ${actor.userId}`) }),
  computed: {
    fields: ['isOwn', 'daysLeft', 'supplyEnd', 'number', 'productName'],
    fill: complete,
    order: () => ({ daysLeft, number: sql`${leases.e164}` }),
  },
  actions: {
    months: (c, query: ListQuery) => listRows(c.app.db, { actor: c.actor, table: leaseMonths, scope: 'owner' }, query),
    quote: async (c, choice) => {
      buyersOnly(c);
      const { kinds, numbers, amount, balance, bonus, endsFrom, endsUntil } = await quoteRenewal(
        c.app.db,
        c.actor,
        choice,
      );
      return {
        ...{ numbers, months: choice.months, amount, balance, bonus, endsFrom, endsUntil },
        kinds: kinds.map(({ businessType, countryCode, leases: of, price, amount: cost }) => ({
          ...{ businessType, countryCode, numbers: of.length, unitPrice: price.unitPrice, amount: cost },
        })),
      };
    },
    renew: (c, asked) =>
      c.tx(async (tx) => {
        buyersOnly(c);
        const { renewalNos, numbers, amount, balance, endsFrom, endsUntil } = await renewLeases(tx, c.actor, asked);
        announceChange(tx, c.actor.tenantId, lease);
        return { renewalNos: [...renewalNos], numbers, amount, balance, endsFrom, endsUntil };
      }),
    'auto-renew': (c, { ids, autoRenew }) =>
      c.tx(async (tx) => {
        buyersOnly(c);
        return { changed: await setAutoRenew(tx, c.actor, { ids, isOn: autoRenew === 1 }) };
      }),
  },
});

/** Refuses staff, who see leases but do not pay for them. */
function buyersOnly(c: Context): void {
  if (c.actor.userType === userType.is.staff) throw commonErrors.NO_PERMISSION();
}

/** Owners see their numbers in full, others masked; staff also see until when the number is supplied. */
async function complete(c: Context, rows: readonly LeaseRow[]) {
  const isStaff = c.actor.userType === userType.is.staff;
  const supplied = isStaff
    ? await c.app.db.drizzle
        .select({ id: items.id, leaseEnd: items.leaseEnd })
        .from(items)
        .where(
          inArray(
            items.id,
            rows.map(({ itemId }) => itemId),
          ),
        )
    : [];
  const ends = new Map(supplied.map(({ id, leaseEnd }) => [id, leaseEnd]));
  const left = await daysLeftOf(c, rows);
  return rows.map((row) => {
    const isOwn = row.ownerId === c.actor.userId;
    return {
      productName: c.locale === 'en' ? row.productNameEn : row.productName,
      isOwn: isOwn ? (1 as const) : (0 as const),
      number: isOwn ? plainNumber(row.e164) : maskNumber(row.e164),
      daysLeft: left.get(row.id) ?? null,
      supplyEnd: ends.get(row.itemId) ?? null,
    };
  });
}

async function daysLeftOf(c: Context, rows: readonly LeaseRow[]): Promise<ReadonlyMap<bigint, number>> {
  const found = await c.app.db.drizzle
    .select({ id: leases.id, days: sql<number | null>`${daysLeft}::int` })
    .from(leases)
    .where(
      inArray(
        leases.id,
        rows.map(({ id }) => id),
      ),
    );
  return new Map(found.flatMap(({ id, days }) => (days === null ? [] : [[id, days] as const])));
}
