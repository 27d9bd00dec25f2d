import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { barriers } from '../../../testing/barriers.ts';
import { looks } from '../../../testing/looks.ts';
import { show } from '../../../testing/show.tsx';
import { RecordActions } from './record-actions.tsx';

const actions = ['one', 'two', 'three', 'four'].map((key) => ({ key, label: { zh: key, en: key } }));

test.each(looks)('shows a few actions as buttons and moves further ones to a menu: $theme', async (look) => {
  const onStart = vi.fn();
  const { rerender } = await show(<RecordActions actions={actions.slice(0, 3)} onStart={onStart} />, look);
  expect(
    page
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['one', 'two', 'three']);
  await rerender(<RecordActions actions={actions} onStart={onStart} />);
  const more = page.getByRole('button', { name: look.locale === 'zh' ? '更多' : 'More' });
  await expect.element(more).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'three' })).not.toBeInTheDocument();
  expect(await barriers()).toEqual([]);
  await userEvent.click(more);
  await userEvent.click(page.getByRole('menuitem', { name: 'four' }));
  expect(onStart).toHaveBeenCalledExactlyOnceWith(actions[3]);
});
