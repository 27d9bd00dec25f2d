import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/index.ts';
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

/**
 * Tells everybody of a tenant that rows of some resources changed, so that open lists ask again. It carries no figures:
 * what each reader may see, the list decides. One round trip.
 */
export async function announceChange(tx: Tx, tenantId: string, resources: readonly string[]): Promise<void> {
  const notes = resources.map(
    (resource) =>
      sql`pg_notify(${PUSH_CHANNEL}, ${encode({ rooms: [rooms.tenant(tenantId)], event: 'changed', payload: { resource } })})`,
  );
  await tx.execute(sql`select ${sql.join(notes, sql`, `)}`);
}

/** Sends an event at once, for what no transaction stands behind. */
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
