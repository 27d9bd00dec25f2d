import { verifyLedger } from '../../engines/money/ledger/index.ts';
import { verifyStockCounters } from '../../engines/stock/inventory/index.ts';
import { sealTrail, trailTenants, verifyTrail } from '../../kernel/audit/index.ts';
import type { Db } from '../../kernel/db/index.ts';
import { openSecrets, readKey } from '../../kernel/secrets/index.ts';
import type { Load } from './load.ts';
import { SECRET_KEY } from './nodes.ts';
import { until } from './processes.ts';

/** How long open work may take after the load has ended. */
const END_SECONDS = 180;

/** What was lost or doubled, and facts beside it. */
export interface Findings {
  readonly faults: string[];
  readonly facts: readonly string[];
}

/** Waits until all work has ended, then compares the books with the answers and with what providers and receivers got. */
export async function prove(db: Db, load: Load): Promise<Findings> {
  const query = async <Row extends object>(text: string) => (await db.pool.query<Row>(text)).rows;
  const open = async () => (await query<{ n: number }>(OPEN_WORK))[0]?.n ?? 0;
  const faults: string[] = [...load.problems];
  // Receipts that went to a connection which had broken do not come again: those texts end without a verdict.
  await query('update work_line set due_time = now() where state in (4, 8) and due_time > now()');
  await until('the end of all work', END_SECONDS, async () => (await open()) === 0, 1000).catch(
    async (error: Error) => {
      faults.push(`${error.message}: ${await open()} deliveries, tasks and jobs are open`);
    },
  );
  const parts = [await provePurchases(query, load), await proveWork(query, load), await proveWebhooks(query, load)];
  for (const part of [...parts, await proveBooks(db)]) faults.push(...part.faults);
  return { faults, facts: parts.flatMap(({ facts }) => facts) };
}

type Query = <Row extends object>(text: string) => Promise<Row[]>;

/** Deliveries without an end, tasks of lines without one, and jobs under way. */
const OPEN_WORK = `
  select ((select count(*) from open_delivery where state = 0)
    + (select count(*) from work_task where status in (0, 1, 2, 7, 9, 10, 11) or open_chunks > 0)
    + (select count(*) from work_line where state in (1, 4, 8))
    + (select count(*) from kernel_task where end_time is null))::int as n`;

async function provePurchases(query: Query, { purchases, calls, repeat }: Load): Promise<Findings> {
  const faults: string[] = [...calls.refused.map((text) => `refused ${text}`)];
  const rows = await query<{ order_no: string }>('select order_no from agt_product_order');
  const kept = new Set(rows.map(({ order_no: number }) => number));
  const answered = new Set(purchases.map(({ orderNo }) => orderNo));
  faults.push(...differences('order', { answered, kept }));
  if (answered.size !== purchases.length) faults.push(`${purchases.length} keys were answered ${answered.size} orders`);
  for (const purchase of purchases.slice(-REPEATED)) {
    const again = await repeat(purchase);
    if (again !== purchase.orderNo)
      faults.push(`${purchase.key} was ${purchase.orderNo} and is ${again} when repeated`);
  }
  return { faults, facts: [`${purchases.length} purchases, each with one order`] };
}
const REPEATED = 100;

const differences = (what: string, { answered, kept }: Readonly<Record<'answered' | 'kept', ReadonlySet<string>>>) => [
  ...[...answered].filter((one) => !kept.has(one)).map((one) => `${what} ${one} was answered and is lost`),
  ...[...kept].filter((one) => !answered.has(one)).map((one) => `${what} ${one} was answered to nobody`),
];

async function proveWork(query: Query, { checks, texts }: Load): Promise<Findings> {
  const faults: string[] = [];
  const lines = await query<{ kind: string; e164: string; result: number | null }>(`
    select t.kind, l.e164::text, l.result from work_line l join work_task t on t.id = l.task_id where l.is_current`);
  const of = (kind: string) => lines.filter((line) => line.kind.startsWith(kind));
  const [checked, sent] = [of('filter/'), of('sms/')];
  // No number is in two checks or two orders of texts.
  for (const some of [checked, sent])
    if (new Set(some.map(({ e164 }) => e164)).size !== some.length) faults.push('a number has two lines');
  const open = lines.filter(({ result }) => result === null);
  if (open.length > 0) faults.push(`${open.length} of ${lines.length} lines have no result`);
  const submissions = checks.submissions();
  for (const { e164 } of checked) {
    const times = submissions.get(`+${e164}`) ?? submissions.get(e164) ?? 0;
    if (times !== 1) faults.push(`${e164} was submitted to the provider of checks ${times} times`);
  }
  const repeated = [...checks.received.values()].filter(({ times }) => times > 1).length;
  const taken = new Map<string, number>();
  for (const { to } of texts.taken) taken.set(to, (taken.get(to) ?? 0) + 1);
  for (const [to, times] of taken) if (times > 1) faults.push(`${to} was sent ${times} texts`);
  const delivered = sent.filter(({ result }) => result === DELIVERED);
  const inDoubt = sent.filter(({ result }) => result === NO_VERDICT);
  for (const { e164 } of delivered) if (!taken.has(e164)) faults.push(`${e164} is delivered and was not sent`);
  const other = sent.length - delivered.length - inDoubt.length;
  if (other > 0) faults.push(`${other} texts failed, which the SMSC did not say`);
  return {
    faults,
    facts: [
      `${checked.length} numbers checked in ${checks.received.size} batches, ${repeated} of which were sent again under their reference`,
      `${sent.length} texts: ${delivered.length} delivered, ${inDoubt.length} without a verdict, ${taken.size} recipients at the SMSC`,
    ],
  };
}

/** Results of texts: that of the receipt, and that of a text that was on the wire when a node ended. */
const [DELIVERED, NO_VERDICT] = [2, 6];

async function proveWebhooks(query: Query, { webhooks }: Load): Promise<Findings> {
  const [row] = await query<{ orders: number; deliveries: number; delivered: number }>(`
    select (select count(*) from agt_product_order)::int as orders, count(*)::int as deliveries,
      (count(*) filter (where state = 1))::int as delivered from open_delivery`);
  const { orders = 0, deliveries = 0, delivered = 0 } = row ?? {};
  const ids = new Set(webhooks.received.map(({ headers }) => headers['webhook-id']));
  const isWhole = orders === deliveries && deliveries === delivered && delivered === ids.size;
  const text = `${orders} orders, ${deliveries} deliveries, ${delivered} delivered, ${ids.size} events received`;
  const again = webhooks.received.length - ids.size;
  return { faults: isWhole ? [] : [text], facts: [`${ids.size} webhooks, ${again} of them received once more`] };
}

/** Ledger, counters of stock, and the audit trail. */
async function proveBooks(db: Db): Promise<Findings> {
  const faults: string[] = [];
  for (const found of await db.tx((tx) => verifyLedger(tx))) faults.push(`ledger: ${text(found)}`);
  for (const found of await db.tx((tx) => verifyStockCounters(tx))) faults.push(`stock: ${text(found)}`);
  const secrets = await openSecrets({ key: readKey(SECRET_KEY), dataDir: '' });
  await sealTrail(db, secrets);
  for (const tenantId of await trailTenants(db)) {
    const { problem, waiting } = await verifyTrail(db, secrets, tenantId);
    if (problem || waiting > 0) faults.push(`audit trail of ${tenantId}: ${waiting} waiting, ${text(problem)}`);
  }
  return { faults, facts: [] };
}

const text = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one));
