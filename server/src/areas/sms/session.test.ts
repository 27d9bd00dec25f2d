import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { assignWaiting, closeQuiet } from '../../engines/messaging/inbox/index.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { newPhone, openTask, openTexts, queuedTexts, receive, report } from '../../testing/inbox.ts';

const product = await testApp();
afterAll(() => product.close());

const SESSION = 'sms/session';
const agent = await product.agent();
await openTexts(product, agent);
let phone = '';
let taskId = '';
let next = 0;
/** A number that nobody used before. */
const newNumber = (): bigint => 12025550100n + BigInt(next++ % 100);
const key = () => crypto.randomUUID();
const queued = () => queuedTexts(product, phone);

const queue = async (who: TestUser, query: Record<string, unknown> = {}) =>
  (await who.get(`${SESSION}/queue`, { taskId, size: 100, ...query })).body.data.items;
const only = async (who: TestUser) => (await queue(who, { sort: 'activity' }))[0];
const entries = async (who: TestUser, id: string, query: Record<string, unknown> = {}) =>
  (await who.get(`${SESSION}/messages`, { id, size: 200, ...query })).body.data;
const detail = async (id: string) => (await product.admin.get(`${SESSION}/detail?id=${id}`)).body.data;
const send = (who: TestUser, id: string, lastSeenMessageId: string, more: object = {}) =>
  who.post(`${SESSION}/send`, { id, text: 'Hello', clientKey: key(), lastSeenMessageId, ...more });

beforeEach(async () => {
  phone = await newPhone(product);
  taskId = await openTask(agent, { senderId: phone, sessionType: 2 });
});

describe('saved replies', () => {
  const REPLY = 'sms/canned-reply';
  const offered = async (who: TestUser, id?: string) =>
    (await who.get(`${SESSION}/replies`, id === undefined ? {} : { id })).body.data.map(
      ({ shortcut }: { shortcut: string }) => shortcut,
    );

  it('of a session are the own ones, and for staff also those of its agent', async () => {
    const stranger = await product.agent();
    for (const [who, shortcut] of [
      [agent, 'agent'],
      [stranger, 'stranger'],
      [product.admin, 'staff'],
    ] as const)
      expect((await who.post(`${REPLY}/save`, { shortcut, title: shortcut, content: 'Hello' })).body.code).toBe(200);
    await receive(product, phone, newNumber(), 'Hello?');
    const { id } = await only(agent);
    expect((await offered(product.admin, id)).toSorted()).toEqual(['agent', 'staff']);
    expect(await offered(product.admin)).toEqual(['staff']);
    expect(await offered(agent, id)).toEqual(['agent']);
    expect((await stranger.get(`${SESSION}/replies`, { id })).status).toBe(404);
  });

  it('are not sent by their key alone', async () => {
    await receive(product, phone, newNumber(), 'Hello?');
    const item = await only(agent);
    const { last } = await entries(agent, item.id);
    for (const text of [';', ' ；'])
      expect((await send(agent, item.id, last, { text })).body).toMatchObject({
        data: { fields: [{ field: 'text' }] },
      });
    expect(await queued()).toEqual([]);
    expect((await send(agent, item.id, last, { text: ';)' })).body.code).toBe(200);
  });
});

describe('a text that a person answers', () => {
  it('waits with its text sealed, and is answered at its price', async () => {
    const number = newNumber();
    await receive(product, phone, number, 'Where is my parcel?');
    const item = await only(agent);
    expect(item).toMatchObject({ sessionStatus: 0, lastContent: 'Where is my parcel?', lastDirection: 2, unread: 1 });
    expect(item.waitingSince).not.toBeNull();
    expect(item.number).toMatch(/\*/);
    const { rows } = await product.db.pool.query('select content from inb_event where session_id = $1', [item.id]);
    expect(JSON.stringify(rows)).not.toContain('parcel');
    const { last } = await entries(agent, item.id);
    const sent = await send(agent, item.id, last);
    expect(sent.body).toMatchObject({
      code: 200,
      data: { entry: { kind: 2, content: 'Hello', price: '0.05', status: 0 } },
    });
    expect(await queued()).toMatchObject([{ e164: number, text: 'Hello', purpose: 'reply' }]);
    expect(await only(agent)).toMatchObject({
      sessionStatus: 1,
      waitingSince: null,
      unread: 0,
      assignedUser: String(agent.id),
    });
    expect(await detail(item.id)).toMatchObject({ turns: 1, spent: '0.05' });
    const task = (await agent.get(`sms/session-task/detail?id=${taskId}`)).body.data;
    expect(task).toMatchObject({
      totalSessions: 1,
      activeSessions: 1,
      inboundCount: 1,
      outboundCount: 1,
      chargedAmount: '0.05',
    });
  });

  it('goes on in the same session when its person is named by the other form of the number', async () => {
    await receive(product, phone, 541100000000n, 'Where is my parcel?');
    await receive(product, phone, 5491100000000n, 'Hello?');
    expect(await queue(agent)).toMatchObject([{ unread: 2 }]);
  });

  it('is sent once, however often the browser repeats it', async () => {
    await receive(product, phone, newNumber(), 'Hi');
    const { id } = await only(agent);
    const { last } = await entries(agent, id);
    const clientKey = key();
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(agent, id, last, { clientKey })));
    expect(new Set(answers.map(({ body }) => body.data.entry.id)).size).toBe(1);
    expect(await queued()).toHaveLength(1);
  });

  it('is refused when a colleague answered meanwhile, until the sender insists', async () => {
    await receive(product, phone, newNumber(), 'Hi');
    const { id } = await only(agent);
    const { last } = await entries(agent, id);
    const other = await product.staff('admin');
    const both = await Promise.all([send(agent, id, last), send(other, id, last)]);
    expect(both.map(({ body }) => body.bizCode ?? 'sent').sort()).toEqual(['STALE_DATA', 'sent']);
    const loser = both[0]?.body.code === 200 ? other : agent;
    const refused = both.find(({ body }) => body.bizCode === 'STALE_DATA');
    expect(refused?.body.data).toMatchObject({ newMessages: 1 });
    expect((await send(loser, id, last, { force: true })).body).toMatchObject({ code: 200 });
    expect(await queued()).toHaveLength(2);
  });

  it('is answered by its assignee alone where the task says so', async () => {
    await agent.post('sms/session-task/update', { id: taskId, onlyAssignee: 1 });
    await receive(product, phone, newNumber(), 'Hi');
    const { id } = await only(agent);
    await agent.post(`${SESSION}/take`, { ids: id });
    const { last } = await entries(agent, id);
    expect((await send(product.admin, id, last)).body).toMatchObject({ bizCode: 'SESSION_ASSIGNEE' });
    expect((await send(agent, id, last)).body).toMatchObject({ code: 200 });
  });

  it('is refused when turns or the money of the session are used up', async () => {
    await agent.post('sms/session-task/update', { id: taskId, maxTurns: 1 });
    await receive(product, phone, newNumber(), 'Hi');
    const { id } = await only(agent);
    const { last } = await entries(agent, id);
    expect((await send(agent, id, last)).body).toMatchObject({ code: 200 });
    expect((await send(agent, id, last, { force: true })).body).toMatchObject({ bizCode: 'SESSION_TURNS' });
    await agent.post('sms/session-task/update', { id: taskId, maxTurns: 10, moneyCap: '0.08' });
    expect((await send(agent, id, last, { force: true })).body).toMatchObject({ bizCode: 'SESSION_CAP' });
    expect((await agent.get(`${SESSION}/context?id=${id}`)).body.data).toMatchObject({
      block: { code: 7 },
      turnsLeft: 9,
    });
  });

  it('returns its money when it was not sent, and shows the outcome', async () => {
    await receive(product, phone, newNumber(), 'Hi');
    const { id } = await only(agent);
    const { last } = await entries(agent, id);
    await send(agent, id, last);
    const [text] = await queued();
    for (let n = 0; n < 2; n += 1) await report(product, BigInt(id), text?.id ?? '', 4);
    const { entries: shown } = await entries(agent, id);
    expect(shown.find((one: { kind: number }) => one.kind === 2)).toMatchObject({ status: 4 });
    expect(shown.filter((one: { kind: number }) => one.kind === 11)).toHaveLength(1);
    expect(await detail(id)).toMatchObject({ spent: '0' });
    expect((await agent.get(`sms/session-task/detail?id=${taskId}`)).body.data.chargedAmount).toBe('0');
  });
});

describe('an opt-out', () => {
  it('ends the session with one confirmation, and nothing can be sent', async () => {
    const number = newNumber();
    await receive(product, phone, number, 'Hi');
    const { id } = await only(agent);
    await send(agent, id, (await entries(agent, id)).last);
    await receive(product, phone, number, 'ＳＴＯＰ!');
    await receive(product, phone, number, 'stop');
    expect(await detail(id)).toMatchObject({ sessionStatus: 3, endReason: 5 });
    // The reply that waited was cancelled.
    expect((await queued()).map(({ purpose }) => purpose)).toEqual(['confirmation']);
    const { last } = await entries(agent, id);
    expect((await send(agent, id, last, { force: true })).body).toMatchObject({ bizCode: 'SESSION_OPTED_OUT' });
    expect((await agent.get(`${SESSION}/context?id=${id}`)).body.data.block).toMatchObject({ code: 2 });
    expect((await agent.get(`sms/session-task/detail?id=${taskId}`)).body.data).toMatchObject({
      optOutCount: 1,
      activeSessions: 0,
    });
  });

  it('is confirmed by the provider where it does so itself', async () => {
    const number = newNumber();
    await receive(product, phone, number, 'STOP', { handlesStop: true });
    expect(await queued()).toEqual([]);
  });

  it('is only suspected in a sentence, until a person decides', async () => {
    await receive(product, phone, newNumber(), 'please stop texting me');
    const item = await only(agent);
    expect(item).toMatchObject({ sessionStatus: 0, flags: 1 });
    expect((await agent.post(`${SESSION}/opt-out`, { id: item.id })).body).toMatchObject({ code: 200 });
    expect(await detail(item.id)).toMatchObject({ sessionStatus: 3, flags: 0 });
    // By an agent for the agent's own texts, by staff for those of the tenant.
    const rules = async (sessionNo: string) =>
      (
        await product.db.pool.query(
          'select scope, owner_id::text as owner from cmp_suppression where source_ref = $1',
          [sessionNo],
        )
      ).rows;
    expect(await rules(item.sessionNo)).toEqual([{ scope: 3, owner: String(agent.id) }]);
    await receive(product, phone, newNumber(), 'please stop texting me');
    const next = (await queue(agent, { sort: 'activity' })).find(
      ({ sessionNo }: { sessionNo: string }) => sessionNo !== item.sessionNo,
    );
    expect((await product.admin.post(`${SESSION}/opt-out`, { id: next.id })).body).toMatchObject({ code: 200 });
    expect(await rules(next.sessionNo)).toEqual([{ scope: 2, owner: null }]);
  });
});

describe('the queue', () => {
  it('is paged by a cursor without gaps or repetitions, in both orders', async () => {
    const numbers = Array.from({ length: 12 }, newNumber);
    for (const number of numbers) await receive(product, phone, number, 'Hi');
    for (const sort of ['waiting', 'activity']) {
      const seen: string[] = [];
      let after: string | undefined;
      do {
        const { body } = await agent.get(`${SESSION}/queue`, { taskId, sort, size: 5, ...(after ? { after } : {}) });
        seen.push(...body.data.items.map((one: { id: string }) => one.id));
        after = body.data.next ?? undefined;
      } while (after);
      expect(new Set(seen).size).toBe(12);
      expect(seen).toHaveLength(12);
    }
  });

  it('finds sessions by words, by several words and in Chinese, within the reach of the reader', async () => {
    await receive(product, phone, newNumber(), 'The blue parcel is late');
    await receive(product, phone, newNumber(), '我的包裹还没有到');
    const found = async (who: TestUser, text: string) => (await queue(who, { text })).length;
    expect(await found(agent, 'parcel')).toBe(1);
    expect(await found(agent, 'late BLUE')).toBe(1);
    expect(await found(agent, 'red parcel')).toBe(0);
    expect(await found(agent, '包裹')).toBe(1);
    expect(await found(agent, '裹包')).toBe(0);
    const other = await product.agent();
    expect((await other.get(`${SESSION}/queue`, { text: 'parcel' })).body.data.items).toEqual([]);
    expect((await agent.get(`${SESSION}/queue`, { after: 'x' })).body).toMatchObject({ code: 400 });
  });

  it('shows others what they may see: subtree, named sub-users, staff', async () => {
    await receive(product, phone, newNumber(), 'Hi');
    const { id } = await only(agent);
    const other = await product.agent();
    const sub = await product.agent({ parent: agent, subUser: true });
    for (const who of [other, sub]) {
      expect((await who.get(`${SESSION}/detail?id=${id}`)).body).toMatchObject({ code: 404 });
      expect((await who.get(`${SESSION}/messages?id=${id}`)).body).toMatchObject({ code: 404 });
      expect((await send(who, id, '0')).body).toMatchObject({ code: 404 });
      expect((await who.post(`${SESSION}/take`, { ids: id })).body).toMatchObject({ code: 404 });
    }
    await agent.post('sms/session-task/update', { id: taskId, handlers: [String(sub.id)] });
    expect(await queue(sub)).toHaveLength(1);
    expect((await sub.post(`${SESSION}/take`, { ids: id })).body).toMatchObject({ code: 200 });
    const stranger = await product.agent();
    expect(
      (await agent.post('sms/session-task/update', { id: taskId, handlers: [String(stranger.id)] })).body,
    ).toMatchObject({
      bizCode: 'SESSION_HANDLER',
    });
  });

  it('counts its views, and reveals a number only with a right and a reason', async () => {
    await receive(product, phone, newNumber(), 'Hi');
    const { id } = await only(agent);
    const badges = async () => (await agent.get(`${SESSION}/badges`, { taskId })).body.data;
    expect(await badges()).toMatchObject({ unassigned: 1, all: 1, unread: 1, waiting: 1, mine: 0 });
    await agent.post(`${SESSION}/take`, { ids: id });
    const { last } = await entries(agent, id);
    await agent.post(`${SESSION}/seen`, { id, place: last });
    expect(await badges()).toMatchObject({ unassigned: 0, mine: 1, unread: 0, mineUnread: 0 });
    await agent.post(`${SESSION}/snooze`, { id, minutes: 30 });
    expect(await badges()).toMatchObject({ mine: 0, all: 1 });
    expect((await product.admin.post(`${SESSION}/reveal`, { ids: id })).body).toMatchObject({ code: 400 });
    const shown = await product.admin.post(`${SESSION}/reveal`, { ids: id, reason: 'Call back' });
    expect(shown.body.data.numbers[0].number).toMatch(/120255501\d\d/);
    const support = await product.staff('support');
    expect((await support.post(`${SESSION}/reveal`, { ids: id, reason: 'x' })).body).toMatchObject({ code: 403 });
  });
});

describe('entries after a place', () => {
  it('reach a reader once each, however often its connection breaks', async () => {
    const numbers = Array.from({ length: 4 }, newNumber);
    const TEXTS = 60;
    let isOver = false;
    const flood = Promise.all(
      numbers.map(async (number, index) => {
        for (let n = 0; n < TEXTS / numbers.length; n += 1) await receive(product, phone, number, `text ${index} ${n}`);
      }),
    ).then(() => {
      isOver = true;
    });
    const got: string[] = [];
    let place = '0';
    let drops = 0;
    for (let round = 0; !isOver || round < 100; round += 1) {
      const { body } = await agent.get(`${SESSION}/changes`, { taskId, after: place, size: 7 });
      // Every second answer is lost on its way; the reader asks again from its own place.
      if (round % 2 === 0) {
        drops += 1;
        continue;
      }
      got.push(...body.data.entries.map((one: { id: string }) => one.id));
      place = body.data.last;
    }
    await flood;
    for (;;) {
      const { body } = await agent.get(`${SESSION}/changes`, { taskId, after: place, size: 200 });
      got.push(...body.data.entries.map((one: { id: string }) => one.id));
      place = body.data.last;
      if (!body.data.hasNewer) break;
    }
    const { rows } = await product.db.pool.query<{ no: string }>(
      'select event_no::text as no from inb_event where task_id = $1 order by event_no',
      [taskId],
    );
    expect(got).toEqual(rows.map(({ no }) => no));
    expect(rows.length).toBeGreaterThanOrEqual(TEXTS);
    expect(drops).toBeGreaterThanOrEqual(50);
    // Places have no gaps, since each is given under the lock that its writer holds.
    expect(rows.map(({ no }) => Number(no))).toEqual(rows.map((_, index) => index + 1));
  });
});

describe('assignment', () => {
  it('gives the longest waiting to a user on duty with room, and again when room becomes free', async () => {
    const first = await product.agent({ parent: agent, subUser: true });
    await agent.post('sms/session-task/update', { id: taskId, handlers: [String(first.id)] });
    for (const number of [newNumber(), newNumber(), newNumber()]) await receive(product, phone, number, 'Hi');
    const assigned = async () => (await queue(agent)).map((one: { assignedUser: string | null }) => one.assignedUser);
    expect(await assigned()).toEqual([null, null, null]);
    expect((await first.post(`${SESSION}/duty`, { isOnDuty: 1, capacity: 2 })).body).toMatchObject({ code: 200 });
    const own = String(first.id);
    await expect.poll(assigned).toEqual([own, own, null]);
    const [oldest] = await queue(agent);
    await first.post(`${SESSION}/close`, { ids: oldest.id });
    await expect.poll(assigned).toEqual([own, own]);
  });

  it('notifies the owner while nobody is on duty, once in a while', async () => {
    await receive(product, phone, newNumber(), 'Hi');
    const pass = () => product.db.tx((tx) => assignWaiting(product.app, tx, BigInt(taskId)));
    expect([await pass(), await pass()]).toEqual([0, 0]);
    const notices = async () =>
      (
        await product.db.pool.query(
          `select count(*)::int as n from msg_message where title_key = 'SESSIONS_WAITING' and biz_id = $1`,
          [taskId],
        )
      ).rows[0];
    // The pass after the text itself may still be under way.
    await expect.poll(notices).toEqual({ n: 1 });
    expect(await pass()).toBe(0);
    expect(await notices()).toEqual({ n: 1 });
  });

  it('returns a reopened session to its person only while that one is on duty', async () => {
    const person = await product.agent({ parent: agent, subUser: true });
    await agent.post('sms/session-task/update', { id: taskId, handlers: [String(person.id)] });
    await person.post(`${SESSION}/duty`, { isOnDuty: 1, capacity: 5 });
    const number = newNumber();
    await receive(product, phone, number, 'Hi');
    const { id } = await only(agent);
    await person.post(`${SESSION}/take`, { ids: id });
    await person.post(`${SESSION}/close`, { ids: id });
    await receive(product, phone, number, 'One more thing');
    expect(await only(agent)).toMatchObject({ id, assignedUser: String(person.id), sessionStatus: 0 });
    await person.post(`${SESSION}/close`, { ids: id });
    await person.post(`${SESSION}/duty`, { isOnDuty: 0 });
    await receive(product, phone, number, 'And another');
    expect(await only(agent)).toMatchObject({ id, assignedUser: null, sessionStatus: 0 });
  });
});

describe('the end of a session', () => {
  it('comes by timeout, by age and with its task', async () => {
    const [quiet, old, open] = [newNumber(), newNumber(), newNumber()];
    for (const number of [quiet, old, open]) await receive(product, phone, number, 'Hi');
    const change = (column: string, number: bigint, value: string) =>
      product.db.pool.query(
        `update inb_session set ${column} = now() - interval '${value}' where task_id = $1 and e164 = $2`,
        [taskId, number],
      );
    await change('last_msg_time', quiet, '25 hours');
    await change('create_time', old, '31 days');
    await closeQuiet(product.app);
    expect((await agent.post('sms/session-task/update', { id: taskId, status: 3 })).body).toMatchObject({ code: 200 });
    const { rows } = await product.db.pool.query(
      'select e164::text as e164, end_reason from inb_session where task_id = $1 order by id',
      [taskId],
    );
    expect(rows.map(({ end_reason }) => end_reason)).toEqual([2, 3, 4]);
    expect((await agent.get(`sms/session-task/detail?id=${taskId}`)).body.data).toMatchObject({
      status: 3,
      activeSessions: 0,
    });
    await receive(product, phone, quiet, 'Anybody?');
    expect(await queue(agent)).toEqual([]);
  });
});

it('keeps a draft for each reader, until the reply is sent', async () => {
  await receive(product, phone, newNumber(), 'Hi');
  const { id } = await only(agent);
  const draftOf = async (who: TestUser) => (await who.get(`${SESSION}/context?id=${id}`)).body.data.draft;
  await agent.post(`${SESSION}/draft`, { id, text: 'Dear cus' });
  expect([await draftOf(agent), await draftOf(product.admin)]).toEqual(['Dear cus', null]);
  expect((await only(agent)).hasDraft).toBe(true);
  const { last } = await entries(agent, id);
  await send(agent, id, last);
  expect(await draftOf(agent)).toBeNull();
});
