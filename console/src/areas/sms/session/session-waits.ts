import { formatTime, parseTime } from '@trade-assistant/contract/kit/time.ts';
import { useEffect, useState } from 'react';
import type { Translate } from '../../../kit/i18n.ts';
import { currentZone } from '../../../kit/zone.ts';

const MINUTE_MILLIS = 60_000;
/** From so many minutes on a wait is shown as long. */
const LONG_MINUTES = 15;

/** The time of day today, else the day: both are short. */
export function shortTime(time: string): string {
  const today = formatTime(new Date(), currentZone()).slice(0, 10);
  return time.startsWith(today) ? time.slice(11, 16) : time.slice(5, 10);
}

/** How long somebody has waited, in words. */
export function waitingText(
  since: string,
  now: number,
  t: Translate,
): { readonly text: string; readonly isLong: boolean } {
  const minutes = Math.max(0, Math.floor((now - (parseTime(since, currentZone())?.getTime() ?? now)) / MINUTE_MILLIS));
  const isLong = minutes >= LONG_MINUTES;
  if (minutes < 1) return { text: t({ zh: '刚刚来信', en: 'just now' }), isLong };
  if (minutes < 60) return { text: t({ zh: '已等 {n} 分钟', en: 'waiting {n} min' }, { n: minutes }), isLong };
  if (minutes < 48 * 60)
    return { text: t({ zh: '已等 {n} 小时', en: 'waiting {n} h' }, { n: Math.floor(minutes / 60) }), isLong };
  return { text: t({ zh: '已等 {n} 天', en: 'waiting {n} d' }, { n: Math.floor(minutes / 1440) }), isLong };
}

/** The present time, renewed twice a minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MILLIS / 2);
    return () => clearInterval(timer);
  }, []);
  return now;
}
