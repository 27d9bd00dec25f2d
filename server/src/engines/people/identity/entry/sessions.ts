import { sql } from 'drizzle-orm';
import type { Actor } from '../../../../kernel/auth/actor.ts';
import { endOtherSessions } from '../../../../kernel/auth/changes.ts';
import type { Tx } from '../../../../kernel/db/index.ts';

export interface OwnSession {
  readonly id: bigint;
  readonly address: string;
  readonly userAgent: string;
  readonly method: string;
  readonly createTime: Date;
  readonly lastSeenTime: Date;
  readonly isOwn: boolean;
}

interface SessionRow extends Record<string, unknown> {
  readonly id: string;
  readonly address: string;
  readonly user_agent: string;
  readonly method: string;
  readonly created: number;
  readonly seen: number;
}

const SHOWN_MAX = 100;

/** Returns the open sessions of the caller: the current one first, then the latest used. */
export async function ownSessions(executor: Pick<Tx, 'execute'>, actor: Actor): Promise<OwnSession[]> {
  const found = await executor.execute<SessionRow>(sql`
    select id::text, address, user_agent, method, extract(epoch from create_time)::float8 as created,
      extract(epoch from last_seen_at)::float8 as seen
    from auth_session where user_id = ${actor.userId} and ended_at is null and expires_at > now()
    order by id = ${actor.sessionId ?? 0n} desc, last_seen_at desc, id desc limit ${SHOWN_MAX}`);
  return found.rows.map((row) => ({
    id: BigInt(row.id),
    address: row.address,
    userAgent: row.user_agent,
    method: row.method,
    createTime: new Date(row.created * 1000),
    lastSeenTime: new Date(row.seen * 1000),
    isOwn: BigInt(row.id) === actor.sessionId,
  }));
}

/** Ends some of the caller's own sessions; without `ids` all but the current one. @returns how many ended */
export const endOwnSessions = (tx: Tx, actor: Actor, input: { ids?: readonly bigint[] } = {}): Promise<number> =>
  endOtherSessions(
    tx,
    { userId: actor.userId, keep: input.ids ? null : actor.sessionId, ...(input.ids ? { ids: input.ids } : {}) },
    'ended by the user',
  );
