import { messageTemplates } from '@trade-assistant/contract/areas/message/templates.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer } from '../../testing/answers.ts';
import { show } from '../../testing/show.tsx';
import { announceMessages } from './announce.tsx';
import { closeMessages, goTo, useMessageDesk } from './desk.ts';
import { useInbox } from './inbox.ts';

const notices = () => document.querySelectorAll('.ant-notification-notice');
const view = page.getByRole('button', { name: '查看' });
const arrive = (records: readonly object[]) =>
  announceMessages({ records, count: records.length, told: [], gone: [], unread: 9, last: '9' } as never);

let read: unknown[] = [];
beforeEach(async () => {
  read = [];
  answer({
    'message/readAll': ({ body }) => {
      read.push(body);
      return { count: 1 };
    },
  });
  closeMessages();
  goTo(null);
  await show(null, { permissions: [] });
});

const templates = Object.entries(messageTemplates).map(([key, { title, type, level }], at) => ({
  ...{ key, id: String(100 + at), title: title.zh, titleKey: key, content: key, type, level, isRead: 0 },
  ...{ bizType: null, bizId: null, createUserName: 'Su', createTime: '2020-01-31 08:00:00' },
  route: `/sea/ship/index?record=${at}`,
}));

test.each(templates)('the notification $key opens its record, closes and counts as read', async (message) => {
  arrive([message]);
  await userEvent.click(view);
  await expect.poll(() => useMessageDesk.getState().address).toBe(message.route);
  await expect.poll(() => read).toEqual([{ ids: message.id }]);
  await expect.poll(() => notices().length).toBe(0);
});

test('the notification of a message between people opens that message', async () => {
  arrive([{ ...templates[0], id: '7', title: 'Hello', titleKey: null, route: '/sea/ship/index' }]);
  await userEvent.click(view);
  await expect.poll(() => useMessageDesk.getState().view).toEqual({ kind: 'message', id: '7' });
  await expect.poll(() => notices().length).toBe(0);
});

test('the one notification of many messages opens the list of all', async () => {
  useInbox.setState({ unread: 9 });
  arrive([1, 2, 3, 4].map((id) => ({ ...templates[0], id: String(id), title: `Letter ${id}`, titleKey: null })));
  await userEvent.click(view);
  await expect.poll(() => useMessageDesk.getState().view).toEqual({ kind: 'received' });
});
