import { approvalKind } from '@trade-assistant/contract/areas/desk/approval.ts';
import { paymentWatcher } from '@trade-assistant/contract/areas/user/payment-watcher.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { id as idSchema } from '@trade-assistant/contract/kit/schema.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { defineApproval } from '../../kernel/approvals.ts';
import type { Actor } from '../../kernel/auth/actor.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { closeRequest, propose } from '../approvals/index.ts';
import { type WatcherRow, watchers } from './tables.ts';

/** What decides whose word is taken for money that has arrived. */
const GUARDED = ['watcherKind', 'methodCode', 'endpoint', 'merchantId', 'signingSecret'] as const;

/** A watcher whose word nobody takes before a second person has looked at it. What has changed since is refused. */
export const watcherApproval = defineApproval({
  kind: approvalKind.is.watcher,
  permission: `${paymentWatcher.name}:approve`,
  payload: z.object({ watcherId: idSchema(), version: z.int() }),
  run: async (tx, decider, { payload: { watcherId, version } }) => {
    const trusted = await tx
      .update(watchers)
      .set({ confirmed: 1, updateUser: decider.userId, updateTime: sql`now()`, version: sql`${watchers.version} + 1` })
      .where(
        and(
          eq(watchers.id, watcherId),
          eq(watchers.tenantId, decider.tenantId),
          eq(watchers.version, version),
          isNull(watchers.deletedAt),
        ),
      )
      .returning({ id: watchers.id });
    if (trusted.length === 0) throw commonErrors.STALE_DATA();
    announceChange(tx, decider.tenantId, [paymentWatcher.name]);
  },
});

/** What is written of a watcher: whatever says whom it believes takes its confirmation away. */
export function unconfirmed<V extends Partial<WatcherRow>>(values: V, existing: WatcherRow | null): V {
  const isChanged = GUARDED.some((name) => values[name] !== undefined && values[name] !== (existing?.[name] ?? null));
  return !existing || isChanged ? { ...values, confirmed: 0 } : values;
}

/** Asks a second person about a watcher that is not confirmed, as it is now; an older question about it is taken back. */
export async function askAboutWatcher(tx: Tx, actor: Actor, row: WatcherRow): Promise<void> {
  if (row.confirmed === 1) return;
  const waiting = await tx.execute<{ id: string }>(sql`
    select id::text from apr_request where tenant_id = ${actor.tenantId} and kind = ${approvalKind.is.watcher} and status = 0
      and payload ->> 'watcherId' = ${String(row.id)}`);
  for (const { id } of waiting.rows) await closeRequest(tx, actor, BigInt(id));
  const route = `/${paymentWatcher.name}/index?record=${row.id}`;
  const { endpoint, merchantId, methodCode } = paymentWatcher.fields;
  const lines = [
    { field: endpoint, value: row.endpoint },
    { field: merchantId, value: row.merchantId },
    { field: methodCode, value: row.methodCode },
  ].flatMap(({ field, value }) => (value ? [{ name: field.options.label, route, note: value }] : []));
  await propose(tx, actor, {
    kind: watcherApproval,
    payload: { watcherId: String(row.id), version: row.version },
    params: { watcher: row.watcherCode },
    lines: lines.length > 0 ? lines : [{ name: row.watcherName, route, note: '' }],
    reason: row.remark || row.watcherName,
    message: 'WATCHER_TODO',
  });
}
