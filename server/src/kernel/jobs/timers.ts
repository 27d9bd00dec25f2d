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
  let stopped = false;
  const tick = async (): Promise<void> => {
    const due = await app.db.pool.query<{ name: string }>(
      'select name from kernel_timer where name = any($1) and next_run <= now() order by next_run',
      [[...byName.keys()]],
    );
    for (const { name } of due.rows) {
      const timer = byName.get(name);
      if (!timer || running.has(name) || stopped || !lease.alive) continue;
      const run = runTimer(app, lease, timer)
        .catch((error: unknown) => app.log.warn({ err: error, timer: name }, 'a timer could not be run'))
        .finally(() => running.delete(name));
      running.set(name, run);
    }
  };
  let ticking: Promise<void> = Promise.resolve();
  const interval = setInterval(() => {
    ticking = tick().catch((error: unknown) => app.log.warn({ err: error }, 'timers could not be looked up'));
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

async function register(app: App, timer: Timer): Promise<void> {
  const next = nextRun(timer, new Date(), app.config.tickMillis);
  const first = typeof timer.every === 'number' ? new Date() : next;
  await app.db.pool.query(
    `insert into kernel_timer (name, next_run) values ($1, $2)
     on conflict (name) do update set next_run = least(kernel_timer.next_run, $3)`,
    [timer.name, first, next],
  );
}

async function runTimer(app: App, lease: Lease, timer: Timer): Promise<void> {
  await lease.exclusively(timer.name, async () => {
    // Another node may have run it between our look and our lock.
    const claimed = await app.db.pool.query(
      'update kernel_timer set last_start = now() where name = $1 and next_run <= now() returning name',
      [timer.name],
    );
    if (claimed.rowCount === 0) return;
    let failure: string | null = null;
    try {
      await timer.run(app);
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
      app.log.error({ err: error, timer: timer.name }, 'a timer failed');
    }
    await app.db.pool.query(
      'update kernel_timer set next_run = $2, last_end = now(), last_error = $3 where name = $1',
      [timer.name, nextRun(timer, new Date(), app.config.tickMillis), failure],
    );
  });
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
