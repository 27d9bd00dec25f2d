import { sessionEventKind, sessionStatus } from '@trade-assistant/contract/areas/sms/session-dictionaries.ts';
import { sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { announceChange, announceRecord } from '../../../kernel/realtime/index.ts';
import { type EventRow, events, type Session } from './tables.ts';
import { indexText } from './words.ts';

const KIND = sessionEventKind.is;

/** The purpose with which the text of an entry is sealed. */
export const entryPurpose = (sessionId: bigint): string => `inbox entry ${sessionId}`;
export const lastPurpose = (sessionId: bigint): string => `inbox last ${sessionId}`;
export const draftPurpose = (sessionId: bigint): string => `inbox draft ${sessionId}`;

/** Characters of a text that lists show. */
const PREVIEW = 120;

export interface NewEntry {
  readonly kind: number;
  readonly text?: string;
  readonly userId?: bigint | null;
  readonly userName?: string | null;
  readonly messageId?: string;
  readonly clientKey?: string;
  readonly status?: number;
  readonly errorCode?: string | null;
  readonly segments?: number;
  readonly price?: bigint | null;
  readonly refNo?: bigint;
  readonly node?: string;
  readonly at?: Date;
}

/** Changes of the counts of a task. */
export interface Counted {
  readonly total?: number;
  readonly active?: number;
  readonly received?: number;
  readonly sent?: number;
  readonly optedOut?: number;
  readonly charged?: bigint;
}

const isText = (kind: number): boolean => kind === KIND.received || kind === KIND.sent || kind === KIND.automatic;

/**
 * Appends entries to a session and changes the counts of its task; the last step of a transaction. The row of counts, which it holds until
 * the commit, gives the places: a reader who knows one place has every entry before it. Callers have locked the session.
 */
export async function append(
  app: App,
  tx: Tx,
  session: Pick<Session, 'id' | 'taskId' | 'tenantId' | 'ownerId'>,
  added: readonly NewEntry[],
  counted: Counted = {},
): Promise<EventRow[]> {
  const { id: sessionId, taskId, tenantId, ownerId } = session;
  for (const { kind, text } of added)
    if (text !== undefined && (isText(kind) || kind === KIND.note))
      await indexText(app, tx, { ownerId, sessionId }, text);
  const { rows } = await tx.execute<{ last: string }>(sql`
    update inb_counter set event_no = event_no + ${added.length}::int,
      total_sessions = total_sessions + ${counted.total ?? 0}::int, active_sessions = active_sessions + ${counted.active ?? 0}::int,
      inbound_count = inbound_count + ${counted.received ?? 0}::int, outbound_count = outbound_count + ${counted.sent ?? 0}::int,
      opt_out_count = opt_out_count + ${counted.optedOut ?? 0}::int, charged_amount = charged_amount + ${counted.charged ?? 0n}::bigint
    where task_id = ${taskId} returning event_no::text as last`);
  const first = BigInt(rows[0]?.last ?? 0) - BigInt(added.length) + 1n;
  const stored =
    added.length === 0
      ? []
      : await tx
          .insert(events)
          .values(
            added.map(({ text, at, ...one }, index) => ({
              taskId,
              sessionId,
              eventNo: first + BigInt(index),
              ...one,
              content: text === undefined ? null : app.secrets.seal(text, entryPurpose(sessionId)),
              ...(at ? { createTime: at } : {}),
            })),
          )
          .returning();
  const shown = added.findLast(({ kind, text }) => isText(kind) && text !== undefined);
  const received = stored.findLast(({ kind }) => kind === KIND.received);
  // Reports of texts change nothing that the list shows, and leave the session unlocked.
  if (added.some(({ kind }) => kind !== KIND.outcome))
    await tx.execute(sql`
      update inb_session set last_no = greatest(last_no, ${stored.at(-1)?.eventNo ?? 0n}::bigint),
        last_in_no = greatest(last_in_no, ${received?.eventNo ?? 0n}::bigint)
        ${
          shown
            ? sql`, last_content = ${app.secrets.seal((shown.text ?? '').slice(0, PREVIEW), lastPurpose(sessionId))},
              last_direction = ${shown.kind === KIND.received ? 2 : 1}, last_msg_time = now()`
            : sql``
        }
      where id = ${sessionId}`);
  announceRecord(tx, tenantId, 'sms/session', sessionId);
  announceChange(tx, tenantId, 'sms/session');
  return stored;
}

const ENDED: readonly number[] = [sessionStatus.is.closed, sessionStatus.is.optedOut];
export const isEnded = ({ sessionStatus: state }: Pick<Session, 'sessionStatus'>): boolean => ENDED.includes(state);
