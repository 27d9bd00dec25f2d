import { expect, it } from 'vitest';
import { show } from '../../testing/show.tsx';
import { OverDialog } from './over-dialog.tsx';
import { closeOverlay, openKeys, openPalette, useOverlay } from './overlays.ts';

async function shown(): Promise<HTMLDialogElement> {
  openKeys();
  const screen = await show(<OverDialog label="Keys">Some keys</OverDialog>);
  const dialog = screen.getByRole('dialog', { name: 'Keys' });
  await expect.element(dialog).toBeVisible();
  return dialog.element() as HTMLDialogElement;
}

/** The browser reports a closed dialog in a separate task. */
const told = (dialog: HTMLDialogElement) =>
  new Promise((resolve) => dialog.addEventListener('close', () => setTimeout(resolve), { once: true }));

it('is removed after the browser has closed it', async () => {
  const dialog = await shown();
  const closed = told(dialog);
  dialog.close();
  await closed;
  expect(useOverlay.getState().open).toBe(null);
});

it('does not close what was opened before the browser reported the closing', async () => {
  const dialog = await shown();
  const closed = told(dialog);
  dialog.close();
  openPalette();
  await closed;
  expect(useOverlay.getState().open).toBe('palette');
  closeOverlay();
});
