import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, envelope } from '../../../testing/answers.ts';
import { barriers } from '../../../testing/barriers.ts';
import { looks } from '../../../testing/looks.ts';
import { show } from '../../../testing/show.tsx';
import Inbox from '../session.tsx';
import { added, EMPTY_THREAD, type Entry } from './thread-state.ts';
import { type Item, steady } from './use-queue.ts';

const item = (id: string, more: Partial<Item> = {}): Item => ({
  ...{ id, sessionNo: `SN${id}`, taskId: '1', taskName: 'Support', number: `+1202****01${id}`, sessionStatus: 0 },
  ...{
    lastContent: `Text ${id}`,
    lastDirection: 2,
    lastMsgTime: '2026-11-26 10:00:00',
    waitingSince: '2026-11-26 10:00:00',
  },
  ...{ snoozedUntil: null, assignedUser: null, assignedName: null, unread: 1, flags: 0, hasDraft: false },
  ...more,
});
const entry = (id: string, more: Partial<Entry> = {}): Entry => ({
  ...{ id, kind: 1, content: `Entry ${id}`, userId: null, userName: null, time: '2026-11-26 10:00:00', status: null },
  ...{ errorCode: null, segments: null, price: null, clientKey: null, refNo: null, node: null },
  ...more,
});
const badges = {
  ...{ mine: 0, unassigned: 3, all: 3, unread: 3, waiting: 3, optedOut: 0, mineUnread: 0 },
  ...{ isOnDuty: false, capacity: 10 },
};
const context = {
  ...{
    countryCode: 'US',
    sender: '12025550100',
    price: '0.02',
    currency: 'USDT',
    balance: '5',
    block: null,
    turnsLeft: 9,
  },
  ...{ capLeft: null, isOffHours: false, consent: null, orders: [], earlier: [], draft: 'Dear', seen: '0', people: [] },
};

/** A server with three sessions; `replies` decide about a sent text. */
function server(send: (body: { text: string; clientKey: string; force?: boolean }) => unknown, more: object = {}) {
  return answer({
    'sms/session/queue': () => ({ items: ['31', '32', '33'].map((id) => item(id)), next: null }),
    'sms/session/badges': () => badges,
    'sms/session/messages': ({ query }) => {
      const after = Number(query.get('after') ?? 0);
      const entries = [entry('1'), entry('2')].filter(({ id }) => Number(id) > after);
      return { entries, hasOlder: false, hasNewer: false, last: entries.at(-1)?.id ?? String(after) };
    },
    'sms/session/context': () => context,
    'sms/session/detail': ({ query }) => ({ ...item(query.get('id') ?? ''), turns: 1, spent: '0.02' }),
    'sms/session/replies': () => [{ id: '1', shortcut: 'hi', title: 'Greeting', content: 'Hello {{number}}' }],
    'sms/session/seen': () => null,
    'sms/session/draft': () => null,
    'sms/session/typing': () => null,
    'sms/session/close': () => null,
    'sms/session-task/select': () => [],
    'sms/session/send': ({ body }) => send(body as { text: string; clientKey: string }),
    ...more,
  });
}
const PERMISSIONS = ['sms/session:view', 'sms/session:answer', 'sms/session-task:view'];
const open = (address = '/sms/session/index', look: Parameters<typeof show>[1] = { locale: 'en' }) =>
  show(<Inbox />, { permissions: PERMISSIONS, address, ...look });
const box = () => page.getByRole('textbox', { name: 'Reply', exact: true });
const bubbles = () => [...document.querySelectorAll('[role="feed"] article')].map((one) => one.textContent ?? '');

test('a session is opened with keys, its draft is there, and a reply becomes one bubble', async () => {
  let answered: (() => void) | undefined;
  const stored = [entry('1'), entry('2')];
  const asked = server(
    ({ text, clientKey }) =>
      new Promise((resolve) => {
        answered = () => {
          const sent = entry('3', { kind: 2, content: text, clientKey, status: 0 });
          stored.push(sent);
          resolve({ entry: sent });
        };
      }),
    {
      'sms/session/messages': ({ query }: { query: URLSearchParams }) => {
        const after = Number(query.get('after') ?? 0);
        const entries = stored.filter(({ id }) => Number(id) > after);
        return { entries, hasOlder: false, hasNewer: false, last: entries.at(-1)?.id ?? String(after) };
      },
    },
  );
  await open();
  await expect.element(page.getByText('Text 31')).toBeVisible();
  await userEvent.keyboard('jj');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Entry 2')).toBeVisible();
  await expect.element(box()).toHaveValue('Dear');
  await userEvent.keyboard('r');
  await userEvent.fill(box(), 'Dear customer');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => bubbles().filter((text) => text.includes('Dear customer'))).toHaveLength(1);
  await expect.element(page.getByText('Sending…')).toBeVisible();
  await expect.poll(() => asked.filter(({ path }) => path === 'sms/session/send')).toHaveLength(1);
  expect(asked.find(({ path }) => path === 'sms/session/send')?.body).toMatchObject({
    lastSeenMessageId: '2',
    force: false,
  });
  answered?.();
  await expect.element(page.getByText('Sending…')).not.toBeInTheDocument();
  expect(bubbles().filter((text) => text.includes('Dear customer'))).toHaveLength(1);
});

test('a reply that was not sent stays with its reason, and is repeated under its key', async () => {
  let isDown = true;
  const asked = server(() => (isDown ? envelope(503, null, 'Away') : { entry: entry('3', { kind: 2 }) }));
  await open('/sms/session/index?session=32');
  await expect.element(box()).toHaveValue('Dear');
  await userEvent.fill(box(), 'On its way');
  await userEvent.click(page.getByRole('button', { name: 'Send', exact: true }));
  await expect.element(page.getByText('Not sent')).toBeVisible();
  isDown = false;
  await userEvent.click(page.getByRole('button', { name: 'Retry' }));
  await expect.element(page.getByText('Not sent')).not.toBeInTheDocument();
  const keys = asked
    .filter(({ path }) => path === 'sms/session/send')
    .map(({ body }) => (body as { clientKey: string }).clientKey);
  expect(new Set(keys).size).toBe(1);
});

test('new texts are shown before a reply is sent over them', async () => {
  const asked = server(({ force }) =>
    force
      ? { entry: entry('5', { kind: 2 }) }
      : envelope(400, { newMessages: 2, by: 'Bea', last: '4' }, 'Changed', { bizCode: 'STALE_DATA' }),
  );
  await open('/sms/session/index?session=32');
  await expect.element(box()).toHaveValue('Dear');
  await userEvent.fill(box(), 'My answer');
  await userEvent.click(page.getByRole('button', { name: 'Send', exact: true }));
  await expect.element(page.getByText(/2 new messages since you started, also by Bea/)).toBeVisible();
  await expect.element(box()).toHaveValue('My answer');
  await userEvent.click(page.getByRole('button', { name: 'Send anyway' }));
  await expect
    .poll(() =>
      asked.filter(({ path }) => path === 'sms/session/send').map(({ body }) => (body as { force?: boolean }).force),
    )
    .toEqual([false, true]);
});

test('a reply names the newest entry of when it was begun, whatever arrives or is noted meanwhile', async () => {
  const stored = [entry('1'), entry('2')];
  const asked = server(() => ({ entry: entry('9', { kind: 2 }) }), {
    'sms/session/messages': ({ query }: { query: URLSearchParams }) => {
      const after = Number(query.get('after') ?? 0);
      const entries = stored.filter(({ id }) => Number(id) > after);
      return { entries, hasOlder: false, hasNewer: false, last: entries.at(-1)?.id ?? String(after) };
    },
    'sms/session/note': ({ body }: { body: { text: string; clientKey: string } }) => {
      const noted = entry('4', { kind: 4, content: body.text, clientKey: body.clientKey });
      stored.push(entry('3'), noted);
      return { entry: noted };
    },
  });
  await open('/sms/session/index?session=32');
  await expect.element(box()).toHaveValue('Dear');
  await expect.element(page.getByText('Entry 2')).toBeVisible();
  // A kept draft is continued, and put aside for a note.
  await userEvent.fill(box(), 'Dear customer');
  await userEvent.click(page.getByText('Note (N)'));
  await userEvent.fill(page.getByRole('textbox', { name: 'Internal note' }), 'Called back');
  await userEvent.click(page.getByRole('button', { name: 'Save note' }));
  await expect.element(page.getByText('Entry 3')).toBeVisible();
  await userEvent.click(page.getByText('Reply (R)'));
  await userEvent.click(page.getByRole('button', { name: 'Send', exact: true }));
  const seen = () =>
    asked
      .filter(({ path }) => path === 'sms/session/send')
      .map(({ body }) => (body as { lastSeenMessageId: string }).lastSeenMessageId);
  await expect.poll(seen).toEqual(['2']);
  // The next one is begun after them.
  await userEvent.fill(box(), 'One more thing');
  await userEvent.click(page.getByRole('button', { name: 'Send', exact: true }));
  await expect.poll(seen).toEqual(['2', '4']);
});

test('a repeated reply claims to have seen no more than when it was begun', async () => {
  const stored = [entry('1'), entry('2')];
  let isDown = true;
  const asked = server(() => (isDown ? envelope(503, null, 'Away') : { entry: entry('9', { kind: 2 }) }), {
    'sms/session/messages': ({ query }: { query: URLSearchParams }) => {
      const after = Number(query.get('after') ?? 0);
      const entries = stored.filter(({ id }) => Number(id) > after);
      return { entries, hasOlder: false, hasNewer: false, last: entries.at(-1)?.id ?? String(after) };
    },
    'sms/session/note': ({ body }: { body: { text: string; clientKey: string } }) => {
      const noted = entry('4', { kind: 4, content: body.text, clientKey: body.clientKey });
      stored.push(entry('3'), noted);
      return { entry: noted };
    },
  });
  await open('/sms/session/index?session=32');
  await expect.element(page.getByText('Entry 2')).toBeVisible();
  await expect.element(box()).toHaveValue('Dear');
  await userEvent.fill(box(), 'On its way');
  await userEvent.click(page.getByRole('button', { name: 'Send', exact: true }));
  await expect.element(page.getByText('Not sent')).toBeVisible();
  await userEvent.click(page.getByText('Note (N)'));
  await userEvent.fill(page.getByRole('textbox', { name: 'Internal note' }), 'Called back');
  await userEvent.click(page.getByRole('button', { name: 'Save note' }));
  await expect.element(page.getByText('Entry 3')).toBeVisible();
  isDown = false;
  await userEvent.click(page.getByRole('button', { name: 'Retry' }));
  await expect
    .poll(() =>
      asked
        .filter(({ path }) => path === 'sms/session/send')
        .map(({ body }) => (body as { lastSeenMessageId: string }).lastSeenMessageId),
    )
    .toEqual(['2', '2']);
});

test('the longest reply can be sent, one more part cannot, and more characters are not taken', async () => {
  server(() => null);
  await open('/sms/session/index?session=32');
  await expect.element(box()).toHaveValue('Dear');
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await userEvent.fill(box(), 'a'.repeat(919));
  await expect.element(box()).toHaveValue('a'.repeat(918));
  await expect.element(send).toBeEnabled();
  // Six parts of 67 characters each.
  await userEvent.fill(box(), '好'.repeat(402));
  await expect.element(send).toBeEnabled();
  await userEvent.fill(box(), '好'.repeat(403));
  await expect.element(page.getByText('At most 6 parts')).toBeVisible();
  await expect.element(send).toBeDisabled();
});

test('a blocked session says why, and a note can still be written', async () => {
  server(() => null, {
    'sms/session/context': () => ({
      ...context,
      draft: null,
      block: { code: 2, since: '2026-11-26 10:00:00', by: null },
    }),
  });
  await open('/sms/session/index?session=32');
  await expect.element(page.getByText(/This person opted out/)).toBeVisible();
  await expect.element(box()).toBeDisabled();
  await userEvent.keyboard('n');
  await expect.element(page.getByRole('textbox', { name: 'Internal note' })).toBeEnabled();
});

test('the link of the home page shows who waits', async () => {
  const asked = server(() => null);
  await open('/sms/session/index?sessionStatus=0');
  await expect.poll(() => asked.find(({ path }) => path.endsWith('queue'))?.query.get('view')).toBe('waiting');
});

test('a semicolon alone is not sent, and says so', async () => {
  const sent: unknown[] = [];
  server((body) => void sent.push(body));
  await open('/sms/session/index?session=32');
  await expect.element(box()).toHaveValue('Dear');
  await userEvent.fill(box(), ';');
  await expect.element(page.getByText('A “;” offers the saved replies and is not sent')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await userEvent.fill(box(), ';)');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => sent).toMatchObject([{ text: ';)' }]);
});

test('a semicolon says that there are no saved replies', async () => {
  server(() => null, { 'sms/session/replies': () => [] });
  await open('/sms/session/index?session=32');
  await expect.element(box()).toHaveValue('Dear');
  await userEvent.fill(box(), ';h');
  await expect.element(page.getByText('No saved replies')).toBeVisible();
});

test('a semicolon offers saved replies', async () => {
  server(() => null);
  await open('/sms/session/index?session=32');
  await expect.element(box()).toHaveValue('Dear');
  await userEvent.fill(box(), ';h');
  await userEvent.click(page.getByRole('button', { name: /;hi Greeting/ }));
  await expect.element(box()).toHaveValue('Hello +1202****0132');
});

test.each(looks)('has no barriers in the look $theme', async (look) => {
  server(() => null);
  await open('/sms/session/index?session=32', look);
  await expect.element(page.getByText('Entry 2')).toBeVisible();
  expect(await barriers()).toEqual([]);
});

test('rows keep their places while the order is held, and new ones are counted', () => {
  const loaded = [item('4'), item('2', { unread: 5 }), item('1'), item('3'), item('9')];
  expect(steady(loaded, null).items).toEqual(loaded);
  const { items, fresh } = steady(loaded, ['1', '2', '3', '8']);
  expect(items.map(({ id }) => id)).toEqual(['1', '2', '3', '9']);
  expect(items[1]?.unread).toBe(5);
  expect(fresh).toBe(1);
});

test('pages add each entry once, reports change their text, and a bubble becomes its entry', () => {
  const pageOf = (...entries: Entry[]) => ({
    entries,
    hasOlder: false,
    hasNewer: false,
    last: entries.at(-1)?.id ?? '0',
  });
  const pending = { clientKey: 'k', text: 'Hi', isNote: false, time: '', begunAt: null, problem: null };
  const first = added({ ...EMPTY_THREAD, pending: [pending] }, pageOf(entry('1')), true);
  expect(first.pending).toHaveLength(1);
  const second = added(first, pageOf(entry('1'), entry('2', { kind: 2, clientKey: 'k', status: 0 })), false);
  expect([second.entries.length, second.pending.length]).toEqual([2, 0]);
  const third = added(second, pageOf(entry('3', { kind: 11, refNo: '2', status: 2 })), false);
  expect(third.entries.map(({ id, status }) => [id, status])).toEqual([
    ['1', null],
    ['2', 2],
  ]);
  expect(third.last).toBe('3');
});

test('older entries are offered as the first page says, also after a push', () => {
  const pageOf = (id: string, hasOlder: boolean) => ({ entries: [entry(id)], hasOlder, hasNewer: false, last: id });
  for (const hasOlder of [true, false]) {
    const first = added(EMPTY_THREAD, pageOf('5', hasOlder), true);
    expect([first.hasOlder, added(first, pageOf('6', !hasOlder), false).hasOlder]).toEqual([hasOlder, hasOlder]);
  }
});

test('a session begins with the opening text of a task, and opens', async () => {
  const asked = server(() => null, {
    'sms/session-task/select': () => [{ value: '1', label: '客服', labelEn: 'Support' }],
    'sms/session/begin': () => ({ id: '33' }),
  });
  await open();
  await userEvent.click(page.getByRole('button', { name: 'New session' }));
  const send = page.getByRole('button', { name: 'Send the opening text' });
  await userEvent.click(send);
  await expect.element(page.getByText('Required').first()).toBeVisible();
  await userEvent.click(page.getByRole('combobox', { name: 'Session task' }));
  await userEvent.click(page.getByText('Support', { exact: true }));
  await userEvent.fill(page.getByLabelText('Number', { exact: true }), '+12025550177');
  await userEvent.click(send);
  await expect
    .poll(() => asked.find(({ path }) => path === 'sms/session/begin')?.body)
    .toEqual({
      taskId: '1',
      number: '+12025550177',
    });
  await expect.element(box()).toHaveValue('Dear');
});

test('letters typed before the draft has arrived are no shortcuts', async () => {
  let arrive: ((value: typeof context) => void) | undefined;
  const asked = server(() => null, {
    'sms/session/context': () =>
      new Promise((resolve) => {
        arrive = resolve;
      }),
  });
  await open('/sms/session/index?session=32');
  await expect.element(page.getByText('Entry 2')).toBeVisible();
  (box().element() as HTMLTextAreaElement).focus();
  await userEvent.keyboard('e');
  arrive?.(context);
  await expect.element(box()).toHaveValue('Dear');
  expect(asked.filter(({ path }) => path === 'sms/session/close')).toHaveLength(0);
});
