import { sql } from 'drizzle-orm';
import type { Tx } from '../kernel/db/index.ts';
import type { Random } from './random.ts';

const DAY_MILLIS = 86_400_000;
const HOUR_MILLIS = 3_600_000;
const MINUTE_MILLIS = 60_000;
const SHANGHAI_MILLIS = 8 * HOUR_MILLIS;

/** What happened when. Events run in the order of their times, so stock and money never know the future. */
export interface Timeline {
  readonly now: Date;
  /** An instant in office hours (9 to 21, Shanghai) so many days ago. */
  dayAt(daysAgo: number, hour?: number): Date;
  /** An instant of the last two hours; later than every `dayAt(1)`. */
  today(minutesAgo: number): Date;
  /** `stock`: it changes numbers that are on no delivery note, so all of them are looked through for what to date. */
  add(at: Date, run: Event['run'], kind?: Event['kind']): void;
  /** Runs every event, those added on the way included, and dates what each one wrote. */
  play(tx: Tx): Promise<void>;
}

interface Event {
  readonly at: Date;
  readonly order: number;
  readonly kind: 'trade' | 'stock';
  readonly run: (at: Date) => Promise<void>;
}

export const hoursLater = (at: Date, hours: number): Date => new Date(at.getTime() + hours * HOUR_MILLIS);
export const minutesLater = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * MINUTE_MILLIS);
export const daysLater = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MILLIS);
export const dateOf = (at: Date): string => new Date(at.getTime() + SHANGHAI_MILLIS).toISOString().slice(0, 10);

export function timelineOf(now: Date, random: Random): Timeline {
  const waiting: Event[] = [];
  const midnight = Math.floor((now.getTime() + SHANGHAI_MILLIS) / DAY_MILLIS) * DAY_MILLIS - SHANGHAI_MILLIS;
  let count = 0;
  const earliest = () => waiting.sort((a, b) => a.at.getTime() - b.at.getTime() || a.order - b.order).shift();
  return {
    now,
    dayAt: (daysAgo, hour = random.int(9, 20)) =>
      new Date(
        midnight -
          daysAgo * DAY_MILLIS +
          hour * HOUR_MILLIS +
          random.int(0, 59) * MINUTE_MILLIS +
          random.int(0, 59) * 1000,
      ),
    today: (minutesAgo) => minutesLater(now, -minutesAgo),
    add(at, run, kind = 'trade') {
      if (at >= now) throw new RangeError(`The demo data would happen in the future: ${at.toISOString()}`);
      count += 1;
      waiting.push({ at, order: count, kind, run });
    },
    async play(tx) {
      for (let event = earliest(); event; event = earliest()) {
        await event.run(event.at);
        await date(tx, event.at, event.kind);
      }
    },
  };
}

/**
 * Moves what an event has just written to the time it tells of. The engines write the transaction's `now()`, which no
 * dated row has any more: that is how the new ones are found. Delivery times come from the process's clock and are later.
 */
async function date(tx: Tx, at: Date, kind: Event['kind']): Promise<void> {
  const moved = (column: string) =>
    sql.raw(`${column} = case when ${column} = now() then (select at from moment) else ${column} end`);
  const staging = sql`
    , batch as (update inv_batch set ${moved('create_time')}, ${moved('committed_at')}, update_time = (select at from moment) where update_time = now())
    , staging as (update inv_staged set ${moved('create_time')}, ${moved('in_time')}, ${moved('deleted_at')}, update_time = (select at from moment) where update_time = now())`;
  await tx.execute(sql`
    with moment as (select ${at}::timestamptz as at)
    , log as (update biz_state_log set create_time = (select at from moment) where create_time = now())
    , note as (
      update inv_outbound set ${moved('create_time')}, ${moved('last_download_time')}, update_time = (select at from moment),
        warranty_until = case when deliver_time >= now() then (select at from moment) + (warranty_until - deliver_time) else warranty_until end,
        deliver_time = case when deliver_time >= now() then (select at from moment) else deliver_time end
      where update_time = now() or last_download_time = now()
      returning id)
    , line as (update inv_outbound_line set return_time = (select at from moment) where return_time = now())
    ${kind === 'stock' ? staging : sql``}
    update inv_item set ${moved('create_time')}, ${moved('assign_time')}, update_time = (select at from moment),
      quarantine_until = case when stock_status = 3 then quarantine_until - (now() - (select at from moment)) else quarantine_until end
    where update_time = now()
      ${kind === 'stock' ? sql`` : sql`and id in (select item_id from inv_outbound_line where outbound_id in (select id from note))`}`);
}
