import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import { useMemo } from 'react';
import { useNamedCall } from '../client/query.ts';
import { useSession } from '../client/session.ts';
import { useLocale } from '../i18n.ts';

export interface CountryChoice {
  readonly code: string;
  readonly name: string;
  readonly dialCode: string;
  /** Searchable texts: code, both names, dial code. */
  readonly words: string;
}

const HOUR_MILLIS = 3_600_000;

/** The flag of an ISO code as an emoji; systems without flag pictures show the two letters instead. */
export const flagOf = (code: string): string =>
  /^[A-Z]{2}$/.test(code)
    ? String.fromCodePoint(...[...code].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65))
    : '🌐';

const namesIn = new Map<Locale, Intl.DisplayNames>();

/** Returns the browser's name of a country, for codes missing in the server's list. */
export function countryName(code: string, locale: Locale): string {
  if (code === '*') return locale === 'zh' ? '所有国家' : 'All countries';
  let names = namesIn.get(locale);
  if (!names) {
    names = new Intl.DisplayNames([locale === 'zh' ? 'zh-CN' : 'en'], { type: 'region', fallback: 'code' });
    namesIn.set(locale, names);
  }
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}

/** The countries the company works with, in the user's language. */
export function useCountries(): ReadonlyMap<string, CountryChoice> {
  const locale = useLocale();
  const isSignedIn = useSession((session) => session.accessToken !== null);
  const { data } = useNamedCall<unknown>('user/country', 'bulk-select', {
    staleMillis: HOUR_MILLIS,
    enabled: isSignedIn,
  });
  return useMemo(() => {
    const choices = (data ?? []) as readonly Readonly<Record<string, unknown>>[];
    return new Map(
      inOrder(choices, locale).map((choice) => {
        const code = String(choice.value ?? '');
        const [zh, en, dialCode] = [
          String(choice.label ?? ''),
          String(choice.labelEn ?? ''),
          String(choice.dialCode ?? ''),
        ];
        const name = (locale === 'zh' ? zh : en) || countryName(code, locale);
        return [code, { code, name, dialCode, words: `${code} ${zh} ${en} +${dialCode}`.toLowerCase() }] as const;
      }),
    );
  }, [data, locale]);
}

/** Returns countries in the company's order; those at equal places by name, in Chinese by pronunciation. */
export function inOrder<C extends Readonly<Record<string, unknown>>>(choices: readonly C[], locale: Locale): C[] {
  const { compare } = new Intl.Collator(locale === 'zh' ? 'zh-CN' : 'en');
  const nameOf = ({ label, labelEn }: C) => String((locale === 'zh' ? label : labelEn) ?? '');
  return choices.toSorted((a, b) => Number(a['sort'] ?? 0) - Number(b['sort'] ?? 0) || compare(nameOf(a), nameOf(b)));
}

/** A country's flag, or its two letters where the system has no pictures of flags (Windows, plain Linux). */
export function Flag({ code }: { code: string }) {
  const hasPictures = canDrawFlags();
  return (
    <span aria-hidden="true" className={hasPictures ? 'kit-flag' : 'kit-flag-letters'}>
      {hasPictures ? flagOf(code) : code}
    </span>
  );
}

let flagsDrawn: boolean | undefined;

/** Returns whether this system draws flags in colour, tested once by drawing one. */
function canDrawFlags(): boolean {
  if (flagsDrawn !== undefined) return flagsDrawn;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [24, 24];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return false;
  context.font = '16px "Noto Color Emoji", "Apple Color Emoji", "Segoe UI Emoji", sans-serif';
  context.textBaseline = 'top';
  context.fillText(flagOf('US'), 0, 2);
  const pixels = context.getImageData(0, 0, 24, 24).data;
  flagsDrawn = pixels.some((value, index) => index % 4 === 0 && Math.abs(value - (pixels[index + 2] ?? value)) > 40);
  return flagsDrawn;
}

/** Flag and name of a country. */
export function CountryValue({ code }: { code: string }) {
  const locale = useLocale();
  const choice = useCountries().get(code);
  return (
    <span className="kit-country" title={choice?.dialCode ? `${code} +${choice.dialCode}` : code}>
      <Flag code={code} />
      <span className="kit-cut">{choice?.name ?? countryName(code, locale)}</span>
    </span>
  );
}
