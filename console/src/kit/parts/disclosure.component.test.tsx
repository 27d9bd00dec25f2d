import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { show } from '../../testing/show.tsx';
import { Disclosure } from './disclosure.tsx';

test.each(looks)('is drawn when its keyboard user first opens it, and kept ($theme, $locale)', async (look) => {
  const draw = vi.fn(() => <p>Details</p>);
  const Details = draw;
  await show(
    <Disclosure label="Figures" note="3">
      <Details />
    </Disclosure>,
    look,
  );
  expect(draw).not.toHaveBeenCalled();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Details')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Details')).not.toBeVisible();
  expect(draw.mock.calls.length).toBeGreaterThan(0);
  expect(await barriers()).toEqual([]);
});

test('opens without a click when it has something to show', async () => {
  await show(
    <Disclosure label="Figures" isOpen>
      <p>Details</p>
    </Disclosure>,
  );
  await expect.element(page.getByText('Details')).toBeVisible();
});
