import { page, userEvent } from 'vitest/browser';

/** Puts the mouse where nothing opens: where a test before left it, it would choose among what the keyboard has opened. */
export const parkMouse = (): Promise<void> =>
  userEvent.hover(page.elementLocator(document.body), { position: { x: 0, y: 0 }, force: true });
