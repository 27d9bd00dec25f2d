import type { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { micros, ZERO } from '@trade-assistant/contract/kit/money.ts';
import type { RowOf } from '@trade-assistant/contract/kit/resource.ts';
import { inArray } from 'drizzle-orm';
import { type Balances, balancesOf } from '../../../engines/money/ledger/index.ts';
import { contractDaysLeft, type UserRow, users } from '../../../engines/people/identity/index.ts';
import { spentBy } from '../../../engines/stock/orders/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { ticketed } from '../../../kernel/http/pictures.ts';

/** Returns users with the names of their superiors; one statement reads all balances. */
export async function complete(c: Context, rows: readonly UserRow[]): Promise<RowOf<typeof agentUser>[]> {
  if (rows.length === 0) return [];
  const parentIds = [...new Set(rows.flatMap(({ parentId }) => (parentId === null ? [] : [parentId])))];
  const [balances, parents, spent, daysLeft] = await Promise.all([
    c.app.db.tx((tx) => balancesOf(tx, c.actor, { userIds: rows.map(({ id }) => id) })),
    c.app.db.drizzle
      .select({ id: users.id, name: users.realName })
      .from(users)
      .where(inArray(users.id, parentIds.length > 0 ? parentIds : [0n])),
    spendingOf(c, rows),
    daysLeftOf(c, rows),
  ]);
  const moneyOf = new Map(balances.map((found) => [found.userId, found]));
  const nameOf = new Map(parents.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({
    ...row,
    ...wallets(moneyOf.get(row.id)),
    parentName: row.parentId === null ? null : (nameOf.get(row.parentId) ?? null),
    phone: row.phone || null,
    email: row.email || null,
    serviceAddress: row.serviceAddress || null,
    statusReason: row.statusReason || null,
    ...spent(row),
    contractNo: row.contractNo || null,
    contractNote: row.contractNote || null,
    contractAttachIds: ticketed(c, row.contractAttachIds),
    contractDaysLeft: daysLeft.get(row.id) ?? null,
    hasChildren: row.subCount > 0 ? 1 : 0,
  }));
}

/** Returns the days left of contracts with an end. */
async function daysLeftOf({ app }: Context, rows: readonly UserRow[]): Promise<Map<bigint, number | null>> {
  const ids = rows.filter(({ contractEnd }) => contractEnd !== null).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const found = await app.db.drizzle
    .select({ id: users.id, days: contractDaysLeft })
    .from(users)
    .where(inArray(users.id, ids));
  return new Map(found.map(({ id, days }) => [id, days]));
}

/** Returns limits and spending of users with limits. */
export async function spendingOf(
  c: Context,
  rows: readonly Pick<UserRow, 'id' | 'spendLimitDay' | 'spendLimitMonth'>[],
) {
  const limited = rows.filter(
    ({ spendLimitDay, spendLimitMonth }) => spendLimitDay !== null || spendLimitMonth !== null,
  );
  const ids = limited.map(({ id }) => id);
  const spent = ids.length > 0 ? await spentBy(c.app.db.drizzle, c.actor.tenantId, ids) : new Map<bigint, never>();
  return ({ id, spendLimitDay, spendLimitMonth }: (typeof rows)[number]) => {
    const isLimited = ids.includes(id);
    const { day, month } = spent.get(id) ?? { day: ZERO, month: ZERO };
    return {
      spendLimitDay: spendLimitDay === null ? null : micros(spendLimitDay),
      spendLimitMonth: spendLimitMonth === null ? null : micros(spendLimitMonth),
      spentDay: isLimited ? day : null,
      spentMonth: isLimited ? month : null,
    };
  };
}

/** Wallets of users without any. */
export const NOTHING = {
  balance: ZERO,
  frozenBalance: ZERO,
  brokerage: ZERO,
  frozenBrokerage: ZERO,
  rebatePending: ZERO,
  rebateDebt: ZERO,
  bonus: ZERO,
  currency: BOOK_CURRENCY,
};

type WalletColumns = Pick<
  Balances,
  'balance' | 'frozenBalance' | 'brokerage' | 'frozenBrokerage' | 'rebatePending' | Totals
>;
type Totals = 'totalRecharge' | 'totalConsume' | 'totalWithdraw';
const NO_TOTALS = { totalRecharge: ZERO, totalConsume: ZERO, totalWithdraw: ZERO };

function wallets(found: WalletColumns = { ...NOTHING, ...NO_TOTALS }): WalletColumns {
  const { balance, frozenBalance, brokerage, frozenBrokerage, rebatePending } = found;
  const { totalRecharge, totalConsume, totalWithdraw } = found;
  return {
    balance,
    frozenBalance,
    brokerage,
    frozenBrokerage,
    rebatePending,
    totalRecharge,
    totalConsume,
    totalWithdraw,
  };
}
