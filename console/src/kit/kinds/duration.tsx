import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import { useLocale, useText } from '../i18n.ts';
import { NumberFilter } from './filters.tsx';
import { IntegerInput } from './integer.tsx';
import { inputFor, type KindView } from './kind.ts';

const UNITS = [
  { seconds: 86_400, zh: '天', en: 'd' },
  { seconds: 3_600, zh: '小时', en: 'h' },
  { seconds: 60, zh: '分', en: 'min' },
  { seconds: 1, zh: '秒', en: 's' },
] as const;

/** Seconds in their two largest units: `1 天 2 小时`, `5 min`. */
export function durationText(seconds: number, locale: Locale): string {
  let rest = seconds;
  const parts = UNITS.flatMap(({ seconds: unit, ...names }) => {
    const count = Math.floor(rest / unit);
    rest -= count * unit;
    return count === 0 ? [] : [`${count} ${names[locale]}`];
  });
  return parts.slice(0, 2).join(' ') || `0 ${UNITS[3][locale]}`;
}

export const duration: KindView = {
  Cell: ({ value }) => {
    const locale = useLocale();
    return <span className="kit-number">{durationText(Number(value), locale)}</span>;
  },
  Input: inputFor<number>(({ field: _field, ...control }) => {
    const t = useText();
    return <IntegerInput {...control} min={0} suffix={t({ zh: '秒', en: 's' })} />;
  }),
  Filter: NumberFilter,
  isRightAligned: true,
};
