import { createContext } from 'react';

/**
 * Whether the current page is visible: some pages stay active behind it. Always the same object, to be
 * asked when something happens; nothing is drawn again when it changes.
 */
export const PageVisibility = createContext<{ readonly isShown: boolean }>({ isShown: true });
