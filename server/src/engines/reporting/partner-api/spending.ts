import { openErrors } from '@trade-assistant/contract/areas/open/v1/errors.ts';
import { formatMoney, type Micro, micros } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import { todayOf } from '../../../kernel/db/business-days.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { declareLimit } from '../../../kernel/declared-limits.ts';

declareLimit({ name: 'spending of a key in a day', window: 'day', unit: 'money' });
declareLimit({ name: 'spending of a key in a month', window: 'month', unit: 'money' });

interface Spent extends Record<string, unknown> {
  readonly keyId: string;
  readonly day: string;
  readonly month: string;
}

/** Returns the spending of keys of a tenant today and this month, by their ids. */
export async function spentBy(
  run: Pick<Tx, 'execute'>,
  tenantId: string,
  ids: readonly bigint[],
): Promise<Map<bigint, { day: Micro; month: Micro }>> {
  const { rows } = await run.execute<Spent>(sql`
    select key_id::text as "keyId", coalesce(sum(amount) filter (where day = ${todayOf(tenantId)}), 0)::text as day, coalesce(sum(amount), 0)::text as month
    from open_spend where key_id = any(${sql.param(ids.map(String))}::bigint[])
      and day >= date_trunc('month', ${todayOf(tenantId)})::date group by key_id`);
  return new Map(
    rows.map(({ keyId, day, month }) => [BigInt(keyId), { day: micros(BigInt(day)), month: micros(BigInt(month)) }]),
  );
}

/**
 * Counts money that a key spends, in the transaction that charges or holds it. The row of the day is locked until that ends, so parallel purchases
 * are counted one after the other. Returned money is not counted back: a cap limits what a stolen key can do. @throws KEY_SPEND_DAY, KEY_SPEND_MONTH
 */
export async function countSpending(tx: Tx, keyId: bigint, amount: Micro): Promise<void> {
  if (amount <= 0n) return;
  const { rows } = await tx.execute<{ tenantId: string; spendDay: string | null; spendMonth: string | null }>(sql`
    select tenant_id as "tenantId", spend_day::text as "spendDay", spend_month::text as "spendMonth" from open_key where id = ${keyId}`);
  const key = rows[0];
  if (!key) return;
  await tx.execute(sql`
    insert into open_spend as s (key_id, day, amount) values (${keyId}, ${todayOf(key.tenantId)}, ${amount})
    on conflict (key_id, day) do update set amount = s.amount + excluded.amount`);
  const spent = (await spentBy(tx, key.tenantId, [keyId])).get(keyId);
  const over = (cap: string | null, sum: bigint = 0n) =>
    cap !== null && sum > BigInt(cap)
      ? { cap: formatMoney(micros(BigInt(cap))), spent: formatMoney(micros(sum - amount)), amount: formatMoney(amount) }
      : null;
  const [day, month] = [over(key.spendDay, spent?.day), over(key.spendMonth, spent?.month)];
  if (day) throw openErrors.KEY_SPEND_DAY(day);
  if (month) throw openErrors.KEY_SPEND_MONTH(month);
}

/** Remembers the key that created a task: the money that the task holds later is the spending of that key. */
export const recordTask = (tx: Tx, taskId: bigint, keyId: bigint): Promise<unknown> =>
  tx.execute(sql`insert into open_task (task_id, key_id) values (${taskId}, ${keyId}) on conflict do nothing`);

/** Counts the money that a task holds, if a key created it. @throws KEY_SPEND_DAY, KEY_SPEND_MONTH */
export async function countHold(tx: Tx, taskId: bigint, amount: Micro): Promise<void> {
  const { rows } = await tx.execute<{ keyId: string }>(
    sql`select key_id::text as "keyId" from open_task where task_id = ${taskId}`,
  );
  if (rows[0]) await countSpending(tx, BigInt(rows[0].keyId), amount);
}
