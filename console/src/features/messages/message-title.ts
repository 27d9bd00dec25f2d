import { templateOf } from '@trade-assistant/contract/areas/message/templates.ts';
import type { Locale } from '@trade-assistant/contract/kit/locale.ts';

/** A message's title in a language: the program's own by its key, a person's as it was written. */
export const titleOf = (
  { title, titleKey }: { readonly title: string; readonly titleKey?: string | null | undefined },
  locale: Locale,
): string => templateOf(titleKey)?.title[locale] ?? title;
