import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { type Micro, micros, sum } from '@trade-assistant/contract/kit/money.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { WALLET_KIND, type WalletKind } from './accounts.ts';
import { FINANCE_TYPE, type FinanceType } from './events.ts';

export interface StatisticsInput {
  /** One user; without it every user of the tenant, or of the subtree `ownerPath`. */
  readonly userId?: bigint | undefined;
  readonly ownerPath?: string | undefined;
  /** From inclusive, to exclusive. */
  readonly from: Date;
  readonly to: Date;
  /** IANA name; days begin and end there. */
  readonly timeZone: string;
  /** One wallet; without it all of them, with rebate debt as negative. */
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
  /** Rewards, bonuses, fees, and (for one wallet) held and released amounts. */
  readonly other: Micro;
  readonly closing: Micro;
  /** opening + recharge − consume + refund + rebate − withdraw + transferIn − transferOut + adjust + other = closing. */
  readonly checkOk: boolean;
  /** Gross, as in the rows of the finance log. */
  readonly byType: readonly { financeType: FinanceType; in: Micro; out: Micro; count: number }[];
  /** Net of movements between wallets of the same user within one journal. */
  readonly byDay: readonly { date: string; in: Micro; out: Micro }[];
}

/**
 * Returns opening, movements and closing of a range. Opening and closing come from the balances of the entries, the
 * movements from the finance log, so `checkOk` compares two independent sources.
 */
export async function statistics(tx: Tx, actor: Actor, input: StatisticsInput): Promise<Statistics> {
  const { opening, closing, byType, byDay } = await read(tx, actor, input);
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
    byDay,
  };
}

type Figures = Pick<Statistics, 'opening' | 'closing' | 'byType' | 'byDay'>;

/** One statement, hence one snapshot: a purchase between two statements would look like a mismatch. */
async function read(tx: Tx, actor: Actor, input: StatisticsInput): Promise<Figures> {
  const logs = sql`${scopeOf(actor, input, sql`l.wallet_kind`)} ${subtreeOf(actor, input)}
    and l.create_time >= ${input.from.toISOString()}::timestamptz and l.create_time < ${input.to.toISOString()}::timestamptz`;
  const wallets = sql`${scopeOf(actor, input, sql`l.kind`)}
    ${input.ownerPath === undefined ? sql`` : sql`and starts_with(l.owner_path, ${input.ownerPath})`}`;
  const { rows } = await tx.execute<{ figures: StoredFigures }>(sql`
    with log as materialized (
      select l.journal_id, l.user_id, l.finance_type, l.create_time, ${effect} as effect from finance_log l where ${logs}
    )
    select jsonb_build_object(
      'opening', ${totalAt(wallets, input.from)},
      'closing', ${totalAt(wallets, input.to)},
      'byType', (
        select jsonb_agg(jsonb_build_array(finance_type, ins::text, outs::text, rows) order by finance_type)
        from (
          select finance_type, coalesce(sum(effect) filter (where effect > 0), 0) as ins,
            coalesce(-sum(effect) filter (where effect < 0), 0) as outs, count(*) as rows
          from log group by finance_type
        ) types
      ),
      'byDay', (
        select jsonb_agg(jsonb_build_array(to_char(day, 'YYYY-MM-DD'), ins::text, outs::text) order by day)
        from (
          select day, coalesce(sum(net) filter (where net > 0), 0) as ins,
            coalesce(-sum(net) filter (where net < 0), 0) as outs
          from (
            select (create_time at time zone ${input.timeZone})::date as day, sum(effect) as net
            from log group by 1, journal_id, user_id
          ) journals
          group by day
        ) days
      )
    ) as figures`);
  const figures = rows[0]?.figures;
  invariant(figures, 'ledger-statistics-empty');
  const amount = (text: string) => micros(BigInt(text));
  return {
    opening: amount(figures.opening),
    closing: amount(figures.closing),
    byType: (figures.byType ?? []).map(([financeType, ins, outs, count]) => ({
      financeType,
      in: amount(ins),
      out: amount(outs),
      count,
    })),
    byDay: (figures.byDay ?? []).map(([date, ins, outs]) => ({ date, in: amount(ins), out: amount(outs) })),
  };
}

interface StoredFigures {
  opening: string;
  closing: string;
  byType: [FinanceType, string, string, number][] | null;
  byDay: [string, string, string][] | null;
}

/** The effect from the user's view: a growing rebate debt is negative. */
const effect = sql`case when (l.direction = 1) = (l.wallet_kind <> 6) then l.amount else -l.amount end`;

const scopeOf = (actor: Actor, input: StatisticsInput, kind: SQL): SQL => sql`l.tenant_id = ${actor.tenantId}
  and l.currency = ${input.currency ?? BOOK_CURRENCY}
  ${input.userId === undefined ? sql`` : sql`and l.user_id = ${input.userId}::bigint`}
  ${input.walletKind === undefined ? sql`` : sql`and ${kind} = ${input.walletKind}`}`;

/** The present subtree, for rows and balances alike; otherwise a moved user would break the sum. */
const subtreeOf = (actor: Actor, { ownerPath }: StatisticsInput): SQL =>
  ownerPath === undefined
    ? sql``
    : sql`and l.user_id in (select user_id from fin_wallet where kind = 1 and tenant_id = ${actor.tenantId}
        and starts_with(owner_path, ${ownerPath}))`;

const walletNames = sql.raw(
  `array[${Object.keys(WALLET_KIND)
    .map((name) => `'${name}'`)
    .join(', ')}]`,
);

/** The sum of the wallets just before an instant: each wallet's balance after its last entry before that. */
const totalAt = (wallets: SQL, at: Date): SQL => sql`(
  select coalesce(sum(case when l.kind = 6 then -last.balance_after else last.balance_after end), 0)::text
  from fin_wallet l,
    lateral (
      select e.balance_after from fin_entry e
      where e.account_code = concat_ws(':', 'u', l.user_id, (${walletNames})[l.kind]) and e.currency = l.currency
        and e.create_time < ${at.toISOString()}::timestamptz
      order by e.journal_id desc, e.seq desc limit 1
    ) last
  where ${wallets} and l.version > 0
)`;

function total(
  rows: Statistics['byType'],
  types: readonly FinanceType[],
  pick: (row: Statistics['byType'][number]) => Micro,
): Micro {
  return sum(rows.filter((row) => types.includes(row.financeType)).map(pick));
}
