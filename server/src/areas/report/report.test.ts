import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createShop } from '../../engines/stock/orders/orders-fixture.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { openRole } from '../../testing/role.ts';
import { openSecondTenant } from '../../testing/second-tenant.ts';

const product = await testApp();
const { admin, db } = product;
afterAll(() => product.close());

const POSTS = 'system/post/list';
const ORDERS = 'agent/product/order-list';
const count = [{ rule: 'count' }];
const preview = (content: object, source = POSTS, who: TestUser = admin, headers: Record<string, string> = {}) =>
  who.post('report/report/preview', { source, content }, headers);
const saved = async (form: object = {}, who: TestUser = admin): Promise<string> => {
  const { body, status } = await who.post('report/report/submit', {
    ...{ name: 'Posts by level', source: POSTS, chart: 4 },
    content: { groups: [{ field: 'category' }], measures: count },
    ...form,
  });
  expect([status, body.msg]).toEqual([200, '操作成功']);
  return body.data.id;
};

beforeAll(async () => {
  await db.pool.query(`delete from sys_post where tenant_id = '000000'`);
  await db.pool.query(`
    insert into sys_post (tenant_id, post_code, post_name, post_name_en, category, sort, create_user, create_time)
    select '000000', 'rp-' || n, '岗位' || n, 'Post ' || n, case when n % 3 = 0 then 3 else 1 end, n,
      (select id from sys_user where account = 'admin' and tenant_id = '000000'), timestamptz '2026-01-31 15:30Z' + make_interval(hours => n)
    from generate_series(0, 9) n`);
});

describe('a question', () => {
  it('counts, sums and orders the rows of a list by groups, with their names', async () => {
    const { body } = await preview({
      groups: [{ field: 'category' }],
      measures: [
        ...count,
        { rule: 'sum', field: 'sort' },
        { rule: 'average', field: 'sort' },
        { rule: 'max', field: 'sort' },
      ],
    });
    expect(body.data.rows.map(({ labels, values }: Line) => [...labels, ...values])).toEqual([
      ['高层', '6', '27', '4.5', '8'],
      ['基层', '4', '18', '4.5', '9'],
    ]);
    expect(body.data).toMatchObject({
      rowCount: 10,
      isTruncated: false,
      screen: '/system/post/index',
      zone: 'Asia/Shanghai',
    });
  });

  it('groups times by days, weeks and months of the company’s zone', async () => {
    const by = async (unit: string) =>
      (
        await preview({ groups: [{ field: 'createTime', unit }], measures: count }, POSTS, admin, {
          'time-zone': 'America/New_York',
        })
      ).body.data.rows.map(({ groups, values }: Line) => [groups[0], values[0]]);
    // 15:30 UTC is 23:30 in Shanghai: the first row belongs to January there.
    expect(await by('month')).toEqual([
      ['2026-01-01', '1'],
      ['2026-02-01', '9'],
    ]);
    expect(await by('day')).toEqual([
      ['2026-01-31', '1'],
      ['2026-02-01', '9'],
    ]);
    expect(await by('week')).toEqual([['2026-01-26', '10']]);
  });

  it('names for each line the search that finds its rows, in the reader’s zone', async () => {
    for (const zone of ['Asia/Shanghai', 'America/New_York'])
      for (const groups of [[{ field: 'category' }], [{ field: 'createTime', unit: 'month' }, { field: 'category' }]]) {
        const asked = {
          groups,
          measures: count,
          filters: { postCode_like: 'rp-', createTime_dategt: '2026-01-31 20:00:00' },
        };
        const { rows } = (await preview(asked, POSTS, admin, { 'time-zone': zone })).body.data;
        expect(rows.length).toBeGreaterThan(1);
        for (const { filters, values } of rows as Line[]) {
          const { body } = await admin.get(POSTS, filters ?? {}, { 'time-zone': zone });
          expect(String(body.data.total)).toBe(values[0]);
        }
      }
  });

  it('limits its groups, and says so', async () => {
    const asked = { groups: [{ field: 'createTime', unit: 'day' }, { field: 'category' }], measures: count, limit: 2 };
    expect((await preview(asked)).body.data).toMatchObject({ isTruncated: true, rowCount: 10, rows: { length: 2 } });
  });

  it('answers a single figure without groups, also of no rows', async () => {
    const { rows } = (await preview({ measures: count, filters: { postCode_like: 'none' } })).body.data;
    expect(rows).toMatchObject([{ values: ['0'], labels: [] }]);
  });

  it('moves its span of days with the present day', async () => {
    const { rows } = (await preview({ measures: count, period: { field: 'createTime', span: 'last30' } })).body.data;
    expect(rows[0].values).toEqual(['0']);
    await db.pool.query(`update sys_post set create_time = now() where post_code = 'rp-5'`);
    const again = (await preview({ measures: count, period: { field: 'createTime', span: 'today' } })).body.data;
    expect(again.rows[0].values).toEqual(['1']);
    await db.pool.query(`update sys_post set create_time = timestamptz '2026-01-31 20:30Z' where post_code = 'rp-5'`);
  });

  it('refuses unknown fields, figures and filters by name, and no text reaches the statement', async () => {
    const { body: unknown, status } = await preview({ groups: [{ field: 'nobody' }], measures: count });
    expect([status, unknown.msg]).toEqual([400, '列表没有字段“nobody”，请从报表中移除']);
    expect((await preview({ measures: [{ rule: 'sum', field: 'category' }] })).body.bizCode).toBe('REPORT_NO_MEASURE');
    expect((await preview({ groups: [{ field: 'postName' }], measures: count })).body.bizCode).toBe('REPORT_NO_GROUP');
    expect((await preview({ measures: count, filters: { tenantId: '123456' } })).status).toBe(400);
    expect((await preview({ measures: count, order: { by: 'g2', isDescending: true } })).body.bizCode).toBe(
      'REPORT_ORDER',
    );
    const odd = [
      `sort"; drop table sys_post; --`,
      `sort) from sys_user --`,
      'constructor',
      '__proto__',
      'sys_user.id',
      'pg_sleep(9)',
    ];
    for (const name of odd) {
      expect((await preview({ groups: [{ field: name }], measures: count })).status).toBe(400);
      expect((await preview({ measures: [{ rule: 'sum', field: name }] })).status).toBe(400);
      expect((await preview({ measures: count, period: { field: name, span: 'today' } })).status).toBe(400);
      expect((await preview({ measures: count, filters: { [name]: '1' } })).status).toBe(400);
      expect((await preview({ measures: count, order: { by: name, isDescending: true } })).status).toBe(400);
      expect((await preview({ measures: count }, name)).status).toBe(400);
      const harmless = await preview({ measures: count, filters: { postName_like: `'; ${name} --` } });
      expect(harmless.body.data.rows[0].values).toEqual(['0']);
    }
    expect((await admin.get(POSTS)).body.data.total).toBe(10);
  });

  it('refuses a list that does not exist, or has no permission of its own', async () => {
    for (const source of ['system/nothing/list', 'desk/message/list', 'message/my/list', 'system/post/remove'])
      expect((await preview({ measures: count }, source)).body.bizCode).toBe('REPORT_SOURCE_UNKNOWN');
  });
});

interface Line {
  readonly groups: (string | null)[];
  readonly labels: string[];
  readonly values: (string | null)[];
  readonly filters: Record<string, string> | null;
}

describe('texts with few values', () => {
  const VISITS = 'statistics/website-source/list';
  const byCampaign = { groups: [{ field: 'utmCampaign' }], measures: count };
  beforeAll(async () => {
    await db.pool.query(`
      insert into src_visit (tenant_id, day, site_code, hits, is_new, visitor_id, utm_campaign)
      select '000000', current_date, 'shop', 1, 1, 'visitor-' || n, case n % 4 when 0 then 'autumn' when 1 then 'winter' when 2 then '' end
      from generate_series(1, 8) n`);
  });

  it('group rows, each figure opens its rows, and rows without a text are one group', async () => {
    const { body } = await preview(byCampaign, VISITS);
    const lines = body.data.rows as Line[];
    expect(lines.map(({ labels, values }) => [...labels, ...values]).sort()).toEqual([
      ['autumn', '2'],
      ['winter', '2'],
      ['（空）', '4'],
    ]);
    expect(lines.find(({ labels }) => labels[0] === 'autumn')?.filters).toEqual({ utmCampaign_equal: 'autumn' });
    expect((await preview({ ...byCampaign, limit: 1 }, VISITS)).body.data).toMatchObject({
      rows: [expect.anything()],
      isTruncated: true,
      rowCount: 8,
    });
  });

  it('are the declared ones: no masked column, name or long text groups rows, nor one that a data scope hides', async () => {
    const refusal = async (field: string, source: string, who = admin) =>
      (await preview({ groups: [{ field }], measures: count }, source, who)).body.bizCode;
    // Numbers are masked in their list; names and remarks are as many as rows.
    expect(await refusal('number', 'whatsapp/warehouse/page')).toBe('REPORT_NO_GROUP');
    expect(await refusal('postName', POSTS)).toBe('REPORT_NO_GROUP');
    expect(await refusal('visitorId', VISITS)).toBe('REPORT_NO_GROUP');
    await openRole(db, 'report_visits', ['report/report:view', 'statistics/website-source:view']);
    const reader = await product.staff('report_visits');
    expect((await preview(byCampaign, VISITS, reader)).status).toBe(200);
    await db.pool.query(`
      with scope as (insert into sys_data_scope (tenant_id, resource_code, scope_name, scope_name_en, scope_type, scope_field, writable_field)
        values ('000000', 'statistics/website-source', 'Sites', 'Sites', 1, 'siteCode,createTime', '*') returning id)
      insert into sys_role_data_scope (role_id, data_scope_id)
      select r.id, scope.id from scope, sys_role r where r.role_alias = 'report_visits'`);
    product.app.sessions.forget();
    expect(await refusal('utmCampaign', VISITS, reader)).toBe('REPORT_FIELD_HIDDEN');
  });
});

describe('the rights of the reader', () => {
  it('decide, never those of the author: permission, data scope and hidden fields', async () => {
    await openRole(db, 'report_reader', ['report/report:view', 'system/post:view']);
    await openRole(db, 'report_stranger', ['report/report:view']);
    const roles = (await admin.get('report/report/roles', { keyword: 'report_' })).body.data.map(
      ({ value }: { value: string }) => value,
    );
    const id = await saved({ roleIds: roles });
    const [reader, stranger] = [await product.staff('report_reader'), await product.staff('report_stranger')];
    const run = (who: TestUser) => who.get('report/report/run', { id });
    expect((await run(reader)).body.data.rowCount).toBe(10);
    const refused = await run(stranger);
    expect([refused.status, refused.body.msg]).toEqual([403, '报表的数据来自“岗位管理”，您没有查看该列表的权限']);
    // Their own rows, and without the level.
    await db.pool.query(`
      with scope as (insert into sys_data_scope (tenant_id, resource_code, scope_name, scope_name_en, scope_type, scope_field, writable_field)
        values ('000000', 'system/post', 'Own', 'Own', 2, 'postName,sort,createTime', '*') returning id)
      insert into sys_role_data_scope (role_id, data_scope_id)
      select r.id, scope.id from scope, sys_role r where r.role_alias = 'report_reader'`);
    await db.pool.query(`update sys_post set create_user = $1 where post_code in ('rp-1', 'rp-2')`, [
      String(reader.id),
    ]);
    product.app.sessions.forget();
    const hidden = await run(reader);
    expect([hidden.status, hidden.body.msg]).toEqual([403, '您没有查看字段“岗位类型”的权限，报表无法计算']);
    const own = await preview({ measures: [...count, { rule: 'sum', field: 'sort' }] }, POSTS, reader);
    expect(own.body.data).toMatchObject({ rowCount: 2, rows: [{ values: ['2', '3'] }] });
    expect((await preview({ measures: count, filters: { category_equal: '1' } }, POSTS, reader)).status).toBe(403);
    const sources = (await reader.get('report/report/sources')).body.data as {
      source: string;
      fields: { name: string }[];
    }[];
    expect(sources.map(({ source }) => source)).toEqual(['report/report/list', POSTS]);
    expect(sources[1]?.fields.map(({ name }) => name)).not.toContain('category');
    await db.pool.query(`update sys_post set create_user = null where post_code in ('rp-1', 'rp-2')`);
  });

  it('hold for tenants and subtrees of agents', async () => {
    const second = await openSecondTenant(product);
    expect((await preview({ measures: count }, POSTS, second.admin)).body.data.rowCount).toBe(0);
    const id = await saved();
    for (const call of ['detail', 'run'])
      expect((await second.admin.get(`report/report/${call}`, { id })).status).toBe(404);
    expect((await second.admin.post('report/report/export-file', { id })).status).toBe(404);
    expect((await second.admin.post('report/report/copy', { id })).status).toBe(404);
  });

  it('let others open reports shared with their role, copy them, and change or remove only their own', async () => {
    await openRole(
      db,
      'report_writer',
      ['view', 'add', 'edit', 'delete', 'export'].map((one) => `report/report:${one}`).concat('system/post:view'),
    );
    const writer = await product.staff('report_writer');
    const [role] = (await admin.get('report/report/roles', { keyword: 'report_writer' })).body.data;
    const id = await saved({ name: 'Shared' });
    const names = async () =>
      (await writer.get('report/report/list')).body.data.records.map(({ name }: { name: string }) => name);
    expect(await names()).toEqual([]);
    expect((await writer.get('report/report/run', { id })).status).toBe(404);
    expect((await admin.post('report/report/submit', { id, roleIds: [role.value] })).status).toBe(200);
    expect(await names()).toEqual(['Shared']);
    expect((await writer.get('report/report/rest/list')).body.data.records[0]).toMatchObject({
      name: 'Shared',
      isOwn: 0,
    });
    const changed = await writer.post('report/report/submit', { id, name: 'Mine now' });
    expect([changed.status, changed.body.bizCode]).toEqual([403, 'REPORT_OF_OTHER']);
    expect((await writer.post('report/report/rest/remove', { ids: id })).body.bizCode).toBe('REPORT_OF_OTHER');
    const copy = (await writer.post('report/report/copy', { id })).body.data.id;
    expect((await writer.get('report/report/detail', { id: copy })).body.data).toMatchObject({
      name: 'Shared（副本）',
      isOwn: 1,
      roleIds: [],
    });
    // Sharing asks for its permission.
    expect((await writer.post('report/report/submit', { id: copy, roleIds: [role.value] })).body.bizCode).toBe(
      'FIELD_NOT_PERMITTED',
    );
    expect((await writer.post('report/report/rest/remove', { ids: copy })).status).toBe(200);
  });

  it('refuse to save a question that its author may not ask', async () => {
    const writer = await product.staff('report_writer');
    const form = { name: 'Orders', source: ORDERS, content: { measures: count } };
    expect((await writer.post('report/report/submit', form)).body.bizCode).toBe('REPORT_SOURCE_DENIED');
    expect(
      (await admin.post('report/report/submit', { ...form, content: { measures: [{ rule: 'sum', field: 'nope' }] } }))
        .body.bizCode,
    ).toBe('REPORT_FIELD_UNKNOWN');
  });
});

describe('money', () => {
  it('is exact and kept apart by currency; agents reach their subtree only', async () => {
    const { productId } = await createShop(db, { stock: 9 });
    const [first, second] = [
      await product.agent({ money: 100_000_000n }),
      await product.agent({ money: 100_000_000n }),
    ];
    const buy = async (who: TestUser, quantity: number, expectedAmount: string) => {
      const order = { productId: String(productId), quantity, expectedAmount, useDeclaration: 1 };
      expect((await who.post('agent/product/buy', order)).body.msg).toBe('操作成功');
    };
    await buy(first, 1, '1');
    await buy(first, 2, '2');
    await buy(second, 3, '3');
    await db.pool.query(`update agt_product_order set currency = 'EUR' where quantity = 3`);
    await db.pool.query(`update agt_product_order set amount = amount + 1 where quantity = 1`);
    const asked = {
      groups: [{ field: 'agentId' }],
      measures: [
        { rule: 'sum', field: 'amount' },
        { rule: 'average', field: 'amount' },
      ],
    };
    const { columns, rows } = (await preview(asked, ORDERS)).body.data;
    expect(columns.map(({ field }: { field: string }) => field)).toEqual(['agentId', 'currency', 'amount', 'amount']);
    expect(rows.map(({ labels, values }: Line) => [labels[1], ...values]).sort()).toEqual([
      ['EUR', '3', '3'],
      ['USDT', '3.000001', '1.500001'],
    ]);
    expect(rows.every(({ labels }: Line) => !labels[0]?.startsWith('#'))).toBe(true);
    const products = { groups: [{ field: 'productId' }], measures: count };
    for (const [language, name] of [
      ['zh', /^商品/],
      ['en', /^Product/],
    ] as const)
      expect(
        (await preview(products, ORDERS, admin, { 'accept-language': language })).body.data.rows[0].labels[0],
      ).toMatch(name);
    await openRole(db, 'agent_reports', ['report/report:view', 'agent/product:orders']);
    await db.pool.query(
      `insert into sys_user_role (user_id, role_id) select $1, id from sys_role where role_alias = 'agent_reports'`,
      [String(first.id)],
    );
    product.app.sessions.forget();
    const own = (await preview({ measures: count }, ORDERS, first)).body.data;
    expect(own).toMatchObject({ rowCount: 2, rows: [{ values: ['2'] }] });
  });
});

describe('names', () => {
  it('hidden in the list are ids in reports about it', async () => {
    await openRole(db, 'report_nameless', ['report/report:view', 'agent/product:orders', 'agent/user:view']);
    const reader = await product.staff('report_nameless');
    const agent = await product.agent({ money: 10_000_000n });
    const { productId } = await createShop(db, { stock: 1 });
    const bought = await agent.post('agent/product/buy', {
      ...{ productId: String(productId), quantity: 1, expectedAmount: '1', useDeclaration: 1 },
    });
    expect(bought.status).toBe(200);
    const asked = { groups: [{ field: 'agentId' }], measures: count };
    const labels = async () =>
      (await preview(asked, ORDERS, reader)).body.data.rows.map(({ labels: own }: Line) => own);
    expect(await labels()).toContainEqual([agent.row.realName]);
    await db.pool.query(`
      with scope as (insert into sys_data_scope (tenant_id, resource_code, scope_name, scope_name_en, scope_type, scope_field, writable_field)
        values ('000000', 'agent/product-order', 'No names', 'No names', 1, 'orderNo,agentId,amount', '*') returning id)
      insert into sys_role_data_scope (role_id, data_scope_id)
      select r.id, scope.id from scope, sys_role r where r.role_alias = 'report_nameless'`);
    product.app.sessions.forget();
    expect(await labels()).toContainEqual([`#${agent.id}`]);
    expect((await labels()).flat()).not.toContain(agent.row.realName);
  });
});

describe('a slow report', () => {
  /** Holds the table of posts, so that every statement about it waits. */
  const holding = async (work: () => Promise<void>) => {
    const client = await db.pool.connect();
    try {
      await client.query('begin');
      await client.query('lock table sys_post in access exclusive mode');
      await work();
    } finally {
      await client.query('rollback');
      client.release();
    }
  };
  const waiting = async () =>
    (
      await db.pool.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%answered%' and pid <> pg_backend_pid()`,
      )
    ).rowCount;

  it('is stopped after its time, with advice', async () => {
    await product.setParameter('report.seconds', '1');
    await holding(async () => {
      const { status, body } = await preview({ measures: count });
      expect([status, body.bizCode, body.msg]).toEqual([
        400,
        'REPORT_SLOW',
        '1 秒内未能算完，请缩小时间范围或增加筛选条件',
      ]);
    });
    await product.setParameter('report.seconds', '20');
    expect((await preview({ measures: count })).status).toBe(200);
  });

  it('ends with its reader: a closed connection cancels the statement', async () => {
    await product.server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = product.server.server.address() as { port: number };
    await holding(async () => {
      const leaving = new AbortController();
      const asked = fetch(`http://127.0.0.1:${port}/api/report/report/preview`, {
        method: 'POST',
        headers: { token: `bearer ${admin.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ source: POSTS, content: { measures: count } }),
        signal: leaving.signal,
      }).catch(() => 'left');
      await expect.poll(waiting).toBe(1);
      leaving.abort();
      expect(await asked).toBe('left');
      await expect.poll(waiting).toBe(0);
    });
  });

  it('is refused while as many run as may at once, of its tenant or of all, over all nodes', async () => {
    await product.setParameter('report.seconds', '1');
    await holding(async () => {
      const running = Array.from({ length: 4 }, () => preview({ measures: count }));
      const codes = (await Promise.all(running)).map(({ body }) => body.bizCode);
      expect(codes.filter((code) => code === 'REPORT_SLOW').length).toBeGreaterThanOrEqual(2);
      expect(codes.every((code) => code === 'REPORT_SLOW' || code === 'REPORT_BUSY')).toBe(true);
    });
    const other = await db.pool.connect();
    for (const [taken, isBusy] of [
      ['report slot 000000 ', true],
      ['report slot 111111 ', false],
      ['report slot ', true],
    ] as const) {
      await other.query(`select pg_advisory_lock(hashtextextended($1 || n, 0)) from generate_series(1, 4) n`, [taken]);
      const { status, body } = await preview({ measures: count });
      expect([status, body.bizCode], taken).toEqual(isBusy ? [503, 'REPORT_BUSY'] : [200, undefined]);
      await other.query('select pg_advisory_unlock_all()');
    }
    other.release();
    await product.setParameter('report.seconds', '20');
    expect((await preview({ measures: count })).status).toBe(200);
  });
});

describe('a file of a report', () => {
  it('has the lines of the screen, and is in the log of exports', async () => {
    const id = await saved({ name: 'File' });
    const before = (await db.pool.query('select from kernel_export_log')).rowCount ?? 0;
    const xlsx = await admin.post('report/report/export-file', { id, format: 'xlsx' });
    expect([xlsx.status, xlsx.raw.subarray(0, 2).toString()]).toEqual([200, 'PK']);
    const pdf = await admin.post('report/report/export-file', { id, format: 'pdf' });
    expect([pdf.status, pdf.raw.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    await expect
      .poll(
        async () =>
          (
            await db.pool.query(
              `select from kernel_export_log where source = 7 and sha256 is not null and row_count = 2`,
            )
          ).rowCount,
      )
      .toBe(2);
    expect((await db.pool.query('select from kernel_export_log')).rowCount).toBe(before + 2);
  });
});
