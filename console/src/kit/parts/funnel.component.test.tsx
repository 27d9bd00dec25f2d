import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { show } from '../../testing/show.tsx';
import { Funnel } from './funnel.tsx';
import { SteadyCount } from './steady-count.tsx';
import { Stepper } from './stepper.tsx';

test.each(looks)('a funnel shows rates with their counts and opens the rows behind a bar: $theme', async (look) => {
  const onOpen = vi.fn();
  const t = (zh: string, en: string) => (look.locale === 'zh' ? zh : en);
  await show(
    <Funnel
      label={{ zh: '漏斗', en: 'Funnel' }}
      steps={[
        { key: 'total', label: { zh: '总数', en: 'Total' }, count: 2_000, onOpen: () => onOpen('total') },
        { key: 'read', label: { zh: '已读', en: 'Read' }, count: 500, of: 'total', onOpen: () => onOpen('read') },
        { key: 'replied', label: { zh: '回复', en: 'Replied' }, count: 0, of: 'read', onOpen: () => onOpen('none') },
        { key: 'late', label: { zh: '迟到', en: 'Late' }, count: 0, of: 'replied' },
      ]}
    />,
    look,
  );
  const bar = page.getByRole('button').nth(1).element() as HTMLElement;
  expect(bar.textContent).toBe(t('已读50025.0 % 500 / 2,000', 'Read50025.0 % 500 / 2,000'));
  expect(bar).toHaveAttribute('aria-description', t('占总数的 25.0 %（500 / 2,000）', '25.0 % of total (500 / 2,000)'));
  bar.focus();
  await userEvent.keyboard('{Enter}');
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('read');
  const [, , replied, late] = page.getByRole('button').elements();
  expect(replied).toBeDisabled();
  expect(replied?.textContent).toContain('0.0 %');
  // Nothing to divide by.
  expect(late?.textContent).not.toContain('%');
  expect(await barriers()).toEqual([]);
});

function Counter() {
  const [count, setCount] = useState(9_998);
  return (
    <>
      <button type="button" onClick={() => setCount((before) => before + 1)}>
        more
      </button>
      <button type="button" onClick={() => setCount(0)}>
        none
      </button>
      <p>
        <SteadyCount value={count} />
        <span id="beside">sent</span>
      </p>
    </>
  );
}

test('a count changes at most once a second, and what is beside it does not move when it gets shorter', async () => {
  await show(<Counter />);
  const count = () => document.querySelector('p > span')?.textContent;
  const seen = new Set<string>();
  const watch = new MutationObserver(() => seen.add(count() ?? ''));
  watch.observe(document.querySelector('p') as Element, { subtree: true, characterData: true, childList: true });
  for (let change = 0; change < 4; change += 1) await userEvent.click(page.getByRole('button', { name: 'more' }));
  await expect.poll(count).toBe('10,002');
  expect(seen.size).toBeLessThan(4);
  const before = document.getElementById('beside')?.getBoundingClientRect().left;
  await userEvent.click(page.getByRole('button', { name: 'none' }));
  await expect.poll(count).toBe('0');
  expect(document.getElementById('beside')?.getBoundingClientRect().left).toBe(before);
  watch.disconnect();
});

function Samples() {
  const [at, setAt] = useState(0);
  return (
    <Stepper count={3} index={at} onIndex={setAt}>
      Line {at + 1}
    </Stepper>
  );
}

test('a stepper goes through its samples by buttons and arrow keys, and stops at the ends', async () => {
  await show(<Samples />, { locale: 'en' });
  const shown = () => document.querySelector('[aria-live]')?.textContent;
  await expect.element(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  await expect.poll(shown).toBe('Line 3 3 / 3');
  await expect.element(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(shown).toBe('Line 2 2 / 3');
  await userEvent.click(page.getByRole('button', { name: 'Previous' }));
  await expect.poll(shown).toBe('Line 1 1 / 3');
});
