import { withDependents } from '@trade-assistant/contract/changes.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { ResourceName } from '@trade-assistant/contract/registry.ts';
import { sql } from 'drizzle-orm';
import { afterCommit, type Db, type Tx } from '../db/index.ts';
import { invariant } from '../invariant.ts';

/** The channel every node listens on. */
export const PUSH_CHANNEL = 'kernel_push';
/** PostgreSQL refuses notifications of 8000 bytes and more. */
const MAX_PAYLOAD_BYTES = 7999;

export interface Push {
  readonly rooms: readonly string[];
  readonly event: 'message' | 'progress' | (string & {});
  /** JSON; never full phone numbers, code values or tokens. */
  readonly payload: unknown;
}

/** Names of rooms. A role or department of one tenant never meets another tenant's, so the tenant is part of the name. */
export const rooms = {
  user: (userId: bigint) => `user:${userId}`,
  role: (tenantId: string, roleKey: string) => `tenant:${tenantId}:role:${roleKey}`,
  dept: (deptId: bigint) => `dept:${deptId}`,
  tenant: (tenantId: string) => `tenant:${tenantId}`,
  task: (taskNo: string) => `task:${taskNo}`,
  dashboard: (tenantId: string) => `tenant:${tenantId}:dashboard`,
  record: (tenantId: string, resource: string, id: bigint) => `tenant:${tenantId}:record:${resource}:${id}`,
} as const;

/** Sends an event to every socket in the rooms, on every node, when and only when the transaction commits. */
export async function push(tx: Tx, message: Push): Promise<void> {
  await tx.execute(sql`select pg_notify(${PUSH_CHANNEL}, ${encode(message)})`);
}

/** How often the lists of a tenant, and one record, reload at most. */
const LISTS_EVERY_MILLIS = 200;
const RECORDS_EVERY_MILLIS = 1_000;

type Changed = readonly (Resource | ResourceName)[];

/**
 * Notifies a tenant's sessions after the commit that rows of resources and of their dependents changed, so that open lists reload. Changes
 * within a fifth of a second are combined. The notification carries no figures: each list loads the rows its reader may see. If the node
 * ends before it is sent, lists are out of date until their next load.
 */
export function announceChange(tx: Tx, tenantId: string, ...changed: Changed): void {
  afterCommit(tx, (db) => announceChangeNow(db, tenantId, ...changed));
}

/** Notifies the sessions of all tenants, about resources that all tenants share. */
export async function announceChangeToAll(tx: Tx, ...changed: Changed): Promise<void> {
  const found = await tx.execute<{ tenant_id: string }>(
    sql`select distinct tenant_id from auth_session where ended_at is null and expires_at > now()`,
  );
  for (const { tenant_id: tenantId } of found.rows) announceChange(tx, tenantId, ...changed);
}

/** Notifies a tenant's sessions of changes that are committed already. */
export function announceChangeNow(db: Db, tenantId: string, ...changed: Changed): void {
  const room = rooms.tenant(tenantId);
  const names = withDependents(changed.map((one) => (typeof one === 'string' ? one : one.name)));
  const notes = names.map((resource) => encode({ rooms: [room], event: 'changed', payload: { resource } }));
  combine(db, LISTS_EVERY_MILLIS, notes);
}

/**
 * Notifies the sessions that follow a record, after the commit, that it or its parts changed, at most about once a second from each
 * node. Lists are not notified: `announceChange` does that.
 */
export function announceRecord(tx: Tx, tenantId: string, resource: Resource | ResourceName, id: bigint): void {
  const name = typeof resource === 'string' ? resource : resource.name;
  const note = encode({
    rooms: [rooms.record(tenantId, name, id)],
    event: 'record',
    payload: { resource: name, id: id.toString() },
  });
  afterCommit(tx, (db) => combine(db, RECORDS_EVERY_MILLIS, [note]));
}

/** Notifications about to be sent together, each once. */
interface Batch {
  readonly notes: Set<string>;
  /** End of the pause between batches. */
  quietUntil: number;
  timer: NodeJS.Timeout | null;
}
const batchesOf = new WeakMap<Db, Map<number, Batch>>();

/** Sends notifications at once, or with those of the pause after the batch before. */
function combine(db: Db, everyMillis: number, notes: readonly string[]): void {
  const batches = batchesOf.get(db) ?? new Map<number, Batch>();
  batchesOf.set(db, batches);
  const batch = batches.get(everyMillis) ?? { notes: new Set<string>(), quietUntil: 0, timer: null };
  batches.set(everyMillis, batch);
  for (const note of notes) batch.notes.add(note);
  sendBatch(db, everyMillis, batch);
}

function sendBatch(db: Db, everyMillis: number, batch: Batch): void {
  if (batch.timer !== null) return;
  const wait = batch.quietUntil - Date.now();
  if (wait > 0) {
    batch.timer = setTimeout(() => {
      batch.timer = null;
      sendBatch(db, everyMillis, batch);
    }, wait);
    batch.timer.unref();
    return;
  }
  batch.quietUntil = Date.now() + everyMillis;
  const notes = [...batch.notes];
  batch.notes.clear();
  // A lost notification only delays a screen; it must not fail committed work.
  db.pool
    .query('select pg_notify($1, note) from unnest($2::text[]) note', [PUSH_CHANNEL, notes])
    .catch(() => undefined);
}

/** Sends an event at once, without a transaction. */
export async function pushNow(db: Db, message: Push): Promise<void> {
  await db.pool.query('select pg_notify($1, $2)', [PUSH_CHANNEL, encode(message)]);
}

/** A message for people, as the console's bell and notifications show it. */
export interface Message {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  /** The key by which the console localises a title that must stay as it is on the wire. */
  readonly titleKey?: string;
  readonly content: string;
  readonly level: 'info' | 'success' | 'warning' | 'error';
  readonly bizType: string | null;
  readonly bizId: string | null;
  readonly route: string | null;
  readonly createTime: string;
  readonly unread: number | null;
  /** Stays until it is closed. */
  readonly sticky: boolean;
  readonly data: unknown;
}

/** Pushes a message to the rooms' people with the transaction. */
export const notify = (tx: Tx, to: readonly string[], message: Message): Promise<void> =>
  push(tx, { rooms: to, event: 'message', payload: message });

function encode(message: Push): string {
  const text = JSON.stringify(message, (_name, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  invariant(Buffer.byteLength(text) <= MAX_PAYLOAD_BYTES, 'push-too-large', message.event);
  return text;
}
