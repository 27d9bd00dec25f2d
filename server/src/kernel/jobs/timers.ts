import { DEFAULT_ZONE, formatTime, parseTime } from '@trade-assistant/contract/kit/time.ts';
import type { App } from '../app/index.ts';
import type { Timer } from './define.ts';
import type { Lease } from './lease.ts';

/** The tick for which the periods of timers are declared. */
const STANDARD_TICK_MILLIS = 1000;

/**
 * Starts recurring work. The database keeps when each timer is due; whichever node finds it due and gets the timer's
 * lock runs it, so each runs once however many nodes there are, and a node's death passes it on.
 */
export async function startTimers(
  app: App,
  lease: Lease,
  timers: readonly Timer[],
): Promise<{ stop(): Promise<void> }> {
  const byName = new Map(timers.map((timer) => [timer.name, timer]));
  if (byName.size !== timers.length) throw new Error('Two timers have the same name');
  const { tickMillis } = app.config;
  for (const timer of timers) await register(app, timer);
  const running = new Map<string, Promise<void>>();
  const conclude = concluder(app, lease);
  let stopped = false;
  const tick = async (): Promise<void> => {
    const idle = [...byName.keys()].filter((name) => !running.has(name));
    for (const timer of (await claim(app, lease, idle)).map((name) => byName.get(name))) {
      if (!timer) continue;
      const run = runTimer(app, timer)
        .then((failure) => conclude(timer, failure))
        .catch((error: unknown) =>
          app.log.warn({ err: error, timer: timer.name }, 'the end of a timer could not be stored'),
        )
        .finally(() => running.delete(timer.name));
      running.set(timer.name, run);
    }
  };
  let ticking: Promise<void> | undefined;
  const interval = setInterval(() => {
    // One look at a time: two would claim the same timers, since locks of one connection do not exclude each other.
    if (ticking || stopped || !lease.alive) return;
    ticking = tick()
      .catch((error: unknown) => app.log.warn({ err: error }, 'timers could not be looked up'))
      .finally(() => {
        ticking = undefined;
      });
  }, tickMillis);
  return {
    stop: async () => {
      stopped = true;
      clearInterval(interval);
      await ticking;
      await Promise.all(running.values());
    },
  };
}

/** Claims the due ones of some timers for this node, all with the same three queries. @returns their names, the longest due first */
async function claim(app: App, lease: Lease, names: readonly string[]): Promise<string[]> {
  const due = await app.db.pool.query<{ name: string }>(
    'select name from kernel_timer where name = any($1) and next_run <= now() order by next_run',
    [names],
  );
  if (due.rows.length === 0) return [];
  const locked = await lease.lock(due.rows.map(({ name }) => name));
  let claimed: string[] = [];
  try {
    // Another node may have run one of them between our look and our lock.
    const started = await app.db.pool.query<{ name: string }>(
      'update kernel_timer set last_start = now() where name = any($1) and next_run <= now() returning name',
      [locked],
    );
    claimed = started.rows.map(({ name }) => name);
  } finally {
    await lease.unlock(locked.filter((name) => !claimed.includes(name)));
  }
  return locked.filter((name) => claimed.includes(name));
}

interface Conclusion {
  readonly name: string;
  readonly next: Date;
  readonly failure: string | null;
}

/** Returns a function that stores the end of a run and frees its timer: runs that end while another end is being stored share a query. */
function concluder(app: App, lease: Lease): (timer: Timer, failure: string | null) => Promise<void> {
  let waiting: Conclusion[] = [];
  let last: Promise<void> = Promise.resolve();
  const store = async (): Promise<void> => {
    const ended = waiting;
    waiting = [];
    if (ended.length === 0) return;
    try {
      await app.db.pool.query(
        `update kernel_timer t set next_run = e.next_run, last_end = now(), last_error = e.failure
         from unnest($1::text[], $2::timestamptz[], $3::text[]) e (name, next_run, failure) where t.name = e.name`,
        [ended.map(({ name }) => name), ended.map(({ next }) => next), ended.map(({ failure }) => failure)],
      );
    } finally {
      await lease.unlock(ended.map(({ name }) => name));
    }
  };
  return (timer, failure) => {
    waiting.push({ name: timer.name, next: nextRun(timer, new Date(), app.config.tickMillis), failure });
    const mine = last.then(store);
    last = mine.catch(() => undefined);
    return mine;
  };
}

async function register(app: App, timer: Timer): Promise<void> {
  const next = nextRun(timer, new Date(), app.config.tickMillis);
  const first = typeof timer.every === 'number' ? new Date() : next;
  await app.db.pool.query(
    `insert into kernel_timer (name, next_run) values ($1, $2)
     on conflict (name) do update set next_run = least(kernel_timer.next_run, $3)`,
    [timer.name, first, next],
  );
}

/** Runs a timer. @returns the message of its failure */
async function runTimer(app: App, timer: Timer): Promise<string | null> {
  try {
    await timer.run(app);
    return null;
  } catch (error) {
    app.log.error({ err: error, timer: timer.name }, 'a timer failed');
    return error instanceof Error ? error.message : String(error);
  }
}

/** When a timer that just ran is due again. */
export function nextRun(timer: Timer, after: Date, tickMillis: number): Date {
  if (typeof timer.every === 'number')
    return new Date(after.getTime() + (timer.every * tickMillis) / STANDARD_TICK_MILLIS);
  const zone = timer.every.zone ?? DEFAULT_ZONE;
  for (let day = 0; day < 3; day += 1) {
    const date = formatTime(new Date(after.getTime() + day * 86_400_000), zone).slice(0, 10);
    const candidate = parseTime(`${date} ${timer.every.at}`, zone);
    if (candidate && candidate > after) return candidate;
  }
  throw new Error(`The timer ${timer.name} has no valid time of day: ${timer.every.at}`);
}
