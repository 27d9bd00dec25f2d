import { page, userEvent } from 'vitest/browser';

/** Moves the mouse to an empty corner: left over a menu by an earlier test, it would choose an item of it. */
export const parkMouse = (): Promise<void> =>
  userEvent.hover(page.elementLocator(document.body), { position: { x: 0, y: 0 }, force: true });
