import { financeDirection, financeType, walletKind } from '@trade-assistant/contract/areas/finance/dictionaries.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { adjustmentErrors } from './errors.ts';

/** How an entry of each user is undone: the key that is used once, the bonus that moves (signed micro-units), the entry's number. */
export type Reversals = ReadonlyMap<
  bigint,
  { readonly requestId: string; readonly bonus: bigint; readonly bizNo: string }
>;

const { is: type } = financeType;

/** Returns the key under which an entry is reversed, once. */
const keyOf = (journalNo: string): string => `reversal:${journalNo}`;

/** SQL for the journals that reversed the entry of a user. */
const reversalOf = (journalNo: SQL, userId: SQL) =>
  sql`r.idem_key = 'adj:reversal:' || ${journalNo} || ':' || ${userId}`;

interface Asked {
  readonly ids: readonly bigint[];
  readonly money: bigint;
  readonly reverses?: string | undefined;
}

/**
 * Returns the reversal of each user's entry. Each of the users has exactly one of the named entries, of exactly the opposite amount.
 * @throws NOT_REVERSIBLE, ALREADY_REVERSED
 */
export async function reversalsOf(
  tx: Tx,
  { tenantId }: Actor,
  { ids, money, reverses = '' }: Asked,
): Promise<Reversals> {
  const numbers = [...new Set(reverses.split(','))];
  const { rows } = await tx.execute<{
    no: string;
    user_id: string;
    balance: string;
    bonus: string;
    by: string | null;
  }>(sql`
    select l.no, l.user_id::text, l.balance::text, l.bonus::text, r.journal_no as by
    from (
      select journal_no as no, user_id, coalesce(sum(effect) filter (where wallet_kind = ${walletKind.is.balance}), 0) as balance,
        coalesce(sum(effect) filter (where wallet_kind = ${walletKind.is.bonus}), 0) as bonus
      from finance_log, lateral (select case direction when ${financeDirection.is.in} then amount else -amount end as effect) e
      where tenant_id = ${tenantId} and journal_no = any(${sql.param(numbers)}::text[])
        and wallet_kind in (${walletKind.is.balance}, ${walletKind.is.bonus})
        and finance_type in (${type.recharge}, ${type.manualCredit}, ${type.manualDebit})
      group by journal_no, user_id
    ) l left join fin_journal r on r.tenant_id = ${tenantId} and ${reversalOf(sql`l.no`, sql`l.user_id`)}`);
  const reversals = new Map(
    rows.map(({ no, user_id, bonus }) => [BigInt(user_id), { requestId: keyOf(no), bonus: -BigInt(bonus), bizNo: no }]),
  );
  const isWhole = [numbers.length, rows.length, reversals.size].every((count) => count === ids.length);
  if (!isWhole || !ids.every((id) => reversals.has(id)) || rows.some(({ balance }) => BigInt(balance) !== -money))
    throw adjustmentErrors.NOT_REVERSIBLE();
  for (const { no, by } of rows) if (by !== null) throw adjustmentErrors.ALREADY_REVERSED({ no, by });
  return reversals;
}

/** Returns the numbers of the entries that reversed recharges, by recharge; those not reversed are left out. */
export async function reversedRecharges(
  run: Pick<Tx, 'execute'>,
  { tenantId }: Actor,
  recharges: readonly { readonly id: bigint; readonly userId: bigint }[],
): Promise<ReadonlyMap<bigint, string>> {
  const column = (name: 'id' | 'userId') => sql`${sql.param(recharges.map((row) => String(row[name])))}::bigint[]`;
  const { rows } = await run.execute<{ id: string; by: string }>(sql`
    select x.id::text, r.journal_no as by
    from unnest(${column('id')}, ${column('userId')}) x (id, user_id)
    join fin_journal j on j.tenant_id = ${tenantId} and j.idem_key = 'rc:' || x.id
    join fin_journal r on r.tenant_id = ${tenantId} and ${reversalOf(sql`j.journal_no`, sql`x.user_id`)}`);
  return new Map(rows.map(({ id, by }) => [BigInt(id), by]));
}
