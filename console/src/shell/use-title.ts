import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { useEffect } from 'react';
import { useLocale } from '../kit/i18n.ts';

/** Names the browser's tab after the page, and what the console is called where that is given, in the language in force. */
export function useTitle(page: Text, product?: string): void {
  const locale = useLocale();
  const name = page[locale] || page.zh;
  const title = product === undefined ? name : `${name} - ${product}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
