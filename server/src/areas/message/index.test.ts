import { afterAll, describe, expect, test } from 'vitest';
import { purgeMessages, sendMessage } from '../../engines/office/messages/index.ts';
import { DEFAULT_TENANT, roleIdsOfKeys } from '../../engines/people/identity/index.ts';
import { systemActor } from '../../kernel/auth/actor.ts';
import { type TestUser, testApp } from '../../testing/app.ts';

const app = await testApp();
const [operator, finance, support] = [await app.staff('admin'), await app.staff('finance'), await app.staff('support')];
const agent = await app.agent();
const below = await app.agent({ parent: agent });
const stranger = await app.agent();
afterAll(() => app.close());

const words = (to: readonly TestUser[], more: object = {}) => ({
  type: 1,
  title: 'Hello',
  content: 'How are you?',
  userIds: to.map(({ id }) => id).join(','),
  ...more,
});
const send = async (from: TestUser, to: readonly TestUser[], more: object = {}) => {
  const { status, body } = await from.post('message/save', words(to, more));
  expect([status, body.msg]).toEqual([200, expect.any(String)]);
  return body.data as { id: string; recipientCount: number };
};
const listOf = async (who: TestUser, query: object = {}) =>
  (await who.get('message/my/list', query as Record<string, unknown>)).body.data;
const newest = async (who: TestUser) => (await listOf(who)).records[0];
const roleId = (key: string) => app.db.tx(async (tx) => `${(await roleIdsOfKeys(tx, DEFAULT_TENANT, [key]))[0]}`);

describe('sending', () => {
  test('is refused after the role is taken away', async () => {
    const mute = await app.staff('support');
    await app.db.pool.query('delete from sys_user_role where user_id = $1', [`${mute.id}`]);
    await app.db.pool.query(`select pg_notify('auth_change', '{}')`);
    await expect.poll(async () => (await mute.post('message/save', words([finance]))).status).toBe(403);
    expect((await mute.get('message/my/list')).status).toBe(200);
  });

  test('refuses a NUL character anywhere in an input', async () => {
    const { status, body } = await operator.post('message/save', words([finance], { content: 'a\0b' }));
    expect([status, body.msg]).toEqual([
      400,
      expect.stringContaining('内容: 含有无法保存的字符（U+0000 或不完整的字符）'),
    ]);
    expect(body.data).toMatchObject({ fields: [{ field: 'content' }] });
    const search = await operator.get('message/my/list', { title: 'a\0' }, { lang: 'en' });
    expect([search.status, search.body.msg]).toEqual([400, expect.stringContaining('cannot be stored')]);
    // Deeper in the value, and in a name.
    for (const value of [{ a: ['\0'] }, { 'a\0': 1 }]) {
      const kept = await operator.post('system/user-preferences/change', { values: { 'list:density': value } });
      expect([kept.status, kept.body.msg]).toEqual([400, expect.stringContaining('U+0000')]);
    }
  });

  test.each([
    ['no title', { title: ' ' }, 'BAD_REQUEST'],
    ['no content', { content: '' }, 'BAD_REQUEST'],
    ['content too long', { content: 'x'.repeat(5001) }, 'BAD_REQUEST'],
    ['an unknown type', { type: 5 }, 'BAD_REQUEST'],
    ['another host', { route: '//evil.example/x' }, 'BAD_REQUEST'],
    ['a running address', { route: 'javascript:alert(1)' }, 'BAD_REQUEST'],
    ['nobody', { userIds: undefined }, 'RECIPIENT_REQUIRED'],
    ['a department without one', { type: 2 }, 'RECIPIENT_REQUIRED'],
    ['people that do not exist', { userIds: '999999999' }, 'RECIPIENT_UNKNOWN'],
  ])('refuses %s', async (_what, change, code) => {
    const { status, body } = await operator.post('message/save', words([finance], change));
    expect([status, body.bizCode]).toEqual([400, code]);
  });

  test('reserves the titles of system messages in every disguise', async () => {
    for (const title of [
      '充值提醒',
      ' 充 值 提 醒 ',
      '【系统】充值提醒！',
      'Recharge  Submitted',
      'ｒｅｃｈａｒｇｅ submitted',
    ]) {
      const { status, body } = await operator.post('message/save', words([finance], { title }));
      expect([status, body.bizCode], title).toEqual([400, 'TITLE_RESERVED']);
    }
    await send(operator, [finance], { title: '关于充值提醒的说明' });
  });

  test('to users: each receives it, and the sender sees who has read it', async () => {
    const { id, recipientCount } = await send(operator, [finance, support], {
      title: 'To you two',
      route: '/finance/log/index',
    });
    expect(recipientCount).toBe(2);
    const row = await newest(finance);
    expect(row).toMatchObject({
      title: 'To you two',
      type: 1,
      isRead: 1,
      createUserName: 'admin',
      route: '/finance/log/index',
    });
    expect((await operator.get('message/my/sendList')).body.data.records[0]).toMatchObject({
      id,
      recipientCount: 2,
      readCount: 0,
      recipients: ['finance', 'support'],
    });
    await finance.get('message/detail', { id: row.id });
    const { data } = (await operator.get('message/sendDetail', { id })).body;
    expect(data).toMatchObject({
      readCount: 1,
      readers: [
        { name: 'finance', isRead: 0, readTime: expect.stringMatching(/^\d{4}-/) },
        { name: 'support', isRead: 1, readTime: null },
      ],
    });
  });

  test('for approval, to a department and to a role', async () => {
    await send(operator, [finance], { type: 3, title: 'Please approve' });
    expect(await newest(finance)).toMatchObject({ type: 3, title: 'Please approve' });
    await send(operator, [], { type: 4, title: 'To the role', userIds: undefined, roleIds: await roleId('finance') });
    expect(await newest(finance)).toMatchObject({ type: 4, title: 'To the role' });
    expect((await newest(support)).title).not.toBe('To the role');
    const depts = (await operator.get('message/dept-list')).body.data;
    expect(depts[0]).toMatchObject({ name: '总部' });
    await send(operator, [], { type: 2, title: 'To all there', userIds: undefined, deptIds: depts[0].id });
    expect(await newest(app.admin)).toMatchObject({ type: 2, title: 'To all there' });
  });

  test('broadcasts need at least one recipient', async () => {
    const nobody = { type: 4, userIds: undefined, roleIds: await roleId('compliance') };
    expect((await operator.post('message/save', words([], nobody))).body.bizCode).toBe('RECIPIENT_NONE');
  });

  test('departments and roles are named in the sender’s language', async () => {
    const author = await app.staff('admin');
    const names = async (call: string, lang: string) =>
      (await author.get(`message/${call}`, {}, { lang })).body.data.map(({ name }: { name: string }) => name);
    expect(await names('dept-list', 'zh')).toContain('总部');
    expect(await names('dept-list', 'en')).toEqual(expect.arrayContaining(['Headquarters']));
    expect(await names('role-list', 'zh')).toContain('财务');
    expect(await names('role-list', 'en')).toContain('Finance');
    await app.db.pool.query(`insert into sys_dept (tenant_id, code, parent_id, path, dept_name, dept_name_en)
      select tenant_id, 'chinese', id, path || 'x.', '只有中文', '' from sys_dept limit 1`);
    expect(await names('dept-list', 'en')).toContain('只有中文');
    const inEnglish = words([], { type: 4, userIds: undefined, roleIds: await roleId('finance') });
    expect((await author.post('message/save', inEnglish, { lang: 'en' })).status).toBe(200);
    expect((await author.get('message/my/sendList')).body.data.records[0].recipients).toEqual(['Finance']);
  });

  test('by agents is limited to accounts below, the agent above and support', async () => {
    const names = async (who: TestUser, keyword = '') =>
      (await who.get('message/user-list', { keyword })).body.data.map(({ note }: { note: string }) => note);
    expect(await names(agent)).toEqual(expect.arrayContaining([below.account, support.account]));
    for (const hidden of [stranger, finance, agent]) expect(await names(agent)).not.toContain(hidden.account);
    expect(await names(below)).toContain(agent.account);
    expect(await names(operator, stranger.account)).toEqual([stranger.account]);
    await send(agent, [below, support]);
    await send(below, [agent]);
    expect((await agent.post('message/save', words([below, stranger]))).body.bizCode).toBe('RECIPIENT_UNKNOWN');
    expect((await below.post('message/save', words([finance]))).body.bizCode).toBe('RECIPIENT_UNKNOWN');
  });

  test('with the same key happens once', async () => {
    const key = { 'idempotency-key': 'send-once' };
    const first = await operator.post('message/save', words([finance], { title: 'Once' }), key);
    const second = await operator.post('message/save', words([finance], { title: 'Once' }), key);
    expect(second.body.data).toEqual(first.body.data);
    expect((await listOf(finance, { title: 'Once' })).total).toBe(1);
  });

  test('is limited to twenty per minute, also in parallel', async () => {
    const eager = await app.staff('support');
    const answers = await Promise.all(Array.from({ length: 24 }, () => eager.post('message/save', words([finance]))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.find(({ status }) => status !== 200)?.body.bizCode).toBe('RATE_LIMITED');
  });
});

describe('reading', () => {
  test('covers the reader’s own messages only', async () => {
    const { id: sentId } = await send(operator, [finance], { title: 'Private' });
    const { id } = await newest(finance);
    for (const other of [support, agent, app.admin]) {
      expect((await other.get('message/detail', { id })).status).toBe(404);
      expect((await other.get('message/sendDetail', { id: sentId })).status).toBe(404);
      expect((await other.post('message/remove', { ids: id })).status).toBe(404);
      expect((await other.post('message/remove', { ids: sentId })).status).toBe(404);
      expect((await other.post('message/readAll', { ids: id })).body.data).toEqual({ count: 0 });
      expect((await listOf(other, { title: 'Private' })).total).toBe(0);
    }
    // The sender's id opens nothing in the reader's inbox, nor the reader's in the sender's list.
    expect((await operator.get('message/detail', { id: sentId })).status).toBe(404);
    expect((await finance.get('message/sendDetail', { id: sentId })).status).toBe(404);
  });

  test('marks a message as read once, with its time: 1 becomes 0', async () => {
    await send(operator, [support], { title: 'Open me', content: 'x'.repeat(600) });
    const listed = await newest(support);
    expect(listed).toMatchObject({ isRead: 1, content: `${'x'.repeat(200)}…` });
    const before = (await listOf(support)).unread;
    const opened = await support.get('message/detail', { id: listed.id });
    expect(opened.body.data).toMatchObject({ isRead: 0, content: 'x'.repeat(600) });
    await support.get('message/detail', { id: listed.id });
    expect((await listOf(support)).unread).toBe(before - 1);
    expect(await newest(support)).toMatchObject({ id: listed.id, isRead: 0 });
  });

  test('filters by type, state, title and time', async () => {
    await send(operator, [support], { type: 3, title: 'Approve the spring list' });
    const total = async (query: object) => (await listOf(support, query)).total;
    expect(await total({ title: 'spring', type: 3, isRead: 1 })).toBe(1);
    expect(await total({ title: 'spring', type: 1 })).toBe(0);
    expect(await total({ title: 'spring', createTime_dategt: '2100-01-01' })).toBe(0);
    expect((await support.get('message/my/list', { userId: `${finance.id}` })).body.bizCode).toBe('UNKNOWN_PARAMETER');
  });

  test('can mark all messages, those of one type, or some', async () => {
    const reader = await app.staff('support');
    for (const type of [1, 1, 3, 3]) await send(operator, [reader], { type });
    expect((await reader.post('message/readAll', { type: 3 })).body.data).toEqual({ count: 2 });
    expect((await reader.post('message/readAll', { ids: (await newest(reader)).id })).body.data).toEqual({ count: 0 });
    expect((await reader.get('message/my/topList', { size: 1 })).body.data.unread).toBe(2);
    expect((await reader.post('message/readAll')).body.data).toEqual({ count: 2 });
    expect((await reader.get('message/my/topList')).body.data.unread).toBe(0);
  });

  test('a message removed by one side stays with the other', async () => {
    const { id: sentId } = await send(operator, [finance, support], { title: 'Keep' });
    const mine = await newest(finance);
    expect((await finance.post('message/remove', { ids: `${mine.id},999999999` })).status).toBe(404);
    expect((await newest(finance)).id).toBe(mine.id);
    expect((await finance.post('message/remove', { ids: mine.id })).status).toBe(200);
    expect((await finance.get('message/detail', { id: mine.id })).status).toBe(404);
    expect((await operator.post('message/remove', { ids: sentId })).status).toBe(200);
    expect((await operator.get('message/sendDetail', { id: sentId })).status).toBe(404);
    expect(await newest(support)).toMatchObject({ title: 'Keep' });
  });

  test('returns unread messages after the last seen one', async () => {
    const reader = await app.staff('support');
    const missed = async (after?: string) => (await reader.get('message/my/missed', { after })).body.data;
    await send(operator, [reader], { title: 'before' });
    const start = await missed();
    expect(start).toMatchObject({ records: [], count: 0, unread: 1 });
    await send(operator, [reader], { title: 'one' });
    await send(operator, [reader], { title: 'two' });
    const two = await newest(reader);
    await send(operator, [reader], { title: 'three' });
    await reader.get('message/detail', { id: two.id });
    const came = await missed(start.last);
    expect(came.records.map(({ title }: { title: string }) => title)).toEqual(['one', 'three']);
    expect(came).toMatchObject({ count: 2, unread: 3 });
    expect(await missed(came.last)).toMatchObject({ records: [], count: 0, last: came.last });
  });

  test('returns announced messages that are still unread, and none of other users', async () => {
    const [author, reader, other] = [await app.staff('admin'), await app.staff('support'), await app.staff('support')];
    const missed = async (told?: string) => (await reader.get('message/my/missed', { told })).body;
    for (const title of ['one', 'two', 'three', 'four']) await send(author, [reader, other], { title });
    const [four, three, two, one] = (await listOf(reader)).records;
    const all = [one, two, three, four, await newest(other)].map(({ id }) => id).join(',');
    await reader.get('message/detail', { id: two.id });
    await reader.post('message/remove', { ids: three.id });
    const { data } = await missed(all);
    expect(data.told.map(({ title }: { title: string }) => title)).toEqual(['one', 'four']);
    expect(data).toMatchObject({ records: [], count: 0, unread: 2 });
    expect((await missed()).data.told).toEqual([]);
    expect((await missed('one')).bizCode).toBe('BAD_REQUEST');
  });
});

describe('system messages', () => {
  test('are in the reader’s language, with the stored title unchanged', async () => {
    await app.db.tx((tx) =>
      sendMessage(tx, systemActor(DEFAULT_TENANT), {
        to: { roleKeys: ['finance'] },
        key: 'RECHARGE_SUBMITTED',
        params: { user: 'Harbour Lane', amount: '100 USDT' },
        route: '/agent/recharge/index',
      }),
    );
    const { id } = await newest(finance);
    const zh = (await finance.get('message/detail', { id })).body.data;
    const en = (await finance.get('message/detail', { id }, { lang: 'en' })).body.data;
    expect(zh).toMatchObject({ title: '充值提醒', createUserName: '系统', content: expect.stringContaining('请审核') });
    expect(en).toMatchObject({
      title: '充值提醒',
      titleKey: 'RECHARGE_SUBMITTED',
      createUserName: 'System',
      content: 'Harbour Lane submitted a recharge of 100 USDT; please review it',
    });
  });

  test('notify an agent of a balance adjustment', async () => {
    const input = { ids: `${agent.id}`, money: '12.5', reason: 'test of messages', voucherNo: 'V1' };
    const answer = await app.admin.post('agent/user/manual-update-balance', input, { 'idempotency-key': 'adjusted' });
    expect(answer.status, answer.body.msg).toBe(200);
    expect(await newest(agent)).toMatchObject({ titleKey: 'BALANCE_ADJUSTED', level: 'success', isRead: 1 });
  });
});

test('messages are deleted after the retention period', async () => {
  const { id } = await send(operator, [finance], { title: 'Old' });
  const { id: kept } = await send(operator, [finance], { title: 'Not yet' });
  const moved = `update msg_message set create_time = date_trunc('month', now()) - make_interval(months => 2, secs => $2) where id = $1`;
  await app.db.pool.query(moved, [id, 1]);
  await app.db.pool.query(moved, [kept, -1]);
  const before = (await listOf(finance)).total;
  await purgeMessages(app.db, 2);
  expect((await listOf(finance)).total).toBe(before - 1);
  expect((await operator.get('message/sendDetail', { id: kept })).status).toBe(200);
  expect((await operator.get('message/sendDetail', { id })).status).toBe(404);
});
