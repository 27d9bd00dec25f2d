import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { newPhone, openTask, openTexts, queuedTexts, receive } from '../../testing/inbox.ts';

const product = await testApp();
afterAll(() => product.close());

const TASK = 'sms/session-task';
const agent = await product.agent();
await openTexts(product, agent);
let phone = '';
let next = 0;
const newNumber = (): bigint => 12025550100n + BigInt(next++ % 100);

const menu = (more: object = {}) => ({
  nodes: [
    {
      id: 'menu',
      isEntry: true,
      match: 'any',
      reply: '1 hours, 2 person, 3 bye',
      next: ['hours', 'person', 'bye'],
      ...more,
    },
    { id: 'hours', keywords: ['1'], reply: 'Nine to six', next: ['person'] },
    { id: 'person', keywords: ['2'], reply: 'One moment', after: 'person' },
    { id: 'bye', keywords: ['3'], reply: 'Goodbye', after: 'end' },
  ],
});
const automatic = (form: object = {}) =>
  openTask(agent, { senderId: phone, sessionType: 1, flowJson: menu(), ...form });
const sessionsOf = async (taskId: string) =>
  (await agent.get('sms/session/list', { taskId_equal: taskId, descs: 'lastMsgTime' })).body.data.records;
const texts = async () => (await queuedTexts(product, phone)).map(({ text }) => text);

beforeEach(async () => {
  phone = await newPhone(product);
});

describe('a session task', () => {
  it('starts, pauses, resumes and ends, and changes in no other way', async () => {
    const { id } = (await agent.post(`${TASK}/save`, { taskName: 'Support', senderId: phone, sessionType: 2 })).body
      .data;
    const step = async (status: number) => (await agent.post(`${TASK}/update`, { id, status })).body;
    expect(await step(2)).toMatchObject({ bizCode: 'STATE_CONFLICT' });
    for (const status of [1, 2, 1, 3]) expect(await step(status)).toMatchObject({ code: 200 });
    expect((await agent.get(`${TASK}/detail?id=${id}`)).body.data).toMatchObject({ status: 3 });
    expect(await step(1)).toMatchObject({ bizCode: 'STATE_CONFLICT' });
    expect((await agent.post(`${TASK}/update`, { id, taskName: 'x' })).body).toMatchObject({
      bizCode: 'STATE_CONFLICT',
    });
    const events = (await agent.get(`${TASK}/timeline?id=${id}`)).body.data.map(
      ({ event }: { event: string }) => event,
    );
    expect(events).toEqual(['end', 'resume', 'pause', 'start']);
  });

  it('is the only running one of its sender, and needs a flow without faults', async () => {
    await automatic();
    const save = async (form: object) =>
      (await agent.post(`${TASK}/save`, { taskName: 'Other', sessionType: 1, ...form })).body.data.id;
    const start = async (id: string) => (await agent.post(`${TASK}/update`, { id, status: 1 })).body;
    expect(await start(await save({ senderId: phone, flowJson: menu() }))).toMatchObject({
      bizCode: 'SESSION_SENDER_TAKEN',
    });
    const faulty = await save({ senderId: await newPhone(product), flowJson: menu({ next: ['nowhere'] }) });
    const refused = await start(faulty);
    expect(refused).toMatchObject({ bizCode: 'SESSION_FLOW_FAULTY' });
    expect(JSON.stringify(refused)).toContain('nowhere');
    const problems = (await agent.post(`${TASK}/check-flow`, { id: faulty })).body.data.problems;
    expect(problems.map(({ code }: { code: string }) => code)).toContain('unknownNext');
  });

  it('simulates its flow without sending anything', async () => {
    const { body } = await agent.post(`${TASK}/simulate`, { flowJson: menu(), texts: ['hi', '1', '2'] });
    expect(
      body.data.steps.map(({ after, replies }: { after: string; replies: { node: string }[] }) => [
        replies[0]?.node,
        after,
      ]),
    ).toEqual([
      ['menu', 'wait'],
      ['hours', 'wait'],
      ['person', 'person'],
    ]);
    expect(await texts()).toEqual([]);
  });

  it('needs both ends of its hours', async () => {
    const { body } = await agent.post(`${TASK}/save`, { taskName: 'x', senderId: phone, workStart: '09:00' });
    expect(body).toMatchObject({ bizCode: 'SESSION_HOURS' });
  });
});

describe('automatic replies', () => {
  it('follow the flow to a person, whom the session then waits for', async () => {
    const id = await automatic();
    const number = newNumber();
    for (const text of ['hi', '1', '2', 'hello?']) await receive(product, phone, number, text);
    expect(await texts()).toEqual(['1 hours, 2 person, 3 bye', 'Nine to six', 'One moment']);
    const [session] = await sessionsOf(id);
    expect(session).toMatchObject({ sessionStatus: 0, turns: 3, spent: '0.15' });
    expect(session.waitingSince).not.toBeNull();
  });

  it('end the session where the flow ends; the last reply is still sent', async () => {
    const id = await automatic();
    const number = newNumber();
    for (const text of ['hi', '3']) await receive(product, phone, number, text);
    expect(await sessionsOf(id)).toMatchObject([{ sessionStatus: 2, endReason: 6 }]);
    await receive(product, phone, number, 'hi again');
    expect(await sessionsOf(id)).toHaveLength(2);
    expect((await texts()).at(-1)).toBe('1 hours, 2 person, 3 bye');
  });

  it('keep the version of the flow with which the session began', async () => {
    const id = await automatic();
    const [old, fresh] = [newNumber(), newNumber()];
    await receive(product, phone, old, 'hi');
    await agent.post(`${TASK}/update`, { id, flowJson: menu({ reply: 'New menu' }) });
    await receive(product, phone, old, 'hi');
    await receive(product, phone, fresh, 'hi');
    expect(await texts()).toEqual(['1 hours, 2 person, 3 bye', '1 hours, 2 person, 3 bye', 'New menu']);
    expect((await agent.get(`${TASK}/detail?id=${id}`)).body.data.flowVersion).toBe(2);
  });

  it('stop at the same node three times, at the replies, turns and money of a session', async () => {
    const loop = await automatic();
    const number = newNumber();
    for (let n = 0; n < 6; n += 1) await receive(product, phone, number, `hi ${n}`);
    expect(await texts()).toHaveLength(3);
    expect((await sessionsOf(loop))[0]).toMatchObject({ flags: 4, sessionStatus: 0 });
    for (const limit of [{ repliesMax: 2 }, { maxTurns: 2 }, { moneyCap: '0.12' }]) {
      phone = await newPhone(product);
      const id = await automatic(limit);
      for (let n = 0; n < 4; n += 1) await receive(product, phone, newNumberOf(id), `hi ${n}`);
      expect(await texts()).toHaveLength(2);
      expect((await sessionsOf(id))[0]).toMatchObject({ flags: 8, sessionStatus: 0, turns: 2 });
    }
  });

  it('pause for an hour when a number repeats itself five times within ten seconds', async () => {
    const id = await automatic({ repliesMax: 100 });
    const number = newNumber();
    const at = (seconds: number) => ({ at: new Date(Date.now() - 60_000 + seconds * 1000) });
    for (let n = 0; n < 5; n += 1) await receive(product, phone, number, n % 2 ? '1' : 'Auto reply', at(n * 20 - 100));
    const before = (await texts()).length;
    for (let n = 0; n < 7; n += 1) await receive(product, phone, number, 'I am a robot', at(n));
    const [session] = await sessionsOf(id);
    expect(session.flags & 2).toBe(2);
    const count = (await texts()).length;
    expect(count - before).toBeLessThan(5);
    await receive(product, phone, number, '1', at(30));
    expect(await texts()).toHaveLength(count);
    const { rows } = await product.db.pool.query<{ minutes: number }>(
      'select extract(epoch from muted_until - now()) / 60 as minutes from inb_session where id = $1',
      [session.id],
    );
    expect(Number(rows[0]?.minutes)).toBeGreaterThan(50);
  });

  it('never fail the text that was received: without money a person answers', async () => {
    const id = await automatic();
    await product.db.pool.query('update prc_price set status = 0 where business_type = 3');
    await receive(product, phone, newNumber(), 'hi');
    expect((await sessionsOf(id))[0]).toMatchObject({ sessionStatus: 0, turns: 0, spent: '0' });
    await product.db.pool.query('update prc_price set status = 1 where business_type = 3');
  });

  it('are not sent while the task is paused, nor after its end', async () => {
    const id = await automatic();
    await agent.post(`${TASK}/update`, { id, status: 2 });
    await receive(product, phone, newNumber(), 'hi');
    expect(await sessionsOf(id)).toMatchObject([{ sessionStatus: 0 }]);
    await agent.post(`${TASK}/update`, { id, status: 3 });
    await receive(product, phone, newNumber(), 'hi');
    expect(await sessionsOf(id)).toHaveLength(1);
    expect(await texts()).toEqual([]);
  });

  it('tell a person outside working hours once', async () => {
    const hour = (offset: number) =>
      `${String((new Date(Date.now() + 8 * 3_600_000).getUTCHours() + offset + 24) % 24).padStart(2, '0')}:00`;
    await openTask(agent, {
      ...{ senderId: phone, sessionType: 2, offHoursReply: 'Back tomorrow' },
      ...{ workStart: hour(2), workEnd: hour(4) },
    });
    const number = newNumber();
    for (const text of ['hi', 'anybody?']) await receive(product, phone, number, text);
    expect(await texts()).toEqual(['Back tomorrow']);
  });
});

const numberOf = new Map<string, bigint>();
/** One number for each task. */
function newNumberOf(id: string): bigint {
  const known = numberOf.get(id) ?? newNumber();
  numberOf.set(id, known);
  return known;
}
