import { smsSession } from '@trade-assistant/contract/areas/sms/session.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import {
  addNote,
  assign,
  badgesOf,
  beginSession,
  changesOf,
  closeSessions,
  contextOf,
  endAsOptOut,
  entriesOf,
  give,
  keepDraft,
  lockSessions,
  nameOf,
  openLast,
  queuePage,
  reachedBy,
  readable,
  reopenByHand,
  repliesFor,
  seeUpTo,
  sendReply,
  sessionFor,
  sessions,
  setDuty,
  shareTask,
  shownEntry,
  snooze,
  suppressNumber,
  tasks,
} from '../../engines/messaging/inbox/index.ts';
import { record } from '../../kernel/audit/index.ts';
import { maskNumber, plainNumber } from '../../kernel/phone/index.ts';
import { pushNow, rooms } from '../../kernel/realtime/index.ts';
import { findNumbers } from '../../kernel/resource/numbers.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';

export default resourceRoutes(smsSession, sessions, {
  scope: 'tenant',
  rows: ({ actor }) => reachedBy(actor),
  conditions: () => ({ number: findNumbers(sessions.e164, false) }),
  computed: {
    fields: ['number', 'taskName', 'lastContent'],
    fill: async (c, rows) => {
      const found = await c.app.db.drizzle
        .select({ id: tasks.id, name: tasks.taskName })
        .from(tasks)
        .where(
          inArray(
            tasks.id,
            rows.map(({ taskId }) => taskId),
          ),
        );
      const names = new Map(found.map(({ id, name }) => [id, name]));
      return rows.map((row) => ({
        number: maskNumber(row.e164),
        taskName: names.get(row.taskId) ?? null,
        lastContent: openLast(c.app, row),
      }));
    },
    order: () => ({ number: sql`${sessions.e164}` }),
  },
  actions: {
    queue: queuePage,
    badges: (c, { taskId, minutes }) => badgesOf(c, taskId, minutes ?? 0),
    messages: entriesOf,
    changes: changesOf,
    context: (c, { id }) => contextOf(c, id),
    replies: (c, { id }) => repliesFor(c, id),
    send: async (c, input) => {
      const row = await c.tx((tx) => sendReply(c.app, tx, c.actor, input));
      return { entry: shownEntry(c.app, row) };
    },
    begin: async (c, { taskId, number }) => {
      const [seen] = await c.app.db.drizzle
        .select({ id: tasks.id })
        .from(tasks)
        .where(and(visible(c.actor, tasks, 'owner'), eq(tasks.id, taskId)));
      if (!seen) throw commonErrors.NOT_FOUND();
      const id = await c.tx(async (tx) => beginSession(c.app, tx, c.actor, await shareTask(tx, taskId), number));
      return { id };
    },
    typing: async (c, { id }) => {
      await sessionFor(c, id);
      await pushNow(c.app.db, {
        rooms: [rooms.record(c.actor.tenantId, smsSession.name, id)],
        event: 'typing',
        payload: { id, userId: c.actor.userId, name: nameOf(c.actor) },
      });
    },
    draft: async (c, { id, text }) => {
      await sessionFor(c, id);
      await c.tx((tx) => keepDraft(c.app, tx, c.actor, id, text));
    },
    seen: async (c, { id, place }) => {
      await sessionFor(c, id);
      await c.tx((tx) => seeUpTo(tx, id, c.actor.userId, place));
    },
    note: async (c, input) => {
      const row = await c.tx((tx) => addNote(c.app, tx, c.actor, input));
      return { entry: shownEntry(c.app, row) };
    },
    take: async (c, { ids }) => {
      await c.tx((tx) => assign(c.app, tx, c.actor, ids, { id: c.actor.userId, name: nameOf(c.actor) }));
    },
    release: async (c, { ids }) => {
      await c.tx((tx) => assign(c.app, tx, c.actor, ids, null));
    },
    give: async (c, { ids, userId }) => {
      await c.tx((tx) => give(c.app, tx, c.actor, ids, userId));
    },
    close: async (c, { ids }) => {
      await c.tx((tx) => closeSessions(c.app, tx, c.actor, ids));
    },
    reopen: async (c, { id }) => {
      await c.tx((tx) => reopenByHand(c.app, tx, c.actor, id));
    },
    snooze: async (c, { id, minutes }) => {
      await c.tx((tx) => snooze(c.app, tx, c.actor, id, minutes));
    },
    'opt-out': async (c, { id }) => {
      await c.tx(async (tx) => {
        const [session] = await lockSessions(tx, c.actor, [id]);
        if (!session) throw commonErrors.NOT_FOUND();
        await suppressNumber(c.app, tx, c.actor, session);
        await endAsOptOut(c.app, tx, c.actor, session);
      });
    },
    duty: async (c, { isOnDuty, capacity }) => {
      await c.tx((tx) => setDuty(c.app, tx, c.actor, isOnDuty === 1, capacity ?? null));
    },
    reveal: async (c, { ids, reason }) => {
      const rows = await c.app.db.drizzle
        .select({ id: sessions.id, e164: sessions.e164 })
        .from(sessions)
        .where(and(readable(c.actor), inArray(sessions.id, ids)));
      const [first] = rows;
      if (rows.length < ids.length || !first) throw commonErrors.NOT_FOUND();
      await c.tx((tx) =>
        record(tx, c.actor, {
          action: 'plain-view',
          objectType: smsSession.name,
          objectId: rows.length === 1 ? first.id : 'list',
          after: { ids: ids.map(String) },
          reason,
        }),
      );
      return { numbers: rows.map(({ id, e164 }) => ({ id, number: plainNumber(e164) })) };
    },
  },
});
