import { useState } from 'react';
import { useLocation } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setPreference } from '../../kit/preferences.ts';
import { readStored, writeStored } from '../../kit/storage.ts';
import { answer, envelope } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { parkMouse } from '../../testing/mouse.ts';
import { show } from '../../testing/show.tsx';
import BellPanel from './bell-panel.tsx';
import { closeMessages, useMessageDesk, type View } from './desk.ts';
import { type Message, useInbox } from './inbox.ts';
import { MessageCentre } from './message-centre.tsx';
import { ViewBoundary } from './view-boundary.tsx';

const messageOf = (n: number, change: Partial<Message> = {}) =>
  ({
    id: String(n),
    title: `Title ${n}`,
    titleKey: null,
    content: `Content ${n}`,
    type: 1,
    level: 'info',
    isRead: n % 2,
    route: null,
    bizType: null,
    createUserName: 'Su',
    createTime: '2020-01-31 08:00:00',
    ...change,
  }) as Message;
const noticeOf = (n: number) => ({
  id: String(n),
  title: `Notice ${n}`,
  category: 1,
  content: '<p>All about it.</p>',
  createUserName: 'Su',
  releaseTime: '2020-01-31 08:00:00',
});
const sentOf = (n: number) => ({
  id: String(n),
  title: `Sent ${n}`,
  content: `Content ${n}`,
  type: 1,
  recipients: ['Near', 'Far'],
  recipientCount: 2,
  readCount: 1,
  readers: [
    { name: 'Near', isRead: 0, readTime: '2020-01-31 09:00:00' },
    { name: 'Far', isRead: 1, readTime: null },
  ],
  createTime: '2020-01-31 08:00:00',
});

/** A server with a user's messages. */
function server(count = 12, more: Parameters<typeof answer>[0] = {}) {
  const box = { messages: Array.from({ length: count }, (_, index) => messageOf(index + 1)) };
  const asked = answer({
    'message/my/list': ({ query }) => {
      const [current, size] = [Number(query.get('current')), Number(query.get('size'))];
      const found = box.messages.filter(
        ({ title, type, isRead }) =>
          title.includes(query.get('title') ?? '') &&
          String(type) === (query.get('type') ?? String(type)) &&
          String(isRead) === (query.get('isRead') ?? String(isRead)),
      );
      const records = found.slice((current - 1) * size, current * size);
      return { records, total: found.length, size, current, pages: Math.ceil(found.length / size) };
    },
    'message/my/topList': () => ({ records: box.messages.slice(0, 6), total: count, size: 6, current: 1, pages: 2 }),
    'message/my/sendList': () => ({ records: [sentOf(1)], total: 1, size: 10, current: 1, pages: 1 }),
    'message/detail': ({ query }) => box.messages.find(({ id }) => id === query.get('id')),
    'message/sendDetail': () => sentOf(1),
    'message/readAll': () => ({ count: 1 }),
    'message/remove': ({ body }) => {
      const gone = String((body as { ids: string }).ids).split(',');
      box.messages = box.messages.filter(({ id }) => !gone.includes(id));
      return null;
    },
    'desk/notice/latest': () => [noticeOf(1), noticeOf(2)],
    'desk/notice/detail': ({ query }) => noticeOf(Number(query.get('id'))),
    'message/user-list': ({ query }) =>
      [{ id: '7', name: 'Near', note: 'near' }].filter(({ name }) => name.includes(query.get('keyword') ?? '')),
    ...more,
  });
  return { box, asked };
}

const Where = () => <output>{useLocation().pathname}</output>;
function Centre({ start, onLeave }: { start: View; onLeave: () => void }) {
  const [view, setView] = useState(start);
  return (
    <>
      <MessageCentre view={view} onView={setView} onLeave={onLeave} />
      <Where />
    </>
  );
}
async function open(start: View = { kind: 'received' }, look?: Parameters<typeof show>[1]) {
  const onLeave = vi.fn();
  await show(<Centre start={start} onLeave={onLeave} />, { permissions: ['message:send'], ...look });
  return onLeave;
}

const drawing = { isBroken: true };
function Broken() {
  if (drawing.isBroken) throw new TypeError('of null');
  return <p>drawn</p>;
}

const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
const row = (name: string) => page.getByRole('row', { name: new RegExp(`${name}(?!\\d)`) });
const says = (words: string) => expect.element(page.getByText(words, { exact: false }).first()).toBeVisible();
const shownRows = () =>
  [...document.querySelectorAll('.kit-message-cell > span')].map(({ textContent }) => textContent);

beforeEach(() => {
  useInbox.setState({ unread: 3 });
  closeMessages();
});

describe('received messages', () => {
  test('are walked and opened by the keyboard', async () => {
    server();
    await open();
    await expect.poll(() => shownRows().length).toBe(10);
    (row('Title 1').element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    await expect.element(row('Title 2')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await says('Content 2');
    await userEvent.click(button('返回列表'));
    await expect.poll(() => shownRows().length).toBe(10);
  });

  test('are opened by a press anywhere, but for their box', async () => {
    server();
    await open();
    await userEvent.click(row('Title 3').getByRole('checkbox'));
    await says('已选 1 条');
    await userEvent.click(page.getByText('Content 4'));
    await expect.element(page.getByRole('heading', { name: 'Title 4' })).toBeVisible();
  });

  test('are found by title, by type and by whether they were read', async () => {
    const { asked } = server();
    await open();
    await userEvent.fill(page.getByRole('textbox', { name: '标题' }), 'Title 11');
    await userEvent.keyboard('{Enter}');
    await expect.poll(shownRows).toEqual(['Title 11']);
    await userEvent.click(page.getByRole('combobox', { name: '状态' }));
    await userEvent.click(page.getByTitle('已读'));
    await says('没有符合条件的消息');
    expect(Object.fromEntries(asked.at(-1)?.query ?? [])).toEqual({
      title: 'Title 11',
      isRead: '0',
      current: '1',
      size: '10',
    });
  });

  test('are marked as read: all, those of a type, or the selected ones', async () => {
    const { asked } = server();
    await open();
    const sent = () => asked.filter(({ path }) => path === 'message/readAll').map(({ body }) => body);
    await userEvent.click(button('全部已读'));
    await says('操作成功！');
    await userEvent.click(page.getByRole('combobox', { name: '类型' }));
    await userEvent.click(page.getByTitle('普通消息'));
    await userEvent.click(button('此类全部已读'));
    await expect.poll(() => shownRows().length).toBe(10);
    for (const n of [1, 3]) await userEvent.click(row(`Title ${n}`).getByRole('checkbox'));
    await userEvent.click(button('标为已读'));
    await expect.poll(sent).toEqual([{}, { type: 1 }, { ids: '1,3' }]);
    await expect.poll(() => document.querySelector('.kit-selected')).toBeNull();
    useInbox.setState({ unread: 0 });
    await expect.element(button('此类全部已读')).toBeDisabled();
  });

  test('are removed after a confirmation, and the previous page is shown when a page becomes empty', async () => {
    const { asked } = server(11);
    await open();
    await userEvent.click(page.getByTitle('2', { exact: true }));
    await expect.poll(shownRows).toEqual(['Title 11']);
    await userEvent.click(row('Title 11').getByRole('button', { name: '删除' }));
    await userEvent.click(page.getByRole('dialog', { name: '删除这条消息？' }).getByRole('button', { name: '取消' }));
    expect(asked.some(({ path }) => path === 'message/remove')).toBe(false);
    await userEvent.click(row('Title 11').getByRole('button', { name: '删除' }));
    await userEvent.click(page.getByRole('dialog', { name: '删除这条消息？' }).getByRole('button', { name: '删除' }));
    await expect.poll(() => shownRows().length).toBe(10);
  });

  test('of the system have titles in the reader’s language, those of people as written', async () => {
    const { box } = server(1);
    box.messages = [messageOf(1, { title: '充值到账', titleKey: 'RECHARGE_PASSED' }), messageOf(2, { title: '你好' })];
    await open({ kind: 'received' }, { locale: 'en' });
    await expect.poll(shownRows).toEqual(['Recharge credited', '你好']);
  });

  test('stay, with why and another try, when they could not be had', async () => {
    let isDown = true;
    server(1, {
      'message/my/list': () => (isDown ? envelope(400, null, '稍后再试') : { records: [messageOf(1)], total: 1 }),
    });
    await open();
    await says('稍后再试');
    isDown = false;
    await userEvent.click(button('重试'));
    await expect.poll(shownRows).toEqual(['Title 1']);
  });
});

describe('an opened message', () => {
  test('leads to the page it is about, and leaves', async () => {
    const { box } = server(1);
    box.messages = [messageOf(1, { route: '/sea/ship' })];
    const onLeave = await open({ kind: 'message', id: '1' });
    await userEvent.click(button('打开相关页面'));
    await says('/sea/ship');
    expect(onLeave).toHaveBeenCalledTimes(1);
  });

  test('is removed, and the list is shown again', async () => {
    server(2);
    await open({ kind: 'message', id: '1' });
    await says('Content 1');
    await userEvent.click(button('删除'));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: '删除' }));
    await expect.poll(shownRows).toEqual(['Title 2']);
  });
});

test('a sent message shows its recipients and its readers', async () => {
  server();
  await open({ kind: 'sent' });
  await says('发给 Near、Far');
  await says('1 / 2');
  await userEvent.click(page.getByText('Sent 1'));
  await says('1 / 2 人已读');
  expect(
    page
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringMatching(/^Near.*已读/), expect.stringMatching(/^Far.*未读/)]);
  await userEvent.click(button('返回列表'));
  await says('发给 Near、Far');
});

test('a notice is new until it was opened, here or at another browser', async () => {
  server();
  await open({ kind: 'notices' });
  await expect.poll(() => document.querySelectorAll('.kit-unread').length).toBe(2);
  setPreference('notices.read', ['2']);
  await expect.poll(() => document.querySelectorAll('.kit-unread').length).toBe(1);
  await userEvent.click(page.getByText('Notice 1'));
  await says('All about it.');
  await userEvent.click(button('返回列表'));
  await says('Notice 2');
  expect(document.querySelectorAll('.kit-unread')).toHaveLength(0);
});

describe('writing a message', () => {
  const value = (name: string) => page.getByRole('textbox', { name, exact: false });
  const write = async () => {
    await userEvent.fill(page.getByRole('combobox', { name: '收件人', exact: false }), 'Nea');
    await userEvent.click(page.getByTitle('Near (near)'));
    await userEvent.fill(value('标题'), 'Tomorrow');
    await userEvent.fill(value('内容'), 'We are closed.');
  };

  test('requires all its fields, and is sent once', async () => {
    const { asked } = server(1, { 'message/save': () => ({ id: '9', recipientCount: 1 }) });
    await open({ kind: 'compose' }, { address: '/sea/ship' });
    await userEvent.click(button('发送'));
    for (const words of ['请选择收件人', '请输入标题', '请输入内容']) await says(words);
    await write();
    await userEvent.click(page.getByRole('checkbox', { name: '附上我正在看的页面' }));
    await userEvent.click(button('发送'));
    await says('已发送给 1 人');
    await says('发给 Near、Far');
    const sent = asked.filter(({ path }) => path === 'message/save');
    expect(sent.map(({ body }) => body)).toEqual([
      { type: 1, title: 'Tomorrow', content: 'We are closed.', userIds: '7', route: '/sea/ship' },
    ]);
    expect(readStored('messages:draft:1')).toBeUndefined();
  });

  test('is kept as a draft until it is sent', async () => {
    server(1, { 'message/save': () => envelope(400, null, '收件人已停用') });
    await open({ kind: 'compose' });
    await write();
    await userEvent.click(button('发送'));
    await says('收件人已停用');
    await userEvent.click(button('返回列表'));
    await userEvent.click(button('发消息'));
    await expect.element(value('标题')).toHaveValue('Tomorrow');
    await says('Near (near)');
  });

  test('starts empty after a draft of another user', async () => {
    server();
    await open({ kind: 'sent' });
    writeStored('messages:draft:1', { type: 1, to: 5, title: 'foreign' });
    await userEvent.click(button('发消息'));
    await expect.element(value('标题')).toHaveValue('');
  });

  test('to departments and roles needs a permission, and clears the chosen people', async () => {
    server(1, { 'message/dept-list': () => [{ id: '3', name: 'Sales', note: '4' }] });
    await open({ kind: 'compose' });
    expect(page.getByRole('radio').elements()).toHaveLength(2);
    await open({ kind: 'compose' }, { permissions: ['message:send', 'message:broadcast'] });
    expect(page.getByRole('radio').elements()).toHaveLength(4);
    await write();
    await userEvent.click(page.getByText('部门广播'));
    expect(page.getByText('Near (near)').elements()).toEqual([]);
    await userEvent.click(page.getByRole('combobox', { name: '收件人', exact: false }));
    await userEvent.click(page.getByTitle('Sales (4 人)'));
    await expect.element(value('标题')).toHaveValue('Tomorrow');
  });

  test('is not offered without the permission', async () => {
    server();
    await open({ kind: 'received' }, { permissions: [] });
    await expect.poll(() => shownRows().length).toBe(10);
    expect(page.getByRole('button', { name: '发消息' }).elements()).toEqual([]);
  });
});

test('the sound is switched off where it is played', async () => {
  server();
  await open();
  const sound = page.getByRole('switch', { name: '提示音' });
  await expect.element(sound).toBeChecked();
  await userEvent.click(page.getByText('提示音'));
  await expect.element(sound).not.toBeChecked();
});

describe('behind the bell', () => {
  async function openBell(look?: Parameters<typeof show>[1]) {
    const onLeave = vi.fn();
    await show(<BellPanel onLeave={onLeave} />, { permissions: ['message:send'], ...look });
    return onLeave;
  }
  const opened = () => useMessageDesk.getState().view;

  test('shows the newest messages, with links to each and to all', async () => {
    server();
    const onLeave = await openBell();
    await says('消息 3');
    await userEvent.click(page.getByText('Title 2'));
    expect(opened()).toEqual({ kind: 'message', id: '2' });
    await userEvent.click(button('查看全部'));
    expect(opened()).toEqual({ kind: 'received' });
    await userEvent.click(button('发消息'));
    expect(opened()).toEqual({ kind: 'compose' });
    expect(onLeave).toHaveBeenCalledTimes(3);
  });

  test('shows the notices too', async () => {
    server();
    await openBell();
    await userEvent.click(page.getByText('通知', { exact: true }));
    await userEvent.click(page.getByText('Notice 1'));
    expect(opened()).toEqual({ kind: 'notice', id: '1' });
    await userEvent.click(button('查看全部'));
    expect(opened()).toEqual({ kind: 'notices' });
    expect(page.getByRole('button', { name: '全部已读' }).elements()).toEqual([]);
  });

  test('shows an empty state, and a failed load', async () => {
    server(0);
    useInbox.setState({ unread: 0 });
    await openBell();
    await says('还没有消息');
    expect(page.getByRole('button', { name: '全部已读' }).elements()).toEqual([]);
    server(0, { 'message/my/topList': () => envelope(400, null, '稍后再试') });
    await openBell();
    await says('稍后再试');
  });

  test.each(looks)('nothing keeps people out: $theme, $locale', async (look) => {
    server();
    await parkMouse();
    await openBell(look);
    await says('Title 1');
    expect(await barriers()).toEqual([]);
  });
});

test('a message that cannot be drawn stays in its place, can be retried, and is not opened by a reload', async () => {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  drawing.isBroken = true;
  await show(
    <ViewBoundary view={{ kind: 'received' }}>
      <Broken />
    </ViewBoundary>,
  );
  await says('无法显示消息');
  drawing.isBroken = false;
  await userEvent.click(button('重试'));
  await says('drawn');
  silent.mockRestore();
});

test.each(looks)('nothing keeps people out of any view: $theme, $locale', async (look) => {
  server();
  await parkMouse();
  const views: readonly (readonly [View, string])[] = [
    [{ kind: 'received' }, 'Title 1'],
    [{ kind: 'sent' }, 'Sent 1'],
    [{ kind: 'notices' }, 'Notice 1'],
    [{ kind: 'message', id: '1' }, 'Content 1'],
    [{ kind: 'sent-message', id: '1' }, 'Content 1'],
    [{ kind: 'notice', id: '1' }, 'All about it.'],
    [{ kind: 'compose' }, look.locale === 'zh' ? '收件人' : 'To'],
  ];
  for (const [view, words] of views) {
    await open(view, look);
    await says(words);
    expect(await barriers(), view.kind).toEqual([]);
  }
});
