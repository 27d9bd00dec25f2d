import { cloneElement, isValidElement, type ReactNode } from 'react';
import type { Translate } from '../i18n.ts';

/** `itemRender` of a pager: gives the library's arrows names for screen readers. */
export const pagerItem =
  (t: Translate) =>
  (_page: number, kind: string, button: ReactNode): ReactNode => {
    const label = kind === 'prev' ? words.before : kind === 'next' ? words.after : undefined;
    return label && isValidElement<{ 'aria-label'?: string }>(button)
      ? cloneElement(button, { 'aria-label': t(label) })
      : button;
  };

const words = {
  before: { zh: '上一页', en: 'Previous page' },
  after: { zh: '下一页', en: 'Next page' },
} as const;
