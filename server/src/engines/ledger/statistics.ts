import { type Micro, micros, sum } from '@trade-assistant/contract/kit/money.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/auth/actor.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { WALLET_KIND, type WalletKind } from './accounts.ts';
import { FINANCE_TYPE, type FinanceType } from './events.ts';
import { BOOK_CURRENCY } from './posting.ts';

export interface StatisticsInput {
  /** One user; without it every user of the tenant, or of the subtree `ownerPath`. */
  readonly userId?: bigint | undefined;
  readonly ownerPath?: string | undefined;
  /** From inclusive, to exclusive. */
  readonly from: Date;
  readonly to: Date;
  /** IANA name; days begin and end there. */
  readonly timeZone: string;
  /** One wallet; without it all of them, rebate debt counted negative. */
  readonly walletKind?: WalletKind | undefined;
  readonly currency?: string | undefined;
}

export interface Statistics {
  readonly userId: bigint | null;
  readonly currency: string;
  readonly opening: Micro;
  readonly recharge: Micro;
  readonly consume: Micro;
  readonly refund: Micro;
  /** Net of reversals. */
  readonly rebate: Micro;
  /** Net of returns. */
  readonly withdraw: Micro;
  readonly transferIn: Micro;
  readonly transferOut: Micro;
  readonly adjust: Micro;
  /** Rewards, bonuses, fees, and (for one wallet) what was held and released. */
  readonly other: Micro;
  readonly closing: Micro;
  /** opening + recharge − consume + refund + rebate − withdraw + transferIn − transferOut + adjust + other = closing. */
  readonly checkOk: boolean;
  /** Gross, as the rows of the finance log stand. */
  readonly byType: readonly { financeType: FinanceType; in: Micro; out: Micro; count: number }[];
  /** Net of what one journal moves between wallets of the same user. */
  readonly byDay: readonly { date: string; in: Micro; out: Micro }[];
}

/**
 * Opening, movements and closing of a range. Opening and closing are read from the balances written at the time, the
 * movements from the rows between, so `checkOk` compares two independent sources.
 */
export async function statistics(tx: Tx, actor: Actor, input: StatisticsInput): Promise<Statistics> {
  const scope = scopeOf(actor, input);
  const opening = await totalAt(tx, scope, input.from);
  const closing = await totalAt(tx, scope, input.to);
  const byType = await sumByType(tx, scope, input);

  const type = FINANCE_TYPE;
  const ins = (...types: FinanceType[]) => total(byType, types, (row) => row.in);
  const outs = (...types: FinanceType[]) => total(byType, types, (row) => row.out);
  const net = (...types: FinanceType[]) => micros(ins(...types) - outs(...types));
  const figures = {
    recharge: net(type.RECHARGE),
    consume: micros(-net(type.CONSUMPTION, type.LEASE)),
    refund: net(type.REFUND),
    rebate: net(type.REBATE, type.REBATE_REVERSAL),
    withdraw: micros(-net(type.WITHDRAWAL, type.WITHDRAWAL_RETURN)),
    transferIn: ins(type.TRANSFER, type.ALLOCATION),
    transferOut: outs(type.TRANSFER, type.ALLOCATION),
    adjust: net(type.MANUAL_CREDIT, type.MANUAL_DEBIT),
    other: net(type.HOLD, type.RELEASE, type.REWARD, type.REWARD_REVERSAL, type.BONUS, type.FEE),
  };
  const { recharge, consume, refund, rebate, withdraw, transferIn, transferOut, adjust, other } = figures;
  return {
    userId: input.userId ?? null,
    currency: input.currency ?? BOOK_CURRENCY,
    opening,
    ...figures,
    closing,
    checkOk:
      opening + recharge - consume + refund + rebate - withdraw + transferIn - transferOut + adjust + other === closing,
    byType,
    byDay: await sumByDay(tx, scope, input),
  };
}

/** Seen from the user: a growing rebate debt makes poorer. */
const signed = sql`case when (l.direction = 1) = (l.wallet_kind <> 6) then l.amount else -l.amount end`;

interface Scope {
  readonly logs: SQL;
  readonly wallets: SQL;
}

function scopeOf(actor: Actor, input: StatisticsInput): Scope {
  const of = (table: SQL, kind: SQL) => sql`${table}.tenant_id = ${actor.tenantId}
    and ${table}.currency = ${input.currency ?? BOOK_CURRENCY}
    ${input.userId === undefined ? sql`` : sql`and ${table}.user_id = ${input.userId}::bigint`}
    ${input.walletKind === undefined ? sql`` : sql`and ${kind} = ${input.walletKind}`}`;
  // The subtree is that of today's users, for rows and balances alike: otherwise a moved user would break the sum.
  const subtree =
    input.ownerPath === undefined
      ? sql``
      : sql`and l.user_id in (select user_id from fin_wallet where kind = ${WALLET_KIND.balance}
          and tenant_id = ${actor.tenantId} and starts_with(owner_path, ${input.ownerPath}))`;
  return {
    logs: sql`${of(sql`l`, sql`l.wallet_kind`)} ${subtree}`,
    wallets: sql`${of(sql`w`, sql`w.kind`)}
      ${input.ownerPath === undefined ? sql`` : sql`and starts_with(w.owner_path, ${input.ownerPath})`}`,
  };
}

/** The sum of the wallets just before an instant: each wallet's balance after its last posting before it. */
async function totalAt(tx: Tx, scope: Scope, at: Date): Promise<Micro> {
  const { rows } = await tx.execute<{ total: string }>(sql`
    select coalesce(sum(case when w.kind = 6 then -last.after_amount else last.after_amount end), 0)::text as total
    from fin_wallet w,
      lateral (
        select l.after_amount from finance_log l
        where l.user_id = w.user_id and l.wallet_kind = w.kind and l.currency = w.currency
          and l.create_time < ${at.toISOString()}::timestamptz
        order by l.id desc limit 1
      ) last
    where ${scope.wallets} and w.version > 0`);
  return micros(BigInt(rows[0]?.total ?? '0'));
}

async function sumByType(tx: Tx, scope: Scope, input: StatisticsInput): Promise<Statistics['byType']> {
  const { rows } = await tx.execute<{ finance_type: FinanceType; ins: string; outs: string; count: string }>(sql`
    select l.finance_type, coalesce(sum(l.amount) filter (where (l.direction = 1) = (l.wallet_kind <> 6)), 0)::text as ins,
      coalesce(sum(l.amount) filter (where (l.direction = 1) <> (l.wallet_kind <> 6)), 0)::text as outs,
      count(*)::text as count
    from finance_log l
    where ${scope.logs} and ${within(input)}
    group by l.finance_type order by l.finance_type`);
  return rows.map((row) => ({
    financeType: row.finance_type,
    in: micros(BigInt(row.ins)),
    out: micros(BigInt(row.outs)),
    count: Number(row.count),
  }));
}

async function sumByDay(tx: Tx, scope: Scope, input: StatisticsInput): Promise<Statistics['byDay']> {
  const { rows } = await tx.execute<{ date: string; ins: string; outs: string }>(sql`
    select to_char(day, 'YYYY-MM-DD') as date, coalesce(sum(net) filter (where net > 0), 0)::text as ins,
      coalesce(-sum(net) filter (where net < 0), 0)::text as outs
    from (
      select (l.create_time at time zone ${input.timeZone})::date as day, sum(${signed}) as net
      from finance_log l
      where ${scope.logs} and ${within(input)}
      group by 1, l.journal_id, l.user_id
    ) journals
    group by day order by day`);
  return rows.map((row) => ({ date: row.date, in: micros(BigInt(row.ins)), out: micros(BigInt(row.outs)) }));
}

const within = ({ from, to }: StatisticsInput): SQL =>
  sql`l.create_time >= ${from.toISOString()}::timestamptz and l.create_time < ${to.toISOString()}::timestamptz`;

function total(
  rows: Statistics['byType'],
  types: readonly FinanceType[],
  pick: (row: Statistics['byType'][number]) => Micro,
): Micro {
  return sum(rows.filter((row) => types.includes(row.financeType)).map(pick));
}
