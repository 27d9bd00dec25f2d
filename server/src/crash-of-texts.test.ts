import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { fictionalNumbers } from './engines/stock/inventory/stock-fixture.ts';
import { testApp } from './testing/app.ts';
import { mismatches } from './testing/books.ts';
import { addSender } from './testing/channel-senders.ts';
import { addPhone, MESSAGE_PRICE, messageAgent, openMessages } from './testing/orders.ts';
import { type ServerProcess, startServerProcess } from './testing/server-process.ts';

/** TEXT_KILLS=20 proves more than the suite has time for. */
const KILLS = Number(process.env['TEXT_KILLS'] ?? 5);
const LINES = 100 * KILLS;
/** As `message_order_status`. */
const [SENDING, PAUSED] = [3, 4];
const TASK = 'sms/sms-task';
/** Answers the calls of the test; the texts are sent by two processes, one of which has the bind. */
const product = await testApp({ PRIVATE_ENDPOINTS: '1' });
const folder = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-crash-texts-'));
const journal = path.join(folder, 'journal');
const nodes: ServerProcess[] = [];
let smsc: ChildProcess | undefined;
afterAll(async () => {
  smsc?.kill('SIGKILL');
  await Promise.all(nodes.map((node) => node.kill()));
  await product.close();
  await rm(folder, { recursive: true, force: true });
});

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await product.db.pool.query<Row>(text, values)).rows;
const { user, database, host } = product.db.connection;
const startNode = () =>
  startServerProcess({
    DATABASE_URL: `postgres://${user}@/${database}?host=${host}`,
    DATA_DIR: product.app.config.dataDir,
    ROLE: 'worker',
    PRIVATE_ENDPOINTS: '1',
  });

/** Starts the SMSC in a process of its own. @returns its address and that of its control port */
async function startSmsc(): Promise<{ address: string; control: string }> {
  const script = fileURLToPath(new URL('testing/smsc-process.ts', import.meta.url));
  smsc = spawn(process.execPath, [script, '0', journal], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [lines] = (await once(smsc.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  const [address = '', control = ''] = lines.toString().trim().split('\n');
  return { address, control };
}

it('a task whose sending node is killed again and again goes on over another node and sends no text twice', async () => {
  await openMessages(product, 3);
  const { agent, consentId } = await messageAgent(product);
  const { address, control } = await startSmsc();
  // A chunk of texts takes half a second, so that a node dies in the middle of one.
  const behaviour = { receipts: 'after', repeatsReceipts: true, answerMillis: 100 };
  await fetch(control, { method: 'POST', body: JSON.stringify(behaviour) });
  const providerId = await addSender(product, 'smpp', { endpoint: address });
  const senderId = await addPhone(product, providerId, { ratePerSecond: 50 });
  const numbers = fictionalNumbers(LINES);
  const saved = await agent.post(`${TASK}/save`, {
    ...{ orderName: 'Killed', consentId, senderId, smsType: 2, column: 0, content: 'Your order is ready.' },
    numbers: numbers.map((number) => `+${number}`).join('\n'),
  });
  const { id } = saved.body.data;
  nodes.push(await startNode(), await startNode());
  const task = async () => (await agent.get(`${TASK}/detail?id=${id}`)).body.data;
  await expect.poll(async () => (await task()).isRead).toBe(1);
  const { status } = (await agent.post(`${TASK}/confirm`, { id })).body.data;
  if (status === 1) await product.admin.post(`${TASK}/approve`, { ids: id });
  /** Returns how many texts the SMSC took; the pauses of retries are ended. */
  const taken = async () => {
    await query('update work_chunk set ready_at = now() where state = 0 and ready_at > now()');
    await query('update work_lane set wait_until = null where wait_until > now()');
    return ((await (await fetch(control)).json()) as { taken: number }).taken;
  };
  const holder = async (): Promise<number | undefined> => {
    const [bind] = await query<{ pid: number }>(
      'select w.process_id as pid from prv_bind b join kernel_worker w on w.id = b.worker_id where b.state = 2',
    );
    return bind?.pid;
  };
  /** Lines whose outcome is not known to us yet. */
  const open = async () => {
    await taken();
    const [row] = await query<{ n: number }>(
      'select count(*)::int as n from work_line where task_id = $1 and state = 1',
      [id],
    );
    return row?.n;
  };
  const set = async (wanted: number) =>
    expect((await agent.post(`${TASK}/update`, { id, status: wanted })).body).toMatchObject({ code: 200 });
  let before = 0;
  for (let kills = 0; kills < KILLS; kills += 1) {
    // Each time at another place of a chunk, as long as there are texts.
    const isFurther = async () => (await taken()) > before + (kills % 5) * 9 || (await open()) === 0;
    await expect.poll(isFurther).toBe(true);
    const pid = await holder();
    const victim = Math.max(
      0,
      nodes.findIndex((node) => node.pid === pid),
    );
    await nodes[victim]?.kill();
    // So that texts are left for the other node, and for its end.
    await set(PAUSED);
    nodes[victim] = await startNode();
    before = await taken();
    await set(SENDING);
  }
  await expect.poll(open).toBe(0);
  const journalled = (await readFile(journal, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { to: string });
  const recipients = journalled.map(({ to }) => to);
  expect(new Set(recipients).size).toBe(recipients.length);
  // Receipts that went to a dead connection do not come again: those texts end without a verdict.
  await query('update work_line set due_time = now() where task_id = $1 and due_time > now()', [id]);
  await expect.poll(async () => (await task()).status).toBe(6);
  const ended = await task();
  expect(ended.deliveredCount + ended.failedCount + ended.expiredCount).toBe(LINES);
  expect(ended.deliveredCount).toBeGreaterThan(0);
  expect(ended.deliveredCount).toBeLessThanOrEqual(recipients.length);
  expect(Number(ended.holdAmount)).toBeCloseTo(Number(ended.chargedAmount) + Number(ended.refundedAmount), 6);
  expect(Number(ended.chargedAmount)).toBeCloseTo(ended.deliveredCount * Number(MESSAGE_PRICE), 6);
  expect(await mismatches(product)).toEqual([]);
});
