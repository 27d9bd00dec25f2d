import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { useEffect } from 'react';
import { useLocale } from '../kit/i18n.ts';
import { words } from './words.ts';

/** Names the browser's tab after the page, in the language in force. */
export function useTitle(page: Text): void {
  const locale = useLocale();
  const title = `${page[locale] || page.zh} - ${words.product[locale]}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
