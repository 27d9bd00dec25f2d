import { sessionEventKind } from '@trade-assistant/contract/areas/sms/session-dictionaries.ts';
import { listParameters } from '@trade-assistant/contract/kit/page.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadDemo } from '../demo/index.ts';
import { DEFAULT_TENANT, findUserByAccount } from '../engines/people/identity/index.ts';
import { closeDays } from '../engines/reporting/closing/index.ts';
import { verifyStockCounters } from '../engines/stock/inventory/index.ts';
import { systemActor } from '../kernel/auth/actor.ts';
import { type TestUser, testApp } from '../testing/app.ts';
import { mismatches } from '../testing/books.ts';
import { resources } from '../testing/registry-calls.ts';

// Figures that two screens show agree in the demo: derived from the lists that count their states, the counts and key figures that link to
// lists, and the counters that tables keep.
const MUCH_TIME_MILLIS = 240_000;
/** Accounts of the demo: staff and agents. */
const READERS = ['demo_admin', 'demo_finance', 'demo_agent', 'agent_fern'] as const;
const product = await testApp({ SANDBOX: '1' });
const readers: TestUser[] = [];
beforeAll(async () => {
  await loadDemo(product.db, { password: 'demo-Password-1', secrets: product.app.secrets });
  for (const account of READERS) {
    const row = await product.db.tx((tx) => findUserByAccount(tx, systemActor(DEFAULT_TENANT), account));
    if (!row) throw new Error(`There is no account ${account}`);
    readers.push(await product.enter(row));
  }
}, MUCH_TIME_MILLIS);
afterAll(() => product.close());

const rowsOf = async <Row extends object>(text: string) => (await product.db.pool.query<Row>(text)).rows;
/** Returns the call that lists the rows of a resource, by its filters where they are named. */
const listOf = ({ calls }: Resource, filter?: string): string | undefined => {
  const lists = Object.keys(calls).filter((name) => name !== 'counts' && listParameters(calls[name]?.input ?? {}));
  const fitting = filter ? lists.filter((name) => filter in (listParameters(calls[name]?.input ?? {}) ?? {})) : lists;
  return ['list', 'page'].find((name) => fitting.includes(name)) ?? fitting[0];
};
/** Lists of screens that no resource names. */
const SCREENS: Readonly<Record<string, string>> = { 'agent/rebate': 'agent/user/rebate/page' };
/** Returns the address of the list of a screen: of its own resource, or of the one that names the screen. */
function listAt(screen: string, filter?: string): string {
  const own = resources.find(({ name }) => name === screen);
  const list = own && listOf(own, filter);
  if (list) return `${screen}/${list}`;
  for (const { name, waiting = [], found = [], numbers = [] } of resources) {
    const named =
      waiting.find((one) => one.screen === screen) ?? [...found, ...numbers].find(({ of }) => of?.screen === screen);
    if (named) return `${name}/${named.call}`;
  }
  const other = SCREENS[screen];
  if (!other) throw new Error(`${screen} has no list`);
  return other;
}
/** Returns how many rows a screen lists. */
async function totalOf(who: TestUser, screen: string, query: Readonly<Record<string, unknown>>): Promise<unknown> {
  const { body } = await who.get(listAt(screen, Object.keys(query)[0]), { ...query, size: 1 });
  return body.data?.total ?? body.msg;
}

const counted = resources.filter((one) => one.stateField && one.calls['counts']);
it.each(counted)('the counts of states of $name are those of its rows', async (resource) => {
  const { name, stateField = '' } = resource;
  const filter = [`${stateField}_in`, stateField, `${stateField}_equal`].find((one) => listOf(resource, one));
  if (!filter) throw new Error(`${name} has no filter of states`);
  for (const who of readers) {
    const { body } = await who.get(`${name}/counts`);
    if (body.code !== 200) continue;
    for (const { value, count } of body.data.states as { value: number; count: number }[]) {
      const total = await totalOf(who, name, { [filter]: value });
      expect([name, value, total]).toEqual([name, value, count]);
    }
  }
});

it('the home page counts as many waiting rows as its list shows', async () => {
  for (const who of readers) {
    const { data } = (await who.get('desk/home/waiting')).body;
    for (const { screen, filters, count } of data)
      expect([screen, filters, await totalOf(who, screen, filters)]).toEqual([screen, filters, count]);
  }
  expect((await readers[0]?.get('desk/home/waiting'))?.body.data.length).toBeGreaterThan(5);
});

it('each key figure of the dashboard is that of the list it links to', async () => {
  const wrong: string[] = [];
  for (const who of readers) {
    const tabs = (await who.get('desk/dashboard/tabs')).body.data as Tab[];
    expect(tabs.length).toBeGreaterThan(3);
    for (const { key, value, unit, route } of tabs) {
      if (route === null || !route.includes('/index') || KEY_FIGURES[key] === null) continue;
      const { pathname, searchParams } = new URL(route, 'https://console.example.com');
      const query = Object.fromEntries(searchParams);
      const list = listAt(pathname.slice(1).replace(/\/index$/, ''), Object.keys(query)[0]);
      const { body } = await who.get(list, { ...query, size: 200 });
      const total = KEY_FIGURES[key] ?? (unit === '' ? () => body.data.total : sumOf('amount'));
      const found = total(body.data.records);
      if (Number(found).toFixed(4) !== Number(value).toFixed(4))
        wrong.push(`${who.account} ${key}: ${value}, in its list ${found}`);
    }
  }
  expect(wrong).toEqual([]);
});
interface Tab {
  readonly key: string;
  readonly value: string;
  readonly unit: string;
  readonly route: string | null;
}
type Row = Readonly<Record<string, unknown>>;
const sumOf =
  (column: string, less?: string) =>
  (rows: readonly Row[]): number =>
    rows.reduce((sum, row) => sum + Number(row[column]) - (less ? Number(row[less]) : 0), 0);
/** Key figures that are no count of rows, and money of another column than the amount; null: not a figure of the rows that it links to. */
const KEY_FIGURES: Readonly<Record<string, ((rows: readonly Row[]) => number) | null>> = {
  todayDelivered: sumOf('quantity'),
  balanceTotal: sumOf('balance'),
  todayRebate: sumOf('rebateAmount', 'reversedAmount'),
  // Of the reader, beside the movements that led to it.
  ...{ balance: null, brokerage: null },
  deliveryRate: null,
};

it('the proofs of money, stock and days find nothing', async () => {
  expect(await mismatches(product)).toEqual([]);
  expect(await product.db.tx(verifyStockCounters)).toEqual([]);
  await closeDays(product.db, DEFAULT_TENANT, new Date(Date.now() + 86_400_000));
  expect(await rowsOf('select day::text from fin_day where result <> 1')).toEqual([]);
});

/** The lines of a task, under a condition. */
const lines = (condition: string) =>
  `(select count(*) from work_line l where l.task_id = t.id and l.create_time = t.create_time and l.is_current and ${condition})`;
/** The lines of a task with a result class; messages have one from the beginning. */
const ofResult = (result: number) =>
  lines(`l.result = ${result} and case when t.sender_id is null then l.state = 12 else l.state <> 10 end`);
/** Batches that were taken back keep their counters, not their rows. */
const staged = (states: string, kept: string) =>
  `(select case when t.status in (3, 4) then t.${kept} else count(*) end from inv_staged s where s.batch_id = t.id and s.status in (${states}))`;
const texts = (kinds: string) =>
  `(select count(*) from inb_event e join inb_session s on s.id = e.session_id where s.task_id = t.task_id and e.kind in (${kinds}))`;
/** A counter that follows from no rows that are kept. */
const own = (reason: string) => ({ reason });

/** The rows that each counter counts, from a row `t` of its table. */
const COUNTERS: Readonly<Record<string, string | { readonly reason: string }>> = {
  'agt_product_sale.sold': own('in slots; the sum is compared by the proofs of sales'),
  'app_user.lock_count': own('a history of locks'),
  'auth_passkey.sign_count': own('counted by the authenticator'),
  'cnt_instruction.view_count': own('views are not kept'),
  'fin_day.difference_count': own('a record of the closing'),
  'fin_day.sold': own('a record of the closing'),
  'fin_proof.journal_count': own('a record of the proof'),
  'fin_proof.mismatch_count': own('a record of the proof'),
  'inb_counter.inbound_count': texts(`${sessionEventKind.is.received}`),
  'inb_counter.opt_out_count': own('sessions keep their end, not its cause'),
  'inb_counter.outbound_count': texts(`${sessionEventKind.is.sent}, ${sessionEventKind.is.automatic}`),
  'inv_batch.failed_count': staged('5', 'failed_count'),
  'inv_batch.in_warehouse_count': staged('3', 'in_warehouse_count'),
  'inv_batch.ready_count': staged('1, 2', 'ready_count'),
  'inv_batch.void_count': staged('6', 'void_count'),
  'inv_outbound.download_count': own('downloads are in the trail'),
  'inv_outbound.staff_download_count': own('downloads are in the trail'),
  'kernel_export_log.row_count': own('exported rows change'),
  'log_error_group.event_count': `(select count(*) from log_error e where e.tenant_id = t.tenant_id and e.fingerprint = t.fingerprint)`,
  'msg_message.recipient_count': `(select count(*) from msg_inbox i where i.message_id = t.id)`,
  'prv_health.open_count': own('openings of a breaker'),
  'prv_provider.bind_count': own('a setting'),
  'sed_number.used_count': own('uses of a day'),
  'sed_provider_day.false_count': own('a record of the day'),
  'snd_template.parameter_count': own('follows from the text'),
  'sup_claim.item_count': `(select count(*) from sup_claim_line l where l.claim_id = t.id)`,
  'sys_user.sub_count': `(select count(*) from sys_user u where u.parent_id = t.id and u.user_type in (2, 3) and u.deleted_at is null)`,
  'work_task.active_count': own('differs by the kind of check'),
  'work_task.awaiting_count': lines('l.state in (4, 8)'),
  'work_task.business_count': own('differs by the kind of check'),
  'work_task.deferred_count': ofResult(9),
  'work_task.delivered_count': ofResult(2),
  'work_task.duplicate_count': own('the sum of rejected lines is in submit_count'),
  'work_task.expired_count': ofResult(6),
  'work_task.failed_count': ofResult(4),
  'work_task.invalid_count': own('the sum of rejected lines is in submit_count'),
  'work_task.late_count': own('reports are not kept'),
  'work_task.live_count': ofResult(1),
  'work_task.no_data_count': ofResult(3),
  'work_task.overruled_count': ofResult(5),
  'work_task.pending_count': ofResult(0),
  'work_task.read_count': ofResult(3),
  'work_task.registered_count': own('differs by the kind of check'),
  'work_task.reply_count': `(select count(*) from (select distinct line_no from snd_message m where m.task_id = t.id and m.direction = 2) r)`,
  'work_task.reset_count': own('a history'),
  'work_task.risk_count': ofResult(5),
  'work_task.silent_count': ofResult(4),
  'work_task.submit_count': lines('l.state <> 10'),
  'work_task.submitted_count': ofResult(1),
  'work_task.suppressed_count': own('the sum of rejected lines is in submit_count'),
  'work_task.suspended_count': ofResult(2),
  'work_task.total_count': lines('true'),
  'work_task.unknown_count': ofResult(6),
  'work_task.upgrade_count': own('a history'),
  'work_task.vacant_count': ofResult(0),
};

it('each counter of a table equals the number of its rows', async () => {
  const columns = await rowsOf<{ counter: string }>(`
    select c.table_name || '.' || c.column_name as counter from information_schema.columns c
      join pg_class k on k.oid = format('%I.%I', c.table_schema, c.table_name)::regclass
    where c.table_schema = 'public' and k.relkind in ('r', 'p') and not k.relispartition
      and c.data_type in ('integer', 'bigint') and c.column_name ~ '(_count|^sold)$'
    order by 1`);
  const names = columns.map(({ counter }) => counter);
  expect(names.toSorted()).toEqual(Object.keys(COUNTERS).toSorted());
  const wrong: unknown[] = [];
  for (const [counter, counts] of Object.entries(COUNTERS)) {
    if (typeof counts !== 'string') continue;
    const [table = '', column = ''] = counter.split('.');
    const differing =
      await rowsOf(`select to_jsonb(t) ->> 'id' as id, t.${column} as kept, ${counts} as counted from ${table} t
      where t.${column} is distinct from ${counts} order by 1`);
    if (differing.length > 0) wrong.push([counter, differing]);
  }
  expect(wrong).toEqual([]);
});
