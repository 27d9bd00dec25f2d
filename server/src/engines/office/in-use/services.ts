import type { MessageKey } from '@trade-assistant/contract/areas/message/templates.ts';
import { providerStatus } from '@trade-assistant/contract/areas/resource/provider-fields.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { maskNumbers } from '../../../kernel/log/redact.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { holdersOf } from '../../people/identity/index.ts';
import { sendMessage } from '../messages/index.ts';

const { on, off } = providerStatus.is;
/** So many failures in a row are told, and again after each further hundred. */
const FAILURES = 5;
const AGAIN = 100;
const PROBLEM_MAX = 300;

/** A kind of service: its table, and the resource that shows it. */
export interface ServiceKind {
  readonly table: PgTable & { readonly id: AnyPgColumn };
  readonly resource: Resource;
}

/** A kind of service that records its hand-overs. */
export interface WatchedKind extends ServiceKind {
  /** Tells that a service fails. */
  readonly failing: Extract<MessageKey, `${string}_FAILING`>;
}

/**
 * Enables one of a tenant's services of a kind and disables the others, or disables it, by one statement.
 * @throws NOT_FOUND if the actor may not reach it
 */
export async function useService(tx: Tx, actor: Actor, kind: ServiceKind, id: bigint, isOn: boolean): Promise<void> {
  await assertReached(tx, actor, kind, id);
  const { tenantId, userId } = actor;
  await tx.execute(sql`
    update ${kind.table} set status = case when ${isOn}::boolean and id = ${id} then ${on}::int else ${off}::int end,
      version = version + 1, update_user = ${userId}, update_time = now()
    where tenant_id = ${tenantId} and deleted_at is null and (id = ${id} or (${isOn}::boolean and status = ${on}))`);
  announceChange(tx, tenantId, kind.resource);
}

/** Locks a service. @throws NOT_FOUND if the actor may not reach it */
export async function assertReached(tx: Tx, actor: Actor, { table }: ServiceKind, id: bigint): Promise<void> {
  const [found] = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(visible(actor, table, 'tenant'), eq(table.id, id)))
    .for('update');
  if (!found) throw commonErrors.NOT_FOUND();
}

/** The end of a hand-over to a service. */
export interface HandOver {
  readonly tenantId: string;
  readonly id: bigint;
  /** The service's name for its readers. */
  readonly name: string;
  /** Null when the service took it. */
  readonly problem: string | null;
}

/** Records the end of a hand-over in the row of its service, and notifies those who may replace a service that keeps failing. */
export async function recordHandOver(
  tx: Tx,
  { table, resource, failing }: WatchedKind,
  { tenantId, id, name, problem }: HandOver,
): Promise<void> {
  if (problem === null) {
    const taken = await tx.execute(sql`
      update ${table} set failures = 0, last_success_time = now() where id = ${id}
        and (failures > 0 or coalesce(last_success_time < now() - interval '1 minute', true))`);
    if ((taken.rowCount ?? 0) > 0) announceChange(tx, tenantId, resource);
    return;
  }
  const reason = maskNumbers(problem).slice(0, PROBLEM_MAX);
  const { rows } = await tx.execute<{ failures: number }>(sql`
    update ${table} set failures = failures + 1, last_problem = ${reason}, last_problem_time = now()
    where id = ${id} and deleted_at is null returning failures`);
  const { failures = 0 } = rows[0] ?? {};
  announceChange(tx, tenantId, resource);
  if (failures % AGAIN !== FAILURES) return;
  await sendMessage(tx, systemActor(tenantId), {
    to: { userIds: await holdersOf(tx, tenantId, `${resource.name}:enable`) },
    key: failing,
    params: { name, count: String(failures), problem: reason },
    bizType: resource.name,
    bizId: String(id),
  });
}
