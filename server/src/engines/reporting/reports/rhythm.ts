import { scheduleRhythm } from '@trade-assistant/contract/areas/report/schedule.ts';
import { formatTime, parseTime } from '@trade-assistant/contract/kit/time.ts';

interface Rhythm {
  readonly rhythm: number;
  readonly weekday: number | null;
  readonly monthDay: number | null;
  readonly hour: number;
}

const DAY_MILLIS = 86_400_000;
/** Further than the longest pause between two runs. */
const DAYS_AHEAD = 63;

/** Returns the first run after an instant, at a full hour of a zone; a day that a month lacks is its last one. */
export function nextRunOf({ rhythm, weekday, monthDay, hour }: Rhythm, zone: string, after: Date): Date {
  const { weekly, monthly } = scheduleRhythm.is;
  const today = Date.parse(`${formatTime(after, zone).slice(0, 10)}T00:00:00Z`);
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1) {
    const day = new Date(today + ahead * DAY_MILLIS);
    const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
    if (rhythm === weekly && (day.getUTCDay() + 6) % 7 !== (weekday ?? 1) - 1) continue;
    if (rhythm === monthly && day.getUTCDate() !== Math.min(monthDay ?? 1, last)) continue;
    const run = parseTime(`${day.toISOString().slice(0, 10)} ${String(hour).padStart(2, '0')}:00:00`, zone);
    if (run && run > after) return run;
  }
  throw new Error('A schedule has no next run');
}
