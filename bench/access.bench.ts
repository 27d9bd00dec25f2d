import { createHmac } from 'node:crypto';
import { DEFAULT_TENANT, openAccount } from '../server/src/engines/people/identity/index.ts';
import { sealTrail, verifyTrail } from '../server/src/kernel/audit/chain.ts';
import { systemActor } from '../server/src/kernel/auth/actor.ts';
import { type Benchmark, figure, median, sustained, timed } from './lib/measure.ts';
import { type Product, startProduct } from './lib/product.ts';

const [ROLES, PERMISSIONS, MENUS] = [50, 2_000, 500];
const ROUNDS = 8;
const SECONDS = 2;
const CLIENTS = 4;
const TRAIL_ROWS = 100_000;
const PASSWORD = 'Bench-access-1';

/**
 * Cost of rights: a list for a user with many of them, a large menu; and the speed of the chain over the audit trail.
 */
export default {
  title: `a list as somebody with ${ROLES} roles of ${PERMISSIONS} permissions each, ÷ as the super administrator`,
  async run() {
    const product = await startProduct({ DEMO: '0' });
    try {
      await fillMenu(product);
      const holder = await signInHolder(product);
      const list = (token: string) => async () => {
        const { status } = await product.server.client.send('/api/user/country/list?current=1&size=20', { token });
        if (status !== 200) throw new Error(`The list was answered ${status}`);
      };
      const millis = { holder: [] as number[], admin: [] as number[] };
      for (let round = 0; round < ROUNDS; round += 1)
        for (const [name, token] of [
          ['holder', holder],
          ['admin', product.admin],
        ] as const) {
          const measured = await sustained({ clients: CLIENTS, seconds: SECONDS }, list(token));
          // The first round warms up.
          if (round > 0) millis[name].push(median(measured.millis));
        }
      const menu: number[] = [];
      for (let turn = 0; turn < 20; turn += 1)
        menu.push(
          (await timed(() => product.server.client.send('/api/system/menu/routes', { token: holder }))).seconds,
        );
      const { sealed, proven } = await chain(product);
      return [
        figure(`menu of ${MENUS} entries`, median(menu) * 1000, 'ms'),
        figure('rows of the trail sealed', sealed, '/s'),
        figure('rows of the trail proven', proven, '/s'),
        figure('with many rights', median(millis.holder), 'ms'),
        figure('as the super administrator', median(millis.admin), 'ms'),
        figure('ratio', median(millis.holder) / median(millis.admin), '', { atMost: 1.15 }),
      ];
    } finally {
      await product.close();
    }
  },
} satisfies Benchmark;

/** Adds menus and buttons up to the given number. */
async function fillMenu({ db }: Product): Promise<void> {
  for (const [category, wanted] of [
    [1, MENUS],
    [2, PERMISSIONS],
  ] as const)
    await db.pool.query(`
      insert into sys_menu (code, name, name_en, path, category, parent_id)
      select 'bench-${category}-' || i, 'Bench ' || i, 'Bench ' || i, ${category === 1 ? "'/bench/' || i" : 'null'}, ${category},
        (select id from sys_menu where category = 1 and parent_id is not null and deleted_at is null order by id limit 1)
      from generate_series(1, ${wanted} - (select count(*)::int from sys_menu where category = ${category} and deleted_at is null)) i`);
}

async function signInHolder({ db, server }: Product): Promise<string> {
  const { rows } = await db.pool.query<{ id: string }>(`
    with roles as (
      insert into sys_role (tenant_id, role_name, role_name_en, role_alias)
      select '${DEFAULT_TENANT}', 'Bench ' || i, 'Bench ' || i, 'bench_' || i from generate_series(1, ${ROLES}) i returning id),
    granted as (
      insert into sys_role_menu (role_id, menu_id)
      select r.id, m.id from roles r, (select id from sys_menu where category in (1, 2) and deleted_at is null) m)
    select id::text from roles`);
  await db.tx((tx) =>
    openAccount(tx, systemActor(DEFAULT_TENANT), {
      account: 'bench_holder',
      password: PASSWORD,
      realName: 'Holder',
      userType: 1,
      roleIds: rows.map(({ id }) => BigInt(id)),
      mustChangePassword: false,
    }),
  );
  return server.signIn('bench_holder', PASSWORD);
}

/** Rows of the trail a second that one process links, and proves. */
async function chain({ db }: Product): Promise<{ sealed: number; proven: number }> {
  const tenantId = '900001';
  const secrets = {
    digest: (text: string, purpose: string) =>
      createHmac('sha256', 'bench').update(`${purpose}\n${text}`).digest('hex'),
  };
  await db.pool.query(`
    insert into audit_log (tenant_id, user_id, account, ip, action, object_type, object_id, before, after)
    select '${tenantId}', 1, 'bench', '127.0.0.1', 'update', 'user/country', i::text,
      jsonb_build_object('sort', i, 'nameEn', 'Testland'), jsonb_build_object('sort', i + 1, 'nameEn', 'Testland')
    from generate_series(1, ${TRAIL_ROWS}) i`);
  const sealing = await timed(() => sealTrail(db, secrets));
  const proving = await timed(() => verifyTrail(db, secrets, tenantId));
  return { sealed: sealing.result / sealing.seconds, proven: proving.result.proven / proving.seconds };
}
