import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { useEffect } from 'react';
import { useLocale } from '../kit/i18n.ts';

/** Sets the title of the browser's tab: the page, and the product's name if given, in the current language. */
export function useTitle(page: Text, product?: string): void {
  const locale = useLocale();
  const name = page[locale] || page.zh;
  const title = product === undefined ? name : `${name} - ${product}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
