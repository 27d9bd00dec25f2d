import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Db } from '../db/index.ts';

/** Limits calls per caller and minute, or another time, counted by all processes of an installation together. */
export interface Limits {
  /**
   * Takes one of `most` in the minute (or `millis`) that began with the first. A key always has the same length of time.
   * @returns 0 if the call is within the limit, else the seconds until that time is over
   */
  take(key: string, most: number, millis?: number): Promise<number> | number;
  /** Takes one back, in the time it was taken in. */
  giveBack(key: string): void;
  /** Returns the rest of a limit in the present time, as far as this process knows, and the seconds until that is over. */
  left(key: string, most: number): { readonly remaining: number; readonly seconds: number };
}

const MINUTE_MILLIS = 60_000;
/** How long a call waits for the count of all before its process counts alone. */
const PATIENCE_MILLIS = 1000;
/** More than the callers one process serves in a minute; the database still knows a dropped one. */
const REMEMBER_MAX = 50_000;
/** The part of a limit that a process takes at once. */
const SHARE = 100;

interface Counter {
  endsAt: number;
  used: number;
  /** So many the process may give out without asking again. */
  granted: number;
  isOver: boolean;
  asking: Promise<void> | undefined;
}

/**
 * Counts the granted calls of this process in memory, and takes grants of a hundredth of the limit from one row per
 * caller. All processes together grant at most the limit; each may hold up to a hundredth that others cannot use. A
 * limit below two hundred is exact. If the database does not answer within a second, each process counts alone for the
 * rest of the minute.
 */
export function createLimits(db: Pick<Db, 'pool'>, log: Pick<Logger, 'warn'>): Limits {
  const counters = new Map<string, Counter>();
  let toldAt = 0;

  const counterOf = (key: string, millis: number): Counter => {
    const now = Date.now();
    const known = counters.get(key);
    if (known && known.endsAt > now) return known;
    const fresh: Counter = {
      endsAt: now + millis,
      used: 0,
      granted: 0,
      isOver: false,
      asking: undefined,
    };
    // Re-inserted as the last entry; the first ones are the oldest.
    counters.delete(key);
    if (counters.size >= REMEMBER_MAX) for (const oldest of counters.keys()) if (counters.delete(oldest)) break;
    counters.set(key, fresh);
    return fresh;
  };
  const ask = async (key: string, most: number, millis: number, counter: Counter): Promise<void> => {
    try {
      const wanted = Math.max(1, Math.floor(most / SHARE));
      const { granted, millisLeft } = await inTime(grant(db, key, { most, wanted, millis }));
      counter.endsAt = Date.now() + millisLeft;
      counter.granted += granted;
      counter.isOver = granted === 0;
    } catch (error) {
      counter.granted = Math.max(counter.granted, most);
      if (Date.now() - toldAt < MINUTE_MILLIS) return;
      toldAt = Date.now();
      log.warn({ err: error }, 'limits are counted by this process alone while the database does not answer');
    }
  };
  const takeAsked = async (key: string, most: number, millis: number, first: Counter): Promise<number> => {
    for (let counter = first; ; counter = counterOf(key, millis)) {
      if (counter.used < counter.granted) {
        counter.used += 1;
        return 0;
      }
      if (counter.isOver || counter.granted >= most) return secondsUntil(counter.endsAt);
      counter.asking ??= ask(key, most, millis, counter).finally(() => {
        counter.asking = undefined;
      });
      await counter.asking;
    }
  };
  return {
    take(key, most, millis = MINUTE_MILLIS) {
      const counter = counterOf(key, millis);
      if (counter.used >= counter.granted) return takeAsked(key, most, millis, counter);
      counter.used += 1;
      return 0;
    },
    left(key, most) {
      const counter = counters.get(key);
      if (!counter || counter.endsAt <= Date.now()) return { remaining: most, seconds: MINUTE_MILLIS / 1000 };
      const remaining = counter.isOver && counter.used >= counter.granted ? 0 : Math.max(0, most - counter.used);
      return { remaining, seconds: secondsUntil(counter.endsAt) };
    },
    giveBack(key) {
      const counter = counters.get(key);
      if (counter && counter.used > 0) counter.used -= 1;
    },
  };
}

const secondsUntil = (time: number): number => Math.max(1, Math.ceil((time - Date.now()) / 1000));

/** Rejects work that exceeds the time limit; the statement itself may continue. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const giveUp = new AbortController();
  const late = sleep(PATIENCE_MILLIS, undefined, { signal: giveUp.signal, ref: false }).then(() => {
    throw new Error(`no answer within ${PATIENCE_MILLIS} ms`);
  });
  work.catch(() => undefined);
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    giveUp.abort();
  }
}

interface Grant {
  readonly granted: number;
  readonly millisLeft: number;
}

const GRANT = `
  insert into kernel_limit as l (key, used, granted, ends_at)
  values ($1, least($2::int, $3::int), least($2::int, $3::int), clock_timestamp() + make_interval(secs => $4::float8 / 1000))
  on conflict (key) do update set
    used = case when l.ends_at <= clock_timestamp() then excluded.used else least(l.used + $2, greatest(l.used, $3)) end,
    granted = case when l.ends_at <= clock_timestamp() then excluded.used else greatest(0, least($2, $3 - l.used)) end,
    ends_at = case when l.ends_at <= clock_timestamp() then excluded.ends_at else l.ends_at end
  returning granted, (extract(epoch from ends_at - clock_timestamp()) * 1000)::float8 as millis`;

async function grant(
  db: Pick<Db, 'pool'>,
  key: string,
  { most, wanted, millis }: { most: number; wanted: number; millis: number },
): Promise<Grant> {
  const { rows } = await db.pool.query<{ granted: number; millis: number }>(GRANT, [key, wanted, most, millis]);
  return { granted: rows[0]?.granted ?? 0, millisLeft: Math.max(1, rows[0]?.millis ?? millis) };
}

/** Deletes counts whose time is over. */
export const purgeLimits = async (db: Pick<Db, 'pool'>): Promise<void> => {
  await db.pool.query('delete from kernel_limit where ends_at <= now()');
};
