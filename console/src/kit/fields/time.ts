import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import { parseTime } from '@trade-assistant/contract/kit/time.ts';
import type { Translate } from '../i18n.ts';
import { currentZone } from '../zone.ts';

const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** Returns a wire time as a distance from now: `3 分钟前`, `in 2 hours`. Empty for an invalid time. */
export function relativeTime(wire: string, locale: Locale, now = Date.now()): string {
  const instant = parseTime(wire, currentZone());
  if (!instant) return '';
  const seconds = Math.round((instant.getTime() - now) / 1000);
  const format = new Intl.RelativeTimeFormat(locale === 'zh' ? 'zh-CN' : 'en', { numeric: 'auto' });
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  }
  return format.format(seconds, 'second');
}

/** Returns a span as short text: `45 s`, `3 min 20 s`, `2 h 5 min`. */
export function spanText(seconds: number, locale: Locale): string {
  const words =
    locale === 'zh' ? { hour: ' 小时', minute: ' 分', second: ' 秒' } : { hour: ' h', minute: ' min', second: ' s' };
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  if (hours > 0) return `${hours}${words.hour}${minutes ? ` ${minutes}${words.minute}` : ''}`;
  if (minutes > 0)
    return `${minutes}${words.minute}${whole % 60 && minutes < 10 ? ` ${whole % 60}${words.second}` : ''}`;
  return `${whole}${words.second}`;
}

/** Returns an estimated span as a range: nobody can tell it to the second. */
export const aboutTime = (seconds: number, t: Translate): string =>
  seconds < 90
    ? t({ zh: '不到 2 分钟', en: 'less than 2 minutes' })
    : t(
        { zh: '约 {from}–{to} 分钟', en: 'about {from}–{to} minutes' },
        {
          from: Math.ceil(seconds / 60).toLocaleString('en-US'),
          to: Math.ceil((seconds * 1.5) / 60).toLocaleString('en-US'),
        },
      );
