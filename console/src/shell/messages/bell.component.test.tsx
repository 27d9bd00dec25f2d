import { useLocation } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { closeMessages, openMessages } from '../../features/messages/desk.ts';
import { useInbox } from '../../features/messages/inbox.ts';
import { readStored, writeStored } from '../../kit/storage.ts';
import { answer, envelope } from '../../testing/answers.ts';
import { parkMouse } from '../../testing/mouse.ts';
import { show } from '../../testing/show.tsx';
import { MessageBell } from './bell.tsx';

const none = { records: [], total: 0, size: 10, current: 1, pages: 0 };
/** A server with messages; `save` answers new ones. */
const server = (save: () => unknown = () => ({ id: '9', recipientCount: 1 })) =>
  answer({
    'message/my/missed': () => ({ records: [], count: 0, unread: 5, last: '7', told: [] }),
    'message/my/topList': () => none,
    'message/my/list': () => none,
    'message/my/sendList': () => none,
    'message/user-list': () => [{ id: '7', name: 'Near', note: 'near' }],
    'message/save': save,
  });

const bell = page.getByRole('button', { name: /^消息/ });
const drawer = page.getByRole('dialog', { name: '我的消息' });
const says = (words: string) => expect.element(page.getByText(words, { exact: false }).first()).toBeVisible();
const isGone = () => expect.element(drawer).not.toBeInTheDocument();
const field = (name: string) => drawer.getByRole('textbox', { name, exact: false });
const draft = () => readStored<{ title?: string }>('messages:draft:1');

async function open(door: '查看全部' | '发消息') {
  await userEvent.click(bell);
  await userEvent.click(page.getByRole('button', { name: door }));
  await expect.element(drawer).toBeVisible();
}
async function write(title: string) {
  await open('发消息');
  await userEvent.fill(drawer.getByRole('combobox', { name: '收件人', exact: false }), 'Near');
  await userEvent.click(page.getByTitle('Near (near)'));
  await userEvent.fill(field('标题'), title);
  await userEvent.fill(field('内容'), 'We are closed.');
}

beforeEach(async () => {
  await parkMouse();
  useInbox.setState({ unread: 0 });
  closeMessages();
});
const arrive = () => show(<MessageBell />, { permissions: ['message:send'] });

test('the bell shows the number of unread messages, and opens the newest', async () => {
  server();
  await arrive();
  await expect.element(bell).toHaveAccessibleName('消息，5 条未读');
  await expect.element(bell).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(bell);
  await says('还没有消息');
  await expect.element(bell).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{Escape}');
  await expect.element(bell).toHaveAttribute('aria-expanded', 'false');
});

const Address = () => <p>{useLocation().pathname}</p>;

test('a message of the program opens the page it is about at once, and counts as read; others are opened to be read', async () => {
  const read: unknown[] = [];
  const message = {
    ...{ id: '7', title: '充值提醒', content: 'RC1', type: 3, level: 'info', isRead: 1, bizType: null, bizId: null },
    ...{ createUserName: 'Su', createTime: '2020-01-31 08:00:00', titleKey: 'RECHARGE_SUBMITTED', route: '/sea/ship' },
  };
  const letter = { ...message, id: '8', title: 'Hello', titleKey: null };
  answer({
    'message/my/missed': () => ({ records: [], count: 0, unread: 2, last: '8', told: [] }),
    'message/my/topList': () => ({ ...none, records: [message, letter], total: 2 }),
    'message/readAll': ({ body }) => {
      read.push(body);
      return { count: 1 };
    },
    'message/detail': () => letter,
  });
  await show(
    <>
      <MessageBell />
      <Address />
    </>,
    { permissions: [] },
  );
  await userEvent.click(bell);
  await userEvent.click(page.getByRole('button', { name: /RC1/ }).first());
  await says('/sea/ship');
  await expect.poll(() => read).toEqual([{ ids: '7' }]);
  await expect.element(drawer).not.toBeInTheDocument();
  await userEvent.click(bell);
  await userEvent.click(page.getByRole('button', { name: /Hello/ }));
  await expect.element(drawer).toBeVisible();
  expect(read).toHaveLength(1);
});

describe('when the message panel closes', () => {
  test.each([
    ['Esc', () => userEvent.keyboard('{Escape}')],
    ['its cross', () => userEvent.click(page.getByRole('button', { name: /关闭|Close/ }))],
  ])('by %s, the keyboard goes back to the bell', async (_way, close) => {
    server();
    await arrive();
    await open('查看全部');
    await close();
    await isGone();
    await expect.element(bell).toHaveFocus();
  });

  test('the focus goes to the bell when the element that opened the panel no longer exists', async () => {
    server();
    await arrive();
    openMessages({ kind: 'received' });
    await expect.element(drawer).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await isGone();
    await expect.element(bell).toHaveFocus();
  });

  test('a message on its way is sent, and does not open it again', async () => {
    let letGo: (answered: unknown) => void = () => undefined;
    server(() => new Promise((resolve) => (letGo = resolve)));
    await arrive();
    await write('On its way');
    await userEvent.click(drawer.getByRole('button', { name: '发送' }));
    await userEvent.keyboard('{Escape}');
    await isGone();
    expect(draft()?.title).toBe('On its way');
    letGo({ id: '9', recipientCount: 1 });
    await says('已发送给 1 人');
    await expect.poll(draft).toBeUndefined();
    expect(document.querySelector('[role="dialog"]')).toBeNull();
  });

  test('a message that could not be sent is reported and kept', async () => {
    let letGo: (answered: unknown) => void = () => undefined;
    server(() => new Promise((resolve) => (letGo = resolve)));
    await arrive();
    await write('Not sent');
    await userEvent.click(drawer.getByRole('button', { name: '发送' }));
    await userEvent.keyboard('{Escape}');
    await isGone();
    letGo(envelope(400, null, '收件人已停用'));
    await says('收件人已停用');
    expect(document.querySelector('[role="dialog"]')).toBeNull();
    await open('发消息');
    await expect.element(field('标题')).toHaveValue('Not sent');
  });

  test('a next one that was begun meanwhile is not thrown away with the one that is sent', async () => {
    let letGo: (answered: unknown) => void = () => undefined;
    server(() => new Promise((resolve) => (letGo = resolve)));
    await arrive();
    await write('First');
    await userEvent.click(drawer.getByRole('button', { name: '发送' }));
    await userEvent.keyboard('{Escape}');
    await isGone();
    writeStored('messages:draft:1', { type: 1, title: 'Second' });
    letGo({ id: '9', recipientCount: 1 });
    await says('已发送给 1 人');
    expect(draft()?.title).toBe('Second');
  });
});
