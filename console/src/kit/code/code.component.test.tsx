import * as make from '@trade-assistant/contract/kit/field.ts';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { show } from '../../testing/show.tsx';
import { FieldValue } from '../fields/value.tsx';
import { FieldInput } from '../form/input.tsx';

const label = { zh: '设置', en: 'Settings' };
const field = make.json(z.json(), { label });

let value: unknown;
function Box({ start }: { start: unknown }) {
  const [held, hold] = useState(start);
  value = held;
  return (
    <>
      <label htmlFor="box">{label.en}</label>
      <FieldInput id="box" field={field} value={held} onChange={hold} />
      <button type="button" onClick={() => hold({ filled: true })}>
        fill
      </button>
    </>
  );
}
const box = page.getByRole('textbox', { name: 'Settings' });

test('a structure is edited as text, reported once it is valid JSON, and filled from outside', async () => {
  await show(<Box start={{ a: 1 }} />, { locale: 'en' });
  await expect.poll(() => box.query()?.textContent).toContain('"a": 1');
  await userEvent.click(box);
  await userEvent.keyboard('{Control>}a{/Control}[[1, 2');
  expect(value).toBe('[1, 2');
  await userEvent.keyboard(']');
  expect(value).toEqual([1, 2]);
  // Tab leaves it, as it leaves any box.
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'fill' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => box.query()?.textContent).toContain('"filled": true');
  expect(value).toEqual({ filled: true });
});

test('one that is only read is folded, and not changed', async () => {
  await show(<FieldValue field={field} value={{ a: { b: 1 }, c: 2 }} isWhole />, { locale: 'en' });
  const code = page.getByRole('textbox');
  await expect.poll(() => code.query()?.textContent).toContain('"b": 1');
  await userEvent.click(page.getByTitle('Fold').nth(1));
  await expect.poll(() => code.element().textContent).not.toContain('"b": 1');
  await userEvent.click(code);
  await userEvent.keyboard('x');
  await expect.poll(() => code.element().textContent).not.toContain('x');
});

test.each(looks)('nothing keeps people out: $theme, $locale', async (look) => {
  await show(
    <>
      <Box start={{ name: 'a', count: 1, is: true, none: null }} />
      <FieldValue field={field} value={{ a: { b: 1 } }} isWhole />
    </>,
    look,
  );
  await expect.poll(() => document.querySelectorAll('.cm-content').length).toBe(2);
  expect(await barriers()).toEqual([]);
});
