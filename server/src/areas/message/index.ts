import { message } from '@trade-assistant/contract/areas/message/index.ts';
import { templateOf } from '@trade-assistant/contract/areas/message/templates.ts';
import { fill, type Locale } from '@trade-assistant/contract/kit/locale.ts';
import type { ListQuery } from '@trade-assistant/contract/kit/page.ts';
import {
  composeMessage,
  newMessagesSince,
  openMessage,
  type ReceivedRow,
  readAll,
  receivedPage,
  removeMessages,
  type SentRow,
  searchDepartments,
  searchPeople,
  searchRoles,
  sentMessage,
  sentPage,
  unreadAmong,
  unreadCount,
} from '../../engines/office/messages/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { serve } from '../../kernel/http/serve.ts';

/** Characters of a message that a list shows. */
const EXCERPT = 200;
const PROGRAM = { zh: '系统', en: 'System' };

export default serve(message, {
  'my/topList': receivedList,
  'my/list': receivedList,
  'my/sendList': async (c, query) => {
    const page = await sentPage(c.app.db, c.actor, query);
    return { ...page, records: page.records.map((row) => excerpt(shown(row, c.locale))) };
  },
  'my/missed': async (c, { after, told }) => {
    const { db } = c.app;
    const [missed, unread, waiting] = await Promise.all([
      newMessagesSince(db, c.actor, after),
      unreadCount(db, c.actor),
      told ? unreadAmong(db, c.actor, told) : [],
    ]);
    const inShort = (row: ReceivedRow) => excerpt(shown(row, c.locale));
    return { ...missed, unread, records: missed.records.map(inShort), told: waiting.map(inShort) };
  },
  detail: async (c, { id }) => shown(await c.tx((tx) => openMessage(tx, c.actor, id)), c.locale),
  sendDetail: async (c, { id }) => shown(await sentMessage(c.app.db, c.actor, id), c.locale),
  remove: (c, { ids }) => c.tx((tx) => removeMessages(tx, c.actor, ids)),
  readAll: async (c, input) => ({ count: await c.tx((tx) => readAll(tx, c.actor, input)) }),
  save: (c, input) =>
    c.tx((tx) => composeMessage(tx, c.actor, input, { canBroadcast: c.can('message:broadcast'), locale: c.locale })),
  'user-list': (c, { keyword }) => c.app.db.tx((tx) => searchPeople(tx, c.actor, keyword)),
  'dept-list': (c, { keyword }) => c.app.db.tx((tx) => searchDepartments(tx, c.actor, keyword, c.locale)),
  'role-list': (c, { keyword }) => c.app.db.tx((tx) => searchRoles(tx, c.actor, keyword, c.locale)),
});

async function receivedList(c: Context, query: ListQuery) {
  const [page, unread] = await Promise.all([receivedPage(c.app.db, c.actor, query), unreadCount(c.app.db, c.actor)]);
  return { ...page, unread, records: page.records.map((row) => excerpt(shown(row, c.locale))) };
}

/** Returns a message in its reader's language; the title stays, because the console translates it by its key. */
function shown<R extends ReceivedRow | SentRow>(row: R, locale: Locale) {
  const template = templateOf(row.titleKey);
  return {
    ...row,
    content: template ? fill(template.content[locale], row.params) : row.content,
    createUserName: row.createUserName ?? PROGRAM[locale],
  };
}

const excerpt = <R extends { content: string }>(row: R): R =>
  row.content.length > EXCERPT ? { ...row, content: `${row.content.slice(0, EXCERPT)}…` } : row;
