import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'drizzle-orm';
import type { Actor } from '../auth/actor.ts';
import type { Db, Tx } from '../db/index.ts';
import { maskNumbers, NUMBER_NAME, redact } from '../log/redact.ts';
import type { Secrets } from '../secrets/index.ts';
import { setStampKey, stampOf } from './stamp.ts';

const ASKED_MAX = 16_384;
const CHANGES_MAX = 65_536;
const IDS_MAX = 400;
const AGENT_MAX = 300;

export interface AuditRecord {
  /** Action: `update`, `export`, `plain-view` … */
  readonly action: string;
  readonly objectType: string;
  readonly objectId: bigint | string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string;
}

/** Writes an entry with its actor into the trail, in the transaction of the change. Secrets never get into it. */
export const record = (tx: Tx, actor: Actor, entry: AuditRecord): Promise<void> =>
  insert(tx, actor, {
    ...entry,
    objectId: entry.objectId.toString(),
    before: bounded(entry.before, CHANGES_MAX),
    after: bounded(entry.after, CHANGES_MAX),
  });

/** A call whose changes the trail records. */
export interface Recording {
  /** The acting user; null in anonymous calls. */
  readonly actor: Actor | null;
  readonly tenantId: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly traceId: string;
  /** The resource and its call: `user/country`, `update`. */
  readonly objectType: string;
  readonly action: string;
  /** Input as received. */
  readonly asked: Readonly<Record<string, unknown>>;
}

interface Running extends Recording {
  /** Whether the trail has a row. */
  isWritten: boolean;
  /** The answer, once the call has succeeded. */
  answer?: { readonly value: unknown };
  hasEnded: boolean;
}

const recordings = new AsyncLocalStorage<Running>();

/**
 * Runs a call and records it in the trail: each transaction that changes an audited row writes one trail row before its commit, with the
 * values before and after. A call without changes (an export) gets its row afterwards; one that throws before a commit leaves none. `done`
 * receives the answer as soon as it is known.
 */
export async function recorded<T>(
  db: Db,
  recording: Recording,
  work: (done: (answer: unknown) => void) => Promise<T>,
): Promise<T> {
  const running: Running = { ...recording, isWritten: false, hasEnded: false };
  const done = (value: unknown): void => {
    running.answer = { value };
  };
  try {
    const result = await recordings.run(running, () => work(done));
    // A repetition under an idempotency key did nothing.
    if (running.answer && !running.isWritten) await db.tx((tx) => write(tx, running, [], 0));
    return result;
  } finally {
    running.hasEnded = true;
  }
}

/**
 * The same database, whose transactions write their changes into the trail while a call is being recorded. Rows of the
 * trail, including those of background work, are stamped with the key of `secrets`.
 */
export function withTrail(db: Db, secrets: Pick<Secrets, 'digest'>): Db {
  const stamped = withStamps(db, secrets);
  const own: Db = {
    ...stamped,
    background: withStamps(db.background, secrets),
    overview: withStamps(db.overview, secrets),
    tx: (work, options) =>
      stamped.tx(async (tx) => {
        const running = recordings.getStore();
        if (!running || running.hasEnded) return work(tx);
        await tx.execute(sql`select set_config('audit.noted', '[', true), set_config('audit.more', '', true)`);
        const result = await work(tx);
        await writeNoted(tx, running);
        return result;
      }, options),
  };
  setStampKey(own, secrets);
  return own;
}

function withStamps(db: Db, secrets: Pick<Secrets, 'digest'>): Db {
  const own: Db = {
    ...db,
    get background() {
      return own;
    },
    tx: (work, options) =>
      db.tx((tx) => {
        setStampKey(tx, secrets);
        return work(tx);
      }, options),
  };
  setStampKey(own, secrets);
  return own;
}

/** Runs a part of a transaction as another actor's call: its changes are recorded as theirs. */
export async function recordedIn<T>(tx: Tx, recording: Recording, work: () => Promise<T>): Promise<T> {
  await tx.execute(sql`select set_config('audit.noted', '[', true), set_config('audit.more', '', true)`);
  const value = await work();
  await writeNoted(tx, { ...recording, isWritten: false, answer: { value }, hasEnded: false });
  return value;
}

/** Table, row, and the changed columns before and after. */
type Noted = readonly [table: string, id: string, before: Columns | null, after: Columns | null];
type Columns = Readonly<Record<string, unknown>>;

async function writeNoted(tx: Tx, running: Running): Promise<void> {
  const { rows } = await tx.execute<{ noted: string; more: string }>(
    sql`select case current_setting('audit.noted', true) when 'full' then current_setting('audit.kept', true)
        else current_setting('audit.noted', true) end as noted,
      current_setting('audit.more', true) as more, set_config('audit.noted', '', true), set_config('audit.kept', '', true)`,
  );
  const noted = JSON.parse(`${rows[0]?.noted || '['}]`) as Noted[];
  const isLast = running.answer !== undefined && !running.isWritten;
  if (noted.length === 0 && !isLast) return;
  await write(tx, running, noted, Number(rows[0]?.more || 0));
  running.isWritten = true;
}

async function write(tx: Tx, running: Running, noted: readonly Noted[], more: number): Promise<void> {
  const { actor, tenantId, ip, action, objectType, asked, traceId, userAgent } = running;
  await insert(tx, actor ?? { tenantId, userId: 0n, account: '', ip }, {
    action,
    objectType,
    objectId: objectOf(running, noted),
    before: bounded(sideOf(noted, 2), CHANGES_MAX, { areColumns: true }),
    after: bounded(sideOf(noted, 3), CHANGES_MAX, { more, areColumns: true }),
    ...(typeof asked['reason'] === 'string' ? { reason: asked['reason'] } : {}),
    asked: bounded(asked, ASKED_MAX),
    traceId,
    userAgent: userAgent.slice(0, AGENT_MAX),
  });
}

/**
 * `{ 'inv_country:12': { sort: 1 } }`: one side of the changes, by table and row. For tables with bulk changes, only
 * their number.
 */
const sideOf = (noted: readonly Noted[], side: 2 | 3): Columns =>
  Object.fromEntries(
    noted.flatMap((note): [string, unknown][] => {
      const [table, id] = note;
      const columns = note[side];
      if (columns) return [[`${table}:${id}`, columns]];
      return id === '' && side === 3 ? [[table, '*']] : [];
    }),
  );

const ID_NAMES = [
  ...['id', 'ids', 'userId', 'userIds', 'roleIds', 'packageId', 'topMenuIds', 'taskNo', 'batchNo', 'outboundId'],
];

/** Returns the object of a call: the given ids, else the answered one, else the first changed row. */
function objectOf({ asked, answer }: Running, noted: readonly Noted[]): string {
  const given = ID_NAMES.map((name) => asked[name]).find((value) => value !== undefined && value !== null);
  const answered = (answer?.value as { id?: unknown } | null | undefined)?.id;
  const found = given ?? answered ?? noted[0]?.[1] ?? '';
  return maskedUnlessIds(String(found)).slice(0, IDS_MAX);
}

/** Keeps lists of ids that cannot be phone numbers. */
const maskedUnlessIds = (text: string): string => (/^\d{1,19}(,\d{1,19})*$/.test(text) ? text : maskNumbers(text));

/** Returns a value as JSON up to a length, without secrets; null for none. The omitted part, and `more`, is counted. */
function bounded(value: unknown, max: number, { more = 0, areColumns = false } = {}): string | null {
  if (value === undefined || value === null) return null;
  const clean = redact(value, { numbers: NUMBER_NAME, areColumns });
  const whole = JSON.stringify(clean).toWellFormed().replaceAll('\\u0000', '');
  if (whole === '{}') return null;
  if (whole.length <= max && more === 0) return whole;
  if (typeof clean !== 'object' || clean === null) return JSON.stringify(whole.slice(0, max));
  let room = max;
  const entries = Object.entries(clean);
  const kept = entries.filter(([name, item]) => {
    room -= name.length + (JSON.stringify(item)?.length ?? 0);
    return room > 0;
  });
  return JSON.stringify(Object.fromEntries([...kept, ['…', `${entries.length - kept.length + more} more`]]));
}

interface Row extends Omit<AuditRecord, 'objectId' | 'before' | 'after'> {
  readonly objectId: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly asked?: string | null;
  readonly traceId?: string;
  readonly userAgent?: string;
}

async function insert(tx: Tx, actor: Pick<Actor, 'tenantId' | 'userId' | 'account' | 'ip'>, row: Row): Promise<void> {
  const { tenantId, userId, account, ip } = actor;
  const stamp = stampOf(tx, { ...row, tenantId, userId, account, ip });
  await tx.execute(sql`
    insert into audit_log (tenant_id, user_id, account, ip, action, object_type, object_id, before, after, reason, asked,
      trace_id, user_agent, stamp)
    values (${tenantId}, ${userId}, ${account}, ${ip}, ${row.action}, ${row.objectType},
      ${row.objectId}, ${row.before}::jsonb, ${row.after}::jsonb, ${row.reason ?? null}, ${row.asked ?? null}::jsonb,
      ${row.traceId ?? ''}, ${row.userAgent ?? ''}, ${stamp})`);
}
