import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { defineJob, startTask } from '../../../kernel/jobs/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { lockBatch, moveBatch } from './batches.ts';
import { distinctPlaces, lockLines, matchLine, type Place } from './preorder-line.ts';
import { BATCH, STAGED, STOCK, stagedMachine, stockMachine } from './states.ts';
import { staged } from './tables.ts';

/** A number of a batch that cannot be taken back, with its state in stock. */
export interface Kept {
  readonly e164: bigint;
  readonly stockStatus: number;
  readonly outboundNo: string | null;
}

export interface TakenBack {
  /** Numbers taken back in this slice. */
  readonly taken: number;
  /** Whether others can still be taken back. */
  readonly left: boolean;
}

/** Numbers named as kept. */
const NAMED_MAX = 50;

const takeable = sql.raw(stockMachine.takeBack.from.join(', '));

/**
 * Takes back the next numbers of a batch that was moved to stock: those on sale, off sale, inactive, or locked for a pre-order and not
 * delivered, which then waits again. They are retired and their staged rows void. Delivered, reserved and returned numbers stay. Waits for
 * numbers that another transaction changes. The batch is void once nothing of it is left.
 * @throws STATE_CONFLICT for a batch that is not imported
 */
export async function takeBackSlice(
  tx: Tx,
  actor: Actor,
  batchNo: string,
  { reason, size = 10_000 }: { readonly reason?: string | undefined; readonly size?: number } = {},
): Promise<TakenBack> {
  const batch = await lockBatch(tx, actor, batchNo);
  if (batch.status !== BATCH.committed) throw commonErrors.STATE_CONFLICT();
  const { rows } = await tx.execute<{
    staged: string;
    item: string | null;
    business_type: number;
    country_code: string;
  }>(sql`
    select s.id::text as staged, i.id::text as item, s.business_type, s.country_code
    from inv_staged s left join inv_item i on i.batch_no = s.batch_no and i.staged_id = s.id and i.tenant_id = s.tenant_id
    where s.batch_no = ${batchNo} and s.batch_id = ${batch.id} and s.deleted_at is null
      and (s.status in (${STAGED.toCheck}, ${STAGED.ready}, ${STAGED.checkFailed})
        or (s.status = ${STAGED.inWarehouse} and i.stock_status in (${takeable})))
    order by s.id limit ${size} for update of s`);
  const left = rows.length === size;
  // Pre-orders that lose numbers get others at the end: before, they would get those that the next slice takes back.
  const places = left
    ? distinctPlaces(rows.map((row) => ({ businessType: row.business_type, countryCode: row.country_code })))
    : await placesOfBatch(tx, batch.tenantId, batchNo);
  const someWait = await lockLines(tx, batch.tenantId, places);
  const items = rows.flatMap(({ item }) => (item === null ? [] : [item]));
  const retired = await tx.execute<{ staged_id: string }>(sql`
    update inv_item set stock_status = ${stockMachine.takeBack.to}, preorder_id = null, update_user = ${actor.userId}, update_time = now(),
      version = version + 1
    where id in (
      select id from inv_item where id = any(${sql.param(items)}::bigint[]) order by id for update) and stock_status in (${takeable})
    returning staged_id::text`);
  const gone = [
    ...rows.filter(({ item }) => item === null).map(({ staged }) => staged),
    ...retired.rows.map((row) => row.staged_id),
  ];
  await tx.execute(sql`
    update inv_staged set status = ${stagedMachine.void.to}, deleted_at = now(), update_user = ${actor.userId}, update_time = now()
    where id = any(${sql.param(gone)}::bigint[])`);
  if (!left && someWait) for (const place of places) await matchLine(tx, batch.tenantId, place);
  if (!left && (await keptOf(tx, batchNo)).count === 0) await moveBatch(tx, actor, batch, 'void', reason);
  return { taken: gone.length, left };
}

const placesOfBatch = async (tx: Tx, tenantId: string, batchNo: string): Promise<Place[]> =>
  tx
    .selectDistinct({ businessType: staged.businessType, countryCode: staged.countryCode })
    .from(staged)
    .where(and(eq(staged.tenantId, tenantId), eq(staged.batchNo, batchNo)))
    .orderBy(asc(staged.businessType), asc(staged.countryCode));

/** Returns how many numbers of a batch are in stock or sold and were not taken back, and names some. */
export async function keptOf(
  tx: Tx,
  batchNo: string,
): Promise<{ readonly count: number; readonly named: readonly Kept[] }> {
  const { rows } = await tx.execute<{
    count: number;
    named: { e164: string; status: number; no: string | null }[] | null;
  }>(sql`
    with kept as (
      select i.id, i.e164, i.stock_status, i.outbound_id from inv_item i
      where i.batch_no = ${batchNo} and i.stock_status <> ${STOCK.retired} and i.deleted_at is null
    )
    select (select count(*)::int from kept) as count, (
      select json_agg(json_build_object('e164', k.e164::text, 'status', k.stock_status, 'no', n.outbound_no) order by k.id)
      from (select * from kept order by id limit ${NAMED_MAX}) k left join inv_outbound n on n.id = k.outbound_id) as named`);
  const [row] = rows;
  return {
    count: row?.count ?? 0,
    named: (row?.named ?? []).map(({ e164, status, no }) => ({
      e164: BigInt(e164),
      stockStatus: status,
      outboundNo: no,
    })),
  };
}

/** Takes a large batch back in the background. @returns the task to watch */
export const startTakeBack = (tx: Tx, actor: Actor, batchNo: string, reason?: string): Promise<{ taskNo: string }> =>
  startTask(
    tx,
    actor,
    takeBackJob,
    { batchNo, reason },
    { title: { zh: `撤回批次：${batchNo}`, en: `Take batch back: ${batchNo}` }, bizType: 'take-back', bizNo: batchNo },
  );

interface Progress extends Readonly<Record<string, number>> {
  readonly taken: number;
}

/** Takes back one slice per transaction together with the count so far, so that a crash loses and repeats nothing. */
export const takeBackJob = defineJob({
  name: 'inventory/take-back',
  permission: 'whatsapp/pre-warehouse:void',
  title: { zh: '撤回批次', en: 'Take a batch back' },
  input: z.object({ batchNo: z.string(), reason: z.string().optional() }),
  async run(job, { batchNo, reason }) {
    const { app, actor } = job;
    let at: Progress = job.state<Progress>() ?? { taken: 0 };
    for (let left = true; left; ) {
      job.signal.throwIfAborted();
      await app.db.tx(
        async (tx) => {
          const slice = await takeBackSlice(tx, actor, batchNo, { reason });
          left = slice.left && slice.taken > 0;
          const next = { taken: at.taken + slice.taken };
          await job.checkpoint(tx, next);
          announceChange(tx, actor.tenantId, 'whatsapp/pre-warehouse');
          at = next;
        },
        { retry: true },
      );
    }
    const { count } = await app.db.tx((tx) => keptOf(tx, batchNo));
    job.progress(at.taken, at.taken + count, {
      zh: `已撤回 ${at.taken} 个，保留 ${count} 个`,
      en: `${at.taken} taken back, ${count} kept`,
    });
    return { result: { ...at, kept: count } };
  },
});
