import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';

export interface Allowance {
  /** Daily limits of one person, per user's money and in total; micro-units. */
  readonly perUser: bigint;
  readonly perDay: bigint;
  readonly timeZone: string;
}

/** Returns the amounts a person has adjusted today, in total and per user; micro-units. */
export async function spentAllowance(
  tx: Tx,
  actor: Actor,
  { userIds, timeZone }: { readonly userIds: readonly bigint[]; readonly timeZone: string },
): Promise<{ readonly total: bigint; readonly perUser: readonly bigint[] }> {
  const { rows } = await tx.execute<{ user_id: string; amount: string }>(sql`
    select user_id::text, amount::text from fin_adjust_day
    where tenant_id = ${actor.tenantId} and operator_id = ${actor.userId}
      and day = (clock_timestamp() at time zone ${timeZone})::date
      and user_id = any(${sql.param([0n, ...userIds].map(String))}::bigint[])`);
  const spent = new Map(rows.map(({ user_id, amount }) => [user_id, BigInt(amount)]));
  return { total: spent.get('0') ?? 0n, perUser: userIds.map((id) => spent.get(String(id)) ?? 0n) };
}

/**
 * Counts a person's manual adjustments of a day, credits and debits alike, within the adjusting transaction; parallel
 * adjustments of the same person wait. @returns whether the allowance suffices; if not, the caller must roll back
 */
export async function spendAllowance(
  tx: Tx,
  actor: Actor,
  input: { readonly userIds: readonly bigint[]; readonly amount: bigint; readonly allowance: Allowance },
): Promise<boolean> {
  const { perUser, perDay, timeZone } = input.allowance;
  const userIds = [...new Set(input.userIds)];
  const size = input.amount < 0n ? -input.amount : input.amount;
  const day = sql`(clock_timestamp() at time zone ${timeZone})::date`;
  // The row without a user is the day's sum. It is written first, so that all adjustments of this person wait for it.
  const add = (ids: readonly bigint[], amount: bigint) =>
    tx.execute<{ amount: string }>(sql`
      insert into fin_adjust_day as d (tenant_id, operator_id, user_id, day, amount)
      select ${actor.tenantId}, ${actor.userId}, user_id, ${day}, ${amount}::bigint
      from unnest(${sql.param(ids)}::bigint[]) as user_id
      on conflict (tenant_id, operator_id, user_id) do update set
        amount = case when d.day = excluded.day then d.amount else 0 end + excluded.amount, day = excluded.day
      returning d.amount::text`);
  const amounts = (rows: readonly { amount: string }[]) => rows.map(({ amount }) => BigInt(amount));
  const sum = await add([0n], size * BigInt(userIds.length));
  const each = await add(userIds, size);
  return amounts(sum.rows).every((total) => total <= perDay) && amounts(each.rows).every((total) => total <= perUser);
}
