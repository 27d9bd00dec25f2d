import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { useEffect } from 'react';
import { useLocale } from '../kit/i18n.ts';
import { words } from './words.ts';

/** Names the browser's tab after the page and the product, or after the page `alone`, in the language in force. */
export function useTitle(page: Text, alone?: 'alone'): void {
  const locale = useLocale();
  const name = page[locale] || page.zh;
  const title = alone ? name : `${name} - ${words.product[locale]}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
