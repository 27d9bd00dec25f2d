import { reportContent } from '@trade-assistant/contract/areas/report/definition.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { DEFAULT_ZONE } from '@trade-assistant/contract/kit/time.ts';
import { afterAll, expect, it } from 'vitest';
import { runReport } from '../engines/reporting/reports/index.ts';
import { createShop } from '../engines/stock/orders/orders-fixture.ts';
import { type TestUser, testApp } from '../testing/app.ts';
import { callExamples } from '../testing/call-examples.ts';
import { openRole } from '../testing/role.ts';

const product = await testApp({ SANDBOX: '1' });
const agent = await product.agent({ money: parseMoney('1000') });
await product.agent({ parent: agent, subUser: true });
for (const [path, example] of Object.entries(callExamples(product, agent))) {
  const { body, headers, who = product.admin } = await example();
  if (!/^(auth|system\/online|system\/tenant)\//.test(path)) await who.post(path, body, headers);
}
const { productId } = await createShop(product.db, { stock: 9 });
for (const quantity of [1, 2]) {
  const order = { productId: String(productId), quantity, expectedAmount: String(quantity), useDeclaration: 1 };
  await agent.post('agent/product/buy', order);
}
// Scopes of routes are tested elsewhere.
await product.db.pool.query('delete from sys_api_scope');
product.app.sessions.forget();
afterAll(() => product.close());

interface Described {
  readonly source: string;
  readonly fields: readonly { name: string; kind: string; isGroup: boolean; measures: readonly string[] }[];
}
type Row = Readonly<Record<string, unknown>>;

/** Lists that are not compared, and why. */
const NOT_COMPARED: Readonly<Record<string, string>> = {
  'log/api/list': 'each call of this test adds a row',
  'system/region/list': 'a tree that no search lists as a whole',
};

/** Every row of a list as its reader sees it. */
async function rowsOf(who: TestUser, source: string): Promise<Row[]> {
  const rows: Row[] = [];
  let all = {};
  for (let current = 1; ; current += 1) {
    const { body } = await who.get(source, { current, size: 200, ...all });
    expect(body.code, `${source}: ${body.msg}`).toBe(200);
    if (current === 1 && body.data.records.some((row: Row) => 'hasChildren' in row) && !('createTime_dategt' in all)) {
      // A tree answers all its rows only to a search.
      all = { createTime_dategt: '2000-01-01' };
      current = 0;
      continue;
    }
    rows.push(...body.data.records);
    if (body.data.records.length < 200) return rows;
  }
}

/** A value of a row as a group names it. */
const groupOf = (kind: string, value: unknown): string | null =>
  value === null || value === undefined || (kind === 'text' && value === '')
    ? null
    : kind === 'dateTime' || kind === 'date'
      ? String(value).slice(0, 10)
      : String(value);

/** Millionths, so that sums are exact. */
const millionths = (value: unknown): bigint => parseMoney(String(value));

/** Compares each group and each sum of a list with a fold of the rows that the same reader sees. */
async function compare(who: TestUser, { source, fields }: Described): Promise<string[]> {
  const rows = await rowsOf(who, source);
  const wrong: string[] = [];
  // By the engine: the call answers a limited number of questions a minute.
  const reader = { actor: await who.actor(), locale: 'zh', zone: DEFAULT_ZONE, traceId: 'fold' } as const;
  const ask = async (given: object) => {
    const content = reportContent.parse({ limit: 2000, ...given });
    try {
      return (await runReport(product.app, reader, { source, content }, new AbortController().signal)).rows;
    } catch (error) {
      wrong.push(`${source} ${JSON.stringify(given)}: ${(error as Error).message}`);
      return [];
    }
  };
  for (const { name, kind } of fields.filter(({ isGroup }) => isGroup)) {
    const expected = new Map<string | null, number>();
    for (const row of rows) {
      const group = groupOf(kind, row[name]);
      expected.set(group, (expected.get(group) ?? 0) + 1);
    }
    const answered = await ask({ groups: [{ field: name }], measures: [{ rule: 'count' }] });
    const found = new Map(answered.map(({ groups, values }) => [groups[0] ?? null, Number(values[0])]));
    if (JSON.stringify([...found].sort()) !== JSON.stringify([...expected].sort()))
      wrong.push(`${source} by ${name}: ${JSON.stringify([...found])} instead of ${JSON.stringify([...expected])}`);
    // The rows behind the first figure.
    const [first] = answered;
    if (first?.filters) {
      const { body } = await who.get(source, first.filters);
      if (String(body.data?.total) !== first.values[0])
        wrong.push(`${source} by ${name}: ${JSON.stringify(first)} opens ${body.data?.total}: ${body.msg}`);
    }
  }
  for (const { name } of fields.filter(({ measures }) => measures.includes('sum'))) {
    const given = rows.flatMap((row) => (row[name] === null || row[name] === undefined ? [] : [millionths(row[name])]));
    const answered = await ask({ measures: [{ rule: 'sum', field: name }, { rule: 'count' }] });
    const sum = answered.reduce((all, { values }) => all + (values[0] === null ? 0n : millionths(values[0])), 0n);
    const total = given.reduce((all, one) => all + one, 0n);
    if (sum !== total) wrong.push(`${source} sum of ${name}: ${sum} instead of ${total}`);
  }
  return wrong;
}

const sourcesOf = async (who: TestUser): Promise<Described[]> => {
  const { body } = await who.get('report/report/sources');
  expect(body.code, body.msg).toBe(200);
  return (body.data as Described[]).filter(({ source }) => !(source in NOT_COMPARED));
};

it('equals the fold of the rows that an administrator sees, for every list', async () => {
  const sources = await sourcesOf(product.admin);
  expect(sources.length).toBeGreaterThan(50);
  const wrong: string[] = [];
  for (const source of sources) wrong.push(...(await compare(product.admin, source)));
  expect(wrong).toEqual([]);
});

it('equals the fold of the rows that an agent sees, for every list', async () => {
  await openRole(product.db, 'reporting_agent', ['report/report:view']);
  await product.db.pool.query(
    `insert into sys_user_role (user_id, role_id) select $1, id from sys_role where role_alias = 'reporting_agent'`,
    [String(agent.id)],
  );
  product.app.sessions.forget();
  const sources = await sourcesOf(agent);
  expect(sources.length).toBeGreaterThan(5);
  const wrong: string[] = [];
  for (const source of sources) wrong.push(...(await compare(agent, source)));
  expect(wrong).toEqual([]);
});
