import { createContext } from 'react';

/**
 * Whether the page one stands in is the one being looked at: some pages stay awake behind it. Always the same object, to be
 * asked when something happens; nothing is drawn again when it changes.
 */
export const PageVisibility = createContext<{ readonly isShown: boolean }>({ isShown: true });
