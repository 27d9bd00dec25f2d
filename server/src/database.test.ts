import type { Fields } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDb, testDb } from './kernel/testing/index.ts';

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());

/** Tables whose rows a resource of the contract shows, column by column under the names of its fields. */
const SHOWN = {
  agt_product: 'agent/product',
  desk_notice: 'desk/notice',
  finance_log: 'finance/log',
  inv_country: 'user/country',
  inv_item: 'whatsapp/warehouse',
  inv_outbound: 'whatsapp/outbound',
  inv_staged: 'whatsapp/pre-warehouse',
  kernel_task: 'desk/task',
  log_api: 'log/api',
  log_error: 'log/error',
  log_usual: 'log/usual',
  prc_price: 'whatsapp/price-configure',
  sys_tenant: 'system/tenant',
  sys_top_menu: 'system/top-menu',
  sys_user: 'system/user',
};
/** What every row has is told in the same words everywhere. */
const EVERYWHERE = ['create_user_name', 'create_time', 'update_time', 'version'];

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

describe('every table and column of the database', () => {
  it('says what it is', async () => {
    const { rows } = await db.pool.query<{ name: string }>(`
      select c.relname || coalesce('.' || a.attname, '') as name
      from pg_class c left join lateral (
        select attnum, attname from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and c.relkind <> 'v'
        union all select 0, null
      ) a on true
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
        and coalesce((select description from pg_description where objoid = c.oid and classoid = 'pg_class'::regclass and objsubid = a.attnum), '') = ''`);
    expect(rows.map(({ name }) => name)).toEqual([]);
  });

  it('is called as on screen, where it is shown there', async () => {
    const { rows } = await db.pool.query<{ table: string; column: string; said: string }>(
      `
      select c.relname as table, a.attname as column, col_description(c.oid, a.attnum) as said
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not attisdropped
      where c.relname = any($1)`,
      [Object.keys(SHOWN)],
    );
    const wrong = rows.flatMap(({ table, column, said }) => {
      const fields: Fields = registry.find(({ name }) => name === SHOWN[table as keyof typeof SHOWN])?.fields ?? {};
      const field = Object.entries(fields).find(([name]) => name === camel(column))?.[1];
      if (!field || EVERYWHERE.includes(column)) return [];
      const { zh, en } = field.options.label;
      return said === `${zh} / ${en}` || said.startsWith(`${zh} / ${en}: `) ? [] : [`${table}.${column}: ${said}`];
    });
    expect(wrong).toEqual([]);
    expect(rows.length).toBeGreaterThan(200);
  });
});
