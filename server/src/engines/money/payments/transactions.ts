import type { rechargeClaims } from '@trade-assistant/contract/areas/agent/recharge-fields.ts';
import { rechargeStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { and, asc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '../../../kernel/db/index.ts';
import { paymentErrors } from './errors.ts';
import { type IncomingRow, incoming, type RechargeRow, recharges } from './tables.ts';

const { awaiting, review, passed, expired } = rechargeStatus.is;
/** Claims shown in the review of a recharge. */
const CLAIMS_MAX = 20;

type Named = Pick<RechargeRow, 'id' | 'tenantId' | 'network' | 'txHash'>;

/**
 * Records that a transaction paid a recharge, when the payment is matched or finance credits it.
 * @throws TX_DUPLICATE when it paid another recharge of the tenant, or one of any tenant at the same address
 */
export async function claim(tx: Tx, row: RechargeRow, txHash: string, receiveAddress: string): Promise<void> {
  await release(tx, row.id);
  const { rowCount } = await tx.execute(sql`
    insert into pay_recharge_tx (tenant_id, network, tx_hash, receive_address, recharge_id)
    values (${row.tenantId}, ${row.network}, ${txHash}, ${receiveAddress}, ${row.id}) on conflict do nothing`);
  if (rowCount) return;
  const found = await tx.execute<{ no: string }>(sql`
    select r.recharge_no as no from pay_recharge_tx t join pay_recharge r on r.id = t.recharge_id
    where t.tenant_id = ${row.tenantId} and t.network = ${row.network} and t.tx_hash = ${txHash}`);
  throw paymentErrors.TX_DUPLICATE({ no: found.rows[0]?.no ?? '–' });
}

export async function release(tx: Tx, rechargeId: bigint): Promise<void> {
  await tx.execute(sql`delete from pay_recharge_tx where recharge_id = ${rechargeId}`);
}

/** Other open recharges of the tenant that name the same transaction. */
export const rivalsOf = ({ id, tenantId, network, txHash }: Named): SQL | undefined =>
  and(
    eq(recharges.tenantId, tenantId),
    ne(recharges.id, id),
    eq(recharges.txHash, txHash ?? ''),
    sql`${recharges.network} is not distinct from ${network}`,
    inArray(recharges.status, [awaiting, review, expired]),
  );

export const hasRival = async (tx: Tx, row: Named): Promise<boolean> =>
  row.txHash !== null && (await tx.$count(recharges, rivalsOf(row))) > 0;

/** Returns the payment of the named transaction if a watcher saw it and it belongs to no or another recharge. */
export async function seenElsewhere(
  tx: Tx,
  { id, tenantId, network, txHash }: Named,
): Promise<IncomingRow | undefined> {
  if (txHash === null || network === null) return undefined;
  const [seen] = await tx
    .select()
    .from(incoming)
    .where(
      and(
        eq(incoming.tenantId, tenantId),
        eq(incoming.network, network),
        eq(incoming.txHash, txHash),
        sql`${incoming.rechargeId} is distinct from ${id}`,
      ),
    )
    .limit(1);
  return seen;
}

/** Returns other recharges of the tenant that name the same transaction, and the payments watchers saw of it. */
export async function claimsOn(
  tx: Tx,
  { id, tenantId, network, txHash }: Named,
): Promise<z.output<(typeof rechargeClaims)['data']>> {
  if (txHash === null || network === null) return { claims: [], payments: [] };
  const certain = sql<boolean>`exists (select from pay_recharge_tx t where t.recharge_id = ${recharges.id})`;
  const claims = await tx
    .select({
      id: recharges.id,
      rechargeNo: recharges.rechargeNo,
      userName: recharges.userName,
      userType: recharges.userType,
      payAmount: recharges.payAmount,
      status: recharges.status,
      createTime: recharges.createTime,
      isCertain: certain,
    })
    .from(recharges)
    .where(
      or(
        rivalsOf({ id, tenantId, network, txHash }),
        and(
          eq(recharges.tenantId, tenantId),
          ne(recharges.id, id),
          eq(recharges.txHash, txHash),
          eq(recharges.status, passed),
        ),
      ),
    )
    .orderBy(asc(recharges.id))
    .limit(CLAIMS_MAX);
  const payments = await tx
    .select()
    .from(incoming)
    .where(and(eq(incoming.tenantId, tenantId), eq(incoming.network, network), eq(incoming.txHash, txHash)))
    .limit(CLAIMS_MAX);
  return { claims, payments };
}
