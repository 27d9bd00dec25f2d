import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { fictionalNumbers } from './engines/stock/inventory/stock-fixture.ts';
import { testApp } from './testing/app.ts';
import { mismatches } from './testing/books.ts';
import { readJournal } from './testing/check-server.ts';
import { openChecks } from './testing/checks.ts';
import { declared } from './testing/consents.ts';
import { type ServerProcess, startServerProcess } from './testing/server-process.ts';

const LINES = 1200;
const FILTER = 'filter/whatsapp-filter';
/** Answers the calls of the test; the work is done by processes that are killed. */
const product = await testApp();
const folder = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-crash-work-'));
const journal = path.join(folder, 'journal');
const running = new Set<ChildProcess>();
let worker: ServerProcess | undefined;
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await worker?.kill();
  await product.close();
  await rm(folder, { recursive: true, force: true });
});

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await product.db.pool.query<Row>(text, values)).rows;

const { user, database, host } = product.db.connection;
const startWorker = async () => {
  worker = await startServerProcess({
    DATABASE_URL: `postgres://${user}@/${database}?host=${host}`,
    DATA_DIR: product.app.config.dataDir,
    ROLE: 'worker',
    PRIVATE_ENDPOINTS: '1',
  });
};

/** Starts the provider, again on the same port. @returns its address */
async function startVendor(port: string): Promise<{ address: string; kill: () => Promise<void> }> {
  const script = fileURLToPath(new URL('testing/check-server-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, port, journal, '60'], { stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  const [address] = (await once(child.stdout, 'data')) as [Buffer];
  const kill = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
    running.delete(child);
  };
  return { address: address.toString().trim(), kill };
}

it('a check whose worker and provider are killed again and again asks about each number once and charges it once', async () => {
  await openChecks(product, 1, { 1: '0.01' });
  const agent = await product.agent({ money: 100_000_000n });
  const { id: consentId } = await declared(product, { who: agent, isPassed: true });
  let vendor = await startVendor('0');
  const { port } = new URL(vendor.address);
  await query(
    `insert into prv_provider (tenant_id, provider_code, provider_name, kind, protocol, endpoint, capabilities, timeout_ms, batch_max, rate_per_second,
       retry_max, status) values ('000000', 'killed', 'Killed', 1, 1, $1, 63, 2000, 20, 400, 2, 1)`,
    [vendor.address],
  );
  const numbers = fictionalNumbers(LINES);
  const form = { taskName: 'Killed', countryCode: 'US', filterType: 1, consentId };
  const text = numbers.map((number) => `+${number}`).join('\n');
  const { data } = (await agent.post(`${FILTER}/create-order`, { ...form, numbers: text })).body;
  const task = async () => (await agent.get(`${FILTER}/detail`, { id: data.id })).body.data;
  /** Ends pauses until so many lines have a result, or the task has ended. */
  const reaches = (lines: number) =>
    expect
      .poll(async () => {
        await query('update work_chunk set ready_at = now() where state = 0 and ready_at > now()');
        await query('update work_lane set wait_until = null where wait_until > now()');
        await query('update prv_health set open_until = least(open_until, now()), learned_rate = null');
        const { doneCount, status } = await task();
        return status >= 3 && status <= 6 ? LINES : doneCount;
      })
      .toBeGreaterThanOrEqual(lines);

  await startWorker();
  await reaches(1);
  await worker?.kill();
  await startWorker();
  await reaches(LINES * 0.3);
  await vendor.kill();
  vendor = await startVendor(port);
  await reaches(LINES * 0.5);
  await Promise.all([worker?.kill(), vendor.kill()]);
  [vendor] = await Promise.all([startVendor(port), startWorker()]);
  await reaches(LINES);

  await expect.poll(async () => (await task()).status).toBe(3);
  const { chargedAmount, refundedAmount, holdAmount, doneCount } = await task();
  expect({ chargedAmount, refundedAmount, holdAmount, doneCount }).toEqual({
    chargedAmount: '12',
    refundedAmount: '0',
    holdAmount: '12',
    doneCount: LINES,
  });
  expect(
    await query('select count(*)::int as n, count(distinct e164)::int as numbers from work_line where state = 12'),
  ).toEqual([{ n: LINES, numbers: LINES }]);

  // The provider's own books: no batch twice, and each number in one batch, because every batch that was received is answered.
  const posted = readJournal(journal);
  expect(new Set(posted.map(({ reference }) => reference)).size).toBe(posted.length);
  expect(posted.flatMap((batch) => batch.numbers).length).toBe(LINES);
  const accepted = await query<{ id: string }>('select id::text from work_attempt where state = 2');
  expect(new Set(accepted.map(({ id }) => id))).toEqual(new Set(posted.map(({ reference }) => reference)));

  expect(await mismatches(product)).toEqual([]);
  expect(
    await query('select sum(balance)::text as left from fin_wallet where user_id = $1 and kind in (1, 2)', [
      agent.id.toString(),
    ]),
  ).toEqual([{ left: '88000000' }]);
});
