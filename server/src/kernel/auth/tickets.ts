import { sql } from 'drizzle-orm';
import type { Tx } from '../db/index.ts';
import { newToken, tokenHash } from './tokens.ts';

/** Procedures of several steps: the second factor after the password, the two ceremonies of a passkey. */
export type TicketKind = 'second-factor' | 'passkey-register' | 'passkey-sign-in';

export interface Ticket {
  /** Null while the user is unknown. */
  readonly userId: bigint | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** How long the step after may take. */
export const TICKET_LIFE_SECONDS = 300;

/** Proof that a first step was done, to be handed in with the next: an opaque text of which only the hash is kept. */
export async function newTicket(
  executor: Pick<Tx, 'execute'>,
  kind: TicketKind,
  { userId, data }: Ticket,
): Promise<string> {
  const ticket = newToken();
  await executor.execute(sql`
    insert into auth_ticket (token_hash, kind, user_id, data, expires_at)
    values (${tokenHash(ticket)}, ${kind}, ${userId}, ${JSON.stringify(data)}::jsonb, now() + make_interval(secs => ${TICKET_LIFE_SECONDS}))`);
  return ticket;
}

/** Reads a ticket without using it; undefined when it is used, expired, unknown or of another kind. */
export const readTicket = (executor: Pick<Tx, 'execute'>, kind: TicketKind, ticket: string) =>
  found(
    executor,
    sql`select user_id, data from auth_ticket where token_hash = ${tokenHash(ticket)} and kind = ${kind} and expires_at > now()`,
  );

/** Uses a ticket up. Of several at the same moment one gets it. */
export const takeTicket = (executor: Pick<Tx, 'execute'>, kind: TicketKind, ticket: string) =>
  found(
    executor,
    sql`delete from auth_ticket where token_hash = ${tokenHash(ticket)} and kind = ${kind} and expires_at > now() returning user_id, data`,
  );

async function found(executor: Pick<Tx, 'execute'>, query: ReturnType<typeof sql>): Promise<Ticket | undefined> {
  const { rows } = await executor.execute<{ user_id: bigint | null; data: Record<string, unknown> }>(query);
  const row = rows[0];
  return row && { userId: row.user_id === null ? null : BigInt(row.user_id), data: row.data };
}
