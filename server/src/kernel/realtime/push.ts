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
} as const;

/** Sends an event to every socket in the rooms, on every node, when and only when the transaction commits. */
export async function push(tx: Tx, message: Push): Promise<void> {
  await tx.execute(sql`select pg_notify(${PUSH_CHANNEL}, ${encode(message)})`);
}

/** Open lists need not move more often than this. */
const CHANGES_EVERY_MILLIS = 200;

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
  const changes = changesOf.get(db) ?? { pending: new Map<string, Set<string>>(), quiet: 0, timer: null };
  changesOf.set(db, changes);
  const pending = changes.pending.get(tenantId) ?? new Set<string>();
  for (const name of withDependents(changed.map((one) => (typeof one === 'string' ? one : one.name))))
    pending.add(name);
  changes.pending.set(tenantId, pending);
  broadcastChanges(db, changes);
}

interface Changes {
  /** Tenant → resources. */
  readonly pending: Map<string, Set<string>>;
  /** End of the pause between notifications. */
  quiet: number;
  timer: NodeJS.Timeout | null;
}
const changesOf = new WeakMap<Db, Changes>();

function broadcastChanges(db: Db, changes: Changes): void {
  if (changes.timer !== null) return;
  const wait = changes.quiet - Date.now();
  if (wait > 0) {
    changes.timer = setTimeout(() => {
      changes.timer = null;
      broadcastChanges(db, changes);
    }, wait);
    changes.timer.unref();
    return;
  }
  changes.quiet = Date.now() + CHANGES_EVERY_MILLIS;
  const notes = [...changes.pending].flatMap(([tenantId, resources]) =>
    [...resources].map((resource) =>
      encode({ rooms: [rooms.tenant(tenantId)], event: 'changed', payload: { resource } }),
    ),
  );
  changes.pending.clear();
  // A lost notification only delays a list; it must not fail committed work.
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
