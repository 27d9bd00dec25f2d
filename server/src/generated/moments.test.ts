import { afterAll, expect, it } from 'vitest';
import { createPackage, purchase } from '../engines/stock/orders/orders-fixture.ts';
import { kernelTimers } from '../kernel/housekeeping/index.ts';
import { findModules } from '../modules.ts';
import { testApp } from '../testing/app.ts';
import { declared } from '../testing/consents.ts';
import { orderedRecharge } from '../testing/recharges.ts';
import { openSecondTenant, SECOND_TENANT } from '../testing/second-tenant.ts';
import { handedIn } from '../testing/verifications.ts';
import { engineTimers } from '../timers.ts';

const timers = [...kernelTimers, ...engineTimers, ...(await findModules()).timers];
const product = await testApp();
afterAll(() => product.close());

/** A row with a due time, and how to see that it was handled. */
interface Due {
  readonly table: string;
  readonly id: string;
  /** The column with the due time. */
  readonly moment: string;
  /** SQL values: not yet due, and just due. */
  readonly before?: string;
  readonly after?: string;
  /** SQL expression of the row that changes when it is handled. */
  readonly sign: string;
}

const MOMENTS: Readonly<Record<string, () => Promise<Due>>> = {
  'payments/expire-recharges': async () => ({
    ...{ table: 'pay_recharge', id: await orderedRecharge(product, await product.agent()) },
    ...{ moment: 'expire_time', sign: 'status' },
  }),
  'approvals/expire': async () => {
    const clerk = await product.staff('finance');
    const asked = { money: '600', ids: String((await product.agent()).id), reason: 'Bank slip' };
    const { approvalId } = (await clerk.post('agent/user/manual-update-balance', asked)).body.data;
    return { table: 'apr_request', id: approvalId, moment: 'expire_time', sign: 'status' };
  },
  'quotas/expire': async () => {
    const owner = await product.agent({ money: 10_000_000n });
    const { productId } = await createPackage(product.db);
    const { quantity, useDeclaration } = purchase(productId, 1);
    const bought = { productId: String(productId), quantity, useDeclaration, expectedAmount: '1' };
    expect((await owner.post('agent/product/buy', bought)).status).toBe(200);
    const { id } = (await owner.get('agent/quota/list')).body.data.records[0];
    return { table: 'agt_quota', id, moment: 'expire_time', sign: 'expired' };
  },
  'agents/expire-verifications': async () => ({
    ...{ table: 'agt_verification', id: (await handedIn(product, { isPassed: true })).id, moment: 'valid_until' },
    // The last day is included as a whole.
    before: `(now() at time zone 'Asia/Shanghai')::date`,
    after: `(now() at time zone 'Asia/Shanghai')::date - 1`,
    sign: 'status',
  }),
  'compliance/expire-consents': async () => ({
    ...{ table: 'cmp_consent', id: (await declared(product, { isPassed: true })).id, moment: 'valid_until' },
    before: `(now() at time zone 'Asia/Shanghai')::date`,
    after: `(now() at time zone 'Asia/Shanghai')::date - 1`,
    sign: 'status',
  }),
  'identity/expired-tenants': async () => {
    await openSecondTenant(product);
    const { rows } = await product.db.pool.query('select id::text from sys_tenant where tenant_id = $1', [
      SECOND_TENANT,
    ]);
    const sign = '(select count(*) from auth_session s where s.tenant_id = t.tenant_id and s.ended_at is null)';
    return { table: 'sys_tenant', id: rows[0].id, moment: 'expire_time', sign };
  },
  'auth/purge': async () => {
    const { rows } = await product.db.pool.query(
      `insert into auth_captcha (key, answer_hash, expires_at) values (gen_random_uuid(), '', now()) returning key::text as id`,
    );
    return { table: 'auth_captcha', id: rows[0].id, moment: 'expires_at', sign: '1' };
  },
};

it.each(Object.entries(MOMENTS))(
  '%s leaves a row before its due time, and handles it afterwards',
  async (name, open) => {
    const { table, id, moment, before = `now() + interval '1 hour'`, after = 'now()', sign } = await open();
    const key = table === 'auth_captcha' ? 'key' : 'id';
    const timer = timers.find((one) => one.name === name);
    expect(timer).toBeDefined();
    const signAt = async (time: string): Promise<unknown> => {
      await product.db.pool.query(`update ${table} set ${moment} = ${time} where ${key} = $1`, [id]);
      await timer?.run(product.app);
      return (await product.db.pool.query(`select ${sign} as sign from ${table} t where ${key} = $1`, [id])).rows;
    };
    const waiting = (await product.db.pool.query(`select ${sign} as sign from ${table} t where ${key} = $1`, [id]))
      .rows;
    expect(waiting.length).toBe(1);
    expect(await signAt(before)).toEqual(waiting);
    expect(await signAt(after)).not.toEqual(waiting);
  },
);
