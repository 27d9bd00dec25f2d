import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { startMysqlServer } from '../../testing/mysql-server.ts';

const app = await testApp({ PRIVATE_ENDPOINTS: '1' });
/** The database of this test over TCP: it listens on a socket in the file system. */
const postgresql = createServer((client) => {
  const { host } = app.db.connection;
  const upstream = connect(`${host}/.s.PGSQL.5432`);
  client.on('error', () => upstream.destroy());
  upstream.on('error', () => client.destroy());
  client.pipe(upstream).pipe(client);
});
const silent = createServer(() => undefined);
const mysql = await startMysqlServer('reader', [
  [/version\(\)/, [{ version: '8.4.3' }]],
  [/select database\(\)/, [{ name: 'shop' }]],
  [
    /show grants/,
    [
      { grants: 'GRANT USAGE ON *.* TO `reader`@`%`' },
      { grants: 'GRANT SELECT, SHOW VIEW ON `shop`.* TO `reader`@`%`' },
      // Other databases, one of them by a pattern.
      { grants: 'GRANT SELECT, INSERT ON `test`.* TO PUBLIC' },
      { grants: 'GRANT ALL PRIVILEGES ON `sh\\\\_p`.* TO PUBLIC' },
    ],
  ],
  [
    /information_schema\.tables/,
    [
      { schema: 'shop', name: 'goods', comment: '商品', view: 0 },
      { schema: 'shop', name: 'goods_sold', comment: '', view: 1 },
    ],
  ],
]);
const portOf = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', () => resolve(undefined)));
  return (server.address() as AddressInfo).port;
};
const [pgPort, silentPort] = [await portOf(postgresql), await portOf(silent)];
afterAll(async () => {
  for (const server of [postgresql, silent]) server.close();
  mysql.close();
  await app.close();
});

let count = 0;
const form = (more: object = {}) => {
  count += 1;
  const { user, database } = app.db.connection;
  const url = `postgresql://127.0.0.1:${pgPort}/${database}`;
  return { name: `Source ${count}`, url, tlsMode: 3, username: user, password: 'shop-reader-1', ...more };
};
const ofMysql = (more: object = {}) =>
  form({ url: `jdbc:mysql://127.0.0.1:${mysql.port}/shop?useSSL=false`, username: 'reader', ...more });
async function saved(input: object): Promise<string> {
  const { status, body } = await app.admin.post('develop/datasource/submit', input);
  expect([status, body.msg]).toEqual([200, expect.any(String)]);
  return body.data.id;
}
const tested = (id: string) => app.admin.post('develop/datasource/test', { id });

describe('a data source', () => {
  test('is kept with its driver, and never answers its password', async () => {
    const id = await saved(ofMysql({ driverClass: 'com.mysql.jdbc.Driver' }));
    const row = (await app.admin.get('develop/datasource/detail', { id })).body.data;
    expect(row).toMatchObject({ category: 2, driverClass: 'com.mysql.jdbc.Driver', username: 'reader' });
    expect(JSON.stringify(row)).not.toContain('shop-reader-1');
    const { rows } = await app.db.pool.query('select password from dev_datasource where id = $1', [id]);
    expect(rows[0].password).not.toContain('shop-reader-1');
    // Sent back as it was read, it keeps its password; with another address, account or encryption it needs it again.
    const submit = (more: object) => app.admin.post('develop/datasource/submit', { ...row, ...more });
    expect((await submit({ remark: 'Read only' })).status).toBe(200);
    const { version } = (await app.admin.get('develop/datasource/detail', { id })).body.data;
    const { url } = form();
    for (const moved of [{ url }, { username: 'root' }, { tlsMode: 2 }]) {
      const { status, body } = await submit({ ...moved, version });
      expect([status, body.data.fields.map(({ field }: { field: string }) => field)]).toEqual([400, ['password']]);
    }
    expect((await submit({ url, version, password: 'shop-reader-2' })).status).toBe(200);
    const changed = (await app.admin.get('develop/datasource/detail', { id })).body.data;
    expect(changed).toMatchObject({ category: 1, driverClass: 'org.postgresql.Driver' });
  });

  test.each([
    ['a driver of another database', { driverClass: 'org.postgresql.Driver' }, 'driverClass'],
    ['an address of no database', { url: 'https://example.com/shop' }, 'url'],
    ['a password in the address', { url: 'mysql://root:secret@example.com/shop' }, 'url'],
    ['an address without a database', { url: 'mysql://example.com/' }, 'url'],
  ])('refuses %s at its field', async (_what, change, field) => {
    const { status, body } = await app.admin.post('develop/datasource/submit', ofMysql(change));
    expect([status, body.data.fields[0].field]).toEqual([400, field]);
  });

  test('is the platform’s alone', async () => {
    const operator = await app.staff('admin');
    expect((await operator.get('develop/datasource/list')).status).toBe(403);
  });

  test('that a model or nothing uses is removed, and is offered until then', async () => {
    const id = await saved(form());
    const offered = async () =>
      ((await app.admin.get('develop/datasource/select')).body.data as { value: string }[]).map(({ value }) => value);
    expect(await offered()).toContain(id);
    expect((await app.admin.post('develop/datasource/remove', { ids: id })).status).toBe(200);
    expect(await offered()).not.toContain(id);
  });
});

describe('a test of a data source', () => {
  test('names the version of PostgreSQL, and an account that may write', async () => {
    const { status, body } = await tested(await saved(form()));
    expect([status, body.data]).toEqual([
      200,
      { version: expect.stringMatching(/^PostgreSQL \d+/), canWrite: 1, millis: expect.any(Number) },
    ]);
  });

  test('names the version of MySQL, and an account that only reads', async () => {
    const { body } = await tested(await saved(ofMysql()));
    expect(body.data).toMatchObject({ version: 'MySQL 8.4.3', canWrite: 0 });
    expect(mysql.asked).toContain('set session transaction read only');
  });

  test.each([
    ['another user', () => ofMysql({ username: 'stranger' }), 'DATASOURCE_SIGN_IN'],
    [
      'no such database',
      () => form({ url: `postgresql://127.0.0.1:${pgPort}/nothing` }),
      'DATASOURCE_UNKNOWN_DATABASE',
    ],
    ['nobody at the port', () => form({ url: 'postgresql://127.0.0.1:1/shop' }), 'DATASOURCE_REFUSED'],
    ['a server that is silent', () => form({ url: `mysql://127.0.0.1:${silentPort}/shop` }), 'DATASOURCE_SILENT'],
    ['a server without encryption', () => form({ tlsMode: 1 }), 'DATASOURCE_TLS'],
    ['MySQL without encryption', () => ofMysql({ tlsMode: 2 }), 'DATASOURCE_TLS'],
  ])('says what is missing: %s', async (_what, input, bizCode) => {
    const { status, body } = await tested(await saved(input()));
    expect([status, body.bizCode]).toEqual([400, bizCode]);
  });
});

describe('the tables of a data source', () => {
  test('are those of PostgreSQL whose names contain the keyword', async () => {
    const id = await saved(form());
    const { body } = await app.admin.get('develop/datasource/tables', { id, keyword: 'sys_po' });
    expect(body.data).toEqual([
      { schema: 'public', name: 'sys_post', comment: 'Posts: positions of people in the company', isView: 0 },
    ]);
  });

  test('are read with their unique columns and enumerations', async () => {
    await app.db.pool.query(`
      create type est_state as enum ('IN_USE', 'on loan');
      create table est_read (id bigint primary key, tenant_id text, serial_no text, owner text, place text, state est_state, deleted_at timestamptz);
      create unique index on est_read (tenant_id, serial_no) where deleted_at is null;
      create unique index on est_read (owner, place);`);
    const asked = { datasourceId: await saved(form()), schema: 'public', table: 'est_read' };
    const { fields } = (await app.admin.get('develop/code/table-fields', asked)).body.data;
    await app.db.pool.query('drop table est_read; drop type est_state');
    const read = fields.map(
      (field: { name: string; unique: boolean; dictionary: { values: { name: string }[] } | null }) => [
        ...[field.name, field.unique, field.dictionary?.values.map(({ name }) => name) ?? null],
      ],
    );
    expect(read).toEqual([
      ['serialNo', true, null],
      ['owner', false, null],
      ['place', false, null],
      ['state', false, ['inUse', 'onLoan']],
    ]);
  });

  test('are those of MySQL', async () => {
    const { body } = await app.admin.get('develop/datasource/tables', { id: await saved(ofMysql()) });
    expect(body.data).toEqual([
      { schema: 'shop', name: 'goods', comment: '商品', isView: 0 },
      { schema: 'shop', name: 'goods_sold', comment: '', isView: 1 },
    ]);
  });
});

test('an address in a private network is refused without the permission of the operator', async () => {
  const guarded = await testApp();
  const { status, body } = await guarded.admin.post('develop/datasource/submit', {
    ...{ name: 'Inside', url: 'postgresql://10.0.0.1/shop', tlsMode: 1, username: 'reader' },
  });
  expect([status, body.bizCode]).toEqual([400, 'ENDPOINT_PRIVATE']);
  await guarded.close();
});
