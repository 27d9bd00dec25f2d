import * as make from '@trade-assistant/contract/kit/field.ts';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { show } from '../../testing/show.tsx';
import { takeUploads } from '../../testing/uploads.ts';
import { FieldInput } from '../form/input.tsx';

const upload = { resource: 'sea/ship', call: 'put-picture', kinds: ['png'], maxBytes: 1000 };
const field = make.images({ label: { zh: '照片', en: 'Photos' }, count: 3, upload });
const dot = (of: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><title>${of}</title></svg>`)}`;

let value: unknown;
function Box({ start = [] }: { start?: readonly string[] }) {
  const [held, hold] = useState<unknown>(start);
  value = held;
  return (
    <>
      <label htmlFor="box">Photos</label>
      <FieldInput id="box" field={field} value={held} onChange={hold} />
    </>
  );
}
const file = (name: string, size = 10) => new File(['x'.repeat(size)], name, { type: 'image/png' });
const input = page.getByLabelText('Photos').first();
const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }));
const done = (link: string) => ({ code: 200, success: true, data: { link }, msg: '' });

test('files are sent at once, with their progress, and their addresses are the value', async () => {
  const sent = takeUploads();
  await show(<Box />, { locale: 'en' });
  await userEvent.upload(input, [file('a.png'), file('b.png')]);
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[0]?.address).toContain('/api/sea/ship/put-picture');
  sent[0]?.progress(5, 10);
  await expect.element(page.getByRole('progressbar', { name: 'a.png' })).toHaveAttribute('aria-valuenow', '50');
  sent[0]?.answer(200, done('/a'));
  sent[1]?.answer(200, done('/b'));
  await expect.poll(() => value).toEqual(['/a', '/b']);
  expect(sent[0]?.headers['idempotency-key']).not.toBe(sent[1]?.headers['idempotency-key']);
});

test('refuses a file that is too large or of another kind before sending it', async () => {
  const sent = takeUploads();
  await show(<Box />, { locale: 'en' });
  await userEvent.upload(input, [file('a.png', 2000)]);
  await expect.element(page.getByText(/the maximum is/)).toBeVisible();
  const data = new DataTransfer();
  data.items.add(file('b.exe'));
  document.querySelector('.kit-drop')?.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
  await expect.element(page.getByText(/Unsupported file type/)).toBeVisible();
  expect(sent).toEqual([]);
  expect(page.getByRole('button', { name: 'Retry' }).elements()).toEqual([]);
});

test('one that did not arrive is sent again under its key, one under way is given up', async () => {
  const sent = takeUploads();
  await show(<Box />, { locale: 'en' });
  const data = new DataTransfer();
  data.items.add(file('a.png'));
  input.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  await expect.poll(() => sent.length).toBe(1);
  sent[0]?.breakOff();
  await press('Retry');
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]?.headers['idempotency-key']).toBe(sent[0]?.headers['idempotency-key']);
  await press('Cancel');
  expect(sent[1]?.isGivenUp()).toBe(true);
  await expect.element(page.getByText('a.png')).not.toBeInTheDocument();
  expect(value).toEqual([]);
});

test('pictures are moved by keyboard and button, taken away, and no more are taken than there may be', async () => {
  await show(<Box start={[dot('a'), dot('b'), dot('c')]} />, { locale: 'en' });
  await expect.element(page.getByRole('button', { name: 'Move 1 back' })).toBeVisible();
  expect(document.querySelector('.kit-drop')).toBeNull();
  await press('Move 1 back');
  expect(value).toEqual([dot('b'), dot('a'), dot('c')]);
  await expect.element(page.getByRole('button', { name: 'Move 2 back' })).toHaveFocus();
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  expect(value).toEqual([dot('b'), dot('c'), dot('a')]);
  await press('Remove 1');
  expect(value).toEqual([dot('c'), dot('a')]);
  await expect.element(input).toBeInTheDocument();
});

test.each(looks)('nothing keeps people out: $theme, $locale', async (look) => {
  const sent = takeUploads();
  await show(<Box start={[dot('a'), dot('b')]} />, look);
  await userEvent.upload(input, [file('a.png')]);
  await expect.poll(() => sent.length).toBe(1);
  sent[0]?.progress(5, 10);
  expect(await barriers()).toEqual([]);
  sent[0]?.breakOff();
  await expect.element(page.getByRole('alert').first()).toBeVisible();
  expect(await barriers()).toEqual([]);
});
