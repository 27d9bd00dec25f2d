import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { show } from '../../testing/show.tsx';
import { CallError } from '../client/call-error.ts';
import { ReviewQueue } from './review-queue.tsx';
import { SidePanel } from './side-panel.tsx';

interface Recharge {
  readonly id: string;
  readonly amount: string;
}
const items: readonly Recharge[] = ['10', '20', '30'].map((amount, at) => ({ id: String(at + 1), amount }));
/** A picture of one point. */
const DOT = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

type Ask = (item: Recharge, reason: string | null, key: string) => Promise<unknown>;

const Queue = ({ ask = () => Promise.resolve(), of = items }: { ask?: Ask; of?: readonly Recharge[] }) => (
  <ReviewQueue items={of} facts={({ amount }) => <p>Paid {amount}</p>} evidence={() => [DOT]} onDecide={ask} />
);

function Refreshed() {
  const [of, setOf] = useState(items);
  return (
    <>
      <Queue of={of} />
      <button type="button" onClick={() => setOf(items.filter(({ id }) => id !== '2'))}>
        refresh
      </button>
    </>
  );
}

const sees = (words: string) => expect.element(page.getByText(words, { exact: true })).toBeVisible();
const reason = page.getByRole('textbox');

test.each(['page', 'side panel'])(
  'is worked by the keyboard on a %s: next, previous, approve, refuse with a reason',
  async (place) => {
    const ask = vi.fn<Ask>(() => Promise.resolve());
    const queue = <Queue ask={ask} />;
    const panel = (
      <SidePanel title="Review" onClose={() => {}}>
        {queue}
      </SidePanel>
    );
    await show(place === 'page' ? queue : panel, { locale: 'en' });
    await sees('1 of 3');
    await userEvent.keyboard('jj');
    await sees('Paid 30');
    // The last one has no next.
    await userEvent.keyboard('jk');
    await sees('Paid 20');
    await userEvent.keyboard('a');
    await sees('Paid 30');
    await sees('3 of 3');
    await userEvent.keyboard('r');
    await expect.element(reason).toHaveFocus();
    // Keys typed into a box are letters, not shortcuts.
    await userEvent.keyboard('jar{Enter}');
    await sees('Paid 10');
    await userEvent.keyboard('r{Enter}a{Escape}');
    await expect.element(reason).not.toBeInTheDocument();
    await userEvent.keyboard('a');
    await sees('All done');
    expect(ask.mock.calls.map(([{ id }, why]) => [id, why])).toEqual([
      ['2', null],
      ['3', 'jar'],
      ['1', null],
    ]);
    expect(new Set(ask.mock.calls.map(([, , key]) => key)).size).toBe(3);
  },
);

test('moves on at once, and restores a refused decision, under the same key until an answer comes', async () => {
  const answers: PromiseWithResolvers<unknown>[] = [];
  const ask = vi.fn<Ask>(() => {
    const answer = Promise.withResolvers<unknown>();
    answers.push(answer);
    return answer.promise;
  });
  await show(<Queue ask={ask} />, { locale: 'en' });
  await userEvent.keyboard('a');
  await sees('Paid 20');
  answers[0]?.reject(new CallError('no connection', 'network'));
  await sees('1 item could not be processed and remains in the queue');
  // The current entry stays: the next key must not decide another one.
  await sees('Paid 20');
  await userEvent.click(page.getByRole('button', { name: 'Go to item' }));
  await sees('no connection');
  await sees('Paid 10');
  await userEvent.keyboard('a');
  answers[1]?.reject(new CallError('too late', 'answer', { code: 400, isRefusal: true }));
  await sees('1 item could not be processed and remains in the queue');
  await userEvent.keyboard('k');
  await sees('too late');
  await userEvent.keyboard('a');
  answers[2]?.resolve(null);
  await sees('2 of 3');
  const [first, second, third] = ask.mock.calls.map(([{ id }, , key]) => [id, key]);
  expect(second).toEqual(first);
  expect(third?.[0]).toBe('1');
  expect(third?.[1]).not.toBe(first?.[1]);
});

test('follows a refetched list: an entry decided by another user is replaced by the next one', async () => {
  await show(<Refreshed />, { locale: 'en' });
  await userEvent.keyboard('j');
  await sees('Paid 20');
  await userEvent.click(page.getByRole('button', { name: 'refresh' }));
  await sees('Paid 30');
  await sees('2 of 2');
});

test('shows evidence over the whole screen, where keys decide nothing', async () => {
  const ask = vi.fn<Ask>(() => Promise.resolve());
  await show(<Queue ask={ask} />, { locale: 'en' });
  await userEvent.click(page.getByRole('button', { name: 'Picture' }));
  await expect.element(page.getByRole('button', { name: 'Zoom in' })).toBeVisible();
  await userEvent.keyboard('a');
  expect(await barriers('[role="dialog"]')).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(ask).not.toHaveBeenCalled();
  await expect.element(page.getByRole('button', { name: 'Picture' })).toHaveFocus();
});

test.each(looks)('nothing keeps people out: $theme, $locale', async (look) => {
  await show(<Queue />, look);
  await userEvent.keyboard('r');
  await expect.element(reason).toHaveFocus();
  expect(await barriers()).toEqual([]);
});
