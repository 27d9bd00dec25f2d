import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { barriers } from '../../testing/barriers.ts';
import { show } from '../../testing/show.tsx';
import type { SampleValues } from './composition.ts';
import { SmsComposer } from './sms-composer.tsx';

interface Shown {
  readonly start?: string;
  readonly samples?: readonly SampleValues[];
  readonly price?: string;
  readonly optOut?: string;
}

function Composer({ start = '', optOut, ...more }: Shown) {
  const [text, setText] = useState<string | null>(start);
  return (
    <SmsComposer
      aria-label="Content"
      value={text}
      onChange={setText}
      variables={['name', '1']}
      sender="FERNSHOP"
      missingOptOut={optOut && !text?.includes('STOP') ? optOut : null}
      {...more}
    />
  );
}

const box = () => page.getByRole('textbox', { name: 'Content' });
const parts = () => [...document.querySelectorAll('figure p')].map(({ textContent }) => textContent);

test('counts parts, encoding and units left while the user types, and shows the borders of parts', async () => {
  await show(<Composer />, { locale: 'en' });
  await userEvent.fill(box(), 'a'.repeat(160));
  await expect.element(page.getByText('GSM-7 · 1 part · 0 left')).toBeVisible();
  await userEvent.fill(box(), 'a'.repeat(161));
  await expect.element(page.getByText('GSM-7 · 2 parts · 145 left')).toBeVisible();
  expect(parts()).toEqual([`Part 1 of 2${'a'.repeat(153)}`, `Part 2 of 2${'a'.repeat(8)}`]);
  await userEvent.fill(box(), '中'.repeat(70));
  await expect.element(page.getByText('UCS-2 · 1 part · 0 left')).toBeVisible();
  await userEvent.fill(box(), 'a'.repeat(1000));
  await expect.element(page.getByText('At most 6 parts; shorten the text')).toBeVisible();
  expect(await barriers()).toEqual([]);
});

test('marks costly characters and replaces them by keyboard, one kind or all', async () => {
  await show(<Composer start="“Hi” {name}… 50%" />, { theme: 'dark', locale: 'zh' });
  expect([...document.querySelectorAll('[aria-hidden] mark')].map(({ textContent }) => textContent)).toEqual([
    '“',
    '”',
    '…',
  ]);
  await expect.element(page.getByText('UCS-2 · 1 条 · 本条剩余 54')).toBeVisible();
  const ellipsis = page.getByRole('button', { name: '将 … 替换为 ...' });
  (ellipsis.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(box()).toHaveValue('“Hi” {name}... 50%');
  expect(await barriers()).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: '全部替换' }));
  await expect.element(box()).toHaveValue('"Hi" {name}... 50%');
  await expect.element(page.getByText('GSM-7 · 1 条 · 本条剩余 140')).toBeVisible();
  expect(document.querySelector('mark')).toBeNull();
});

test('inserts a variable at the caret and continues after it', async () => {
  await show(<Composer start="Hello !" />, { locale: 'en' });
  await userEvent.click(box());
  (box().element() as HTMLTextAreaElement).setSelectionRange(6, 6);
  await userEvent.click(page.getByRole('button', { name: 'Insert variable name' }));
  await expect.element(box()).toHaveValue('Hello {name}!');
  await expect.element(box()).toHaveFocus();
  await userEvent.keyboard('x');
  await expect.element(box()).toHaveValue('Hello {name}x!');
});

test('shows parts and price of messages by their sample values, and the first in the preview', async () => {
  const samples = [{ name: 'Ada' }, { name: 'b'.repeat(160) }, { name: '“Cy”' }];
  await show(<Composer start="Hi {name}" samples={samples} price="0.02" />, { locale: 'en' });
  await expect.element(page.getByText('GSM-7 · 1–2 parts, typically 1')).toBeVisible();
  await expect.element(page.getByText(/0\.02–0\.04 USDT per message/)).toBeVisible();
  expect(parts()).toEqual(['Hi Ada']);
});

test('offers the opt-out text that a marketing text lacks', async () => {
  await show(<Composer start="Sale today" optOut="Reply STOP to opt out" />, { locale: 'en' });
  await userEvent.click(page.getByRole('button', { name: 'Add “Reply STOP to opt out”' }));
  await expect.element(box()).toHaveValue('Sale today\nReply STOP to opt out');
  await expect.element(page.getByText('Marketing texts must say how to opt out')).not.toBeInTheDocument();
});
