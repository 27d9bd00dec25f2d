import { taskState } from '@trade-assistant/contract/areas/desk/task.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { expect } from 'vitest';
import { DEFAULT_TENANT, roleIdsOfKeys } from '../engines/identity/index.ts';
import { fictionalNumbers, multipart, stageBatch, stock } from '../engines/inventory/stock-fixture.ts';
import { createShop } from '../engines/orders/orders-fixture.ts';
import type { Answer, TestApp, TestUser } from './app.ts';

export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A request to a call that does something. */
export interface ExampleRequest {
  readonly body: unknown;
  readonly who?: TestUser;
  readonly headers?: Readonly<Record<string, string>>;
  /** Where `body` is an upload: the fields beside the file. */
  readonly fields?: Readonly<Record<string, string | number>>;
  /** What the second is refused with where the first has shut the door. */
  readonly secondStatus?: 401 | 423;
}

export type CallExamples = Readonly<Record<string, () => Promise<ExampleRequest> | ExampleRequest>>;

/**
 * How each call that honours an idempotency key is asked for something it does, with rows made for it: by the
 * administrator, or by `agent`, who needs money. Who adds such a call adds its example here.
 */
export function callExamples(product: TestApp, agent: TestUser): CallExamples {
  const { admin } = product;
  let count = 0;
  const next = (): number => ++count;
  const fresh = (many: number): bigint[] => {
    count += many;
    return fictionalNumbers(many, count - many);
  };
  const done = ({ status, body }: Answer) => {
    expect([status, body?.msg]).toEqual([200, expect.any(String)]);
    return body.data;
  };
  const posted = async (path: string, body: object, who = admin) => done(await who.post(path, body));
  const staged = async (many = 1) => {
    const { ids, batchNo } = await stageBatch(product.db, fresh(many));
    return { id: String(ids[0]), batchNo };
  };
  const item = async () => String((await stock(product.db, fresh(1)))[0]);
  const sql = (text: string, values: unknown[] = []) => product.db.pool.query(text, values);

  /** A code that no row has or had. */
  const freeCode = async (): Promise<string> => {
    const { rows } = await sql(
      `select a || b as code from regexp_split_to_table('QWXYZJKUVO', '') a, regexp_split_to_table('QWXYZJKUVOABCDEFGHI', '') b
       where not exists (select from inv_country where country_code = a || b) limit 1`,
    );
    return rows[0].code;
  };
  const countryForm = async () => ({
    countryCode: await freeCode(),
    nameZh: '测试国',
    nameEn: 'Testland',
    dialCode: '999',
    timezones: ['UTC'],
    whatsappEnabled: 1,
    telegramEnabled: 1,
    smsEnabled: 1,
    riskLevel: 1,
    isBlocked: 0,
    senderRegRequired: 0,
    quarantineDays: 90,
    sort: 1,
    status: 1,
  });
  const productForm = (countryCode: string) => ({
    nameZh: '号码',
    nameEn: 'Numbers',
    tags: 1,
    isRecommend: 0,
    businessType: 1,
    serviceType: 2,
    countryCode,
    specQty: 1,
    unit: 4,
    minBuy: 1,
    maxBuy: 100,
    stepBuy: 1,
    deliveryType: 1,
    needKyc: 0,
    needUseDeclaration: 1,
    sort: 0,
    shelfStatus: 1,
  });
  const noticeForm = () => ({
    title: 'Maintenance',
    category: 1,
    releaseTime: formatTime(new Date(0)),
    content: '<p>Tonight</p>',
  });
  const menuForm = () => ({ code: `top-${next()}`, name: '顶部', nameEn: 'Top', source: 'ShopOutlined', sort: 1 });
  const stagedForm = () => ({
    batchName: 'By hand',
    number: `+${fresh(1)[0]}`,
    countryCode: 'US',
    businessType: 1,
    numberType: 1,
    capability: 8,
    warehouseCode: 'WH01',
    sourceType: 1,
    supplierName: 'Supplier',
    ownerType: 1,
    provenanceNote: 'Invoice 7',
    rightsAttested: 1,
    regDocStatus: 0,
    costPrice: '1.5',
  });
  let opened: ReturnType<typeof createShop> | undefined;
  const shop = () => (opened ??= createShop(product.db));
  /** Each for a country of its own, as one price excludes another for the same. */
  const priceForm = async () => ({
    businessType: 1,
    serviceType: 2,
    countryCode: await newCountry(),
    agentLevel: 0,
    unit: 4,
    chargeOn: 1,
    salePrice: '0.5',
  });
  async function newCountry(): Promise<string> {
    const form = await countryForm();
    await posted('user/country/save', form);
    return form.countryCode;
  }
  const noteForm = () => ({
    outboundType: 4,
    businessType: 1,
    countryCode: 'US',
    numberType: 1,
    quantity: 1,
    strategy: 1,
  });
  const filed = (fields: Record<string, string | number>, name: string, content: Buffer | string): ExampleRequest => ({
    ...multipart(fields, { name, content }),
    fields,
  });
  const imported = () => {
    const {
      number: _number,
      countryCode: _country,
      businessType: _type,
      ownerType: _owner,
      regDocStatus: _doc,
      ...fields
    } = stagedForm();
    return filed(fields, 'list.txt', `+${fresh(1)[0]}\n`);
  };
  const passkey = async () => {
    const { rows } = await sql(
      `insert into auth_passkey (user_id, credential_id, public_key, rp_id, name) values ($1, $2, '', 'x', 'Key') returning id::text`,
      [`${admin.id}`, `c${next()}`],
    );
    return rows[0]?.id as string;
  };
  const received = async (): Promise<{ who: TestUser; ids: string }> => {
    const who = await product.staff('support');
    await posted('message/save', { type: 1, title: 'Hello', content: 'You', userIds: String(who.id) });
    return { who, ids: done(await who.get('message/my/list')).records[0].id };
  };

  return {
    'agent/product/buy': async () => {
      const { productId } = await createShop(product.db, { stock: 3 });
      const body = { productId: String(productId), quantity: 1, expectedAmount: '1', useDeclaration: 1 };
      return { who: agent, body };
    },
    'agent/product/save': async () => ({ body: productForm((await shop()).countryCode) }),
    'agent/product/update': async () => {
      const { id } = await posted('agent/product/save', productForm((await shop()).countryCode));
      return { body: { id, sort: 5 } };
    },
    'agent/product/remove': async () => {
      const { id } = await posted('agent/product/save', productForm((await shop()).countryCode));
      return { body: { ids: id } };
    },
    'agent/product/restore': async () => {
      const { id } = await posted('agent/product/save', productForm((await shop()).countryCode));
      await posted('agent/product/remove', { ids: id });
      return { body: { ids: id } };
    },
    'agent/user/manual-update-balance': () => ({ body: { money: '5', ids: String(agent.id), reason: 'Bank slip' } }),
    'agent/user/open-account': () => ({
      body: { account: `opened_${next()}`, password: 'Secret-pass-1', realName: 'Opened', userType: 2 },
    }),
    'auth/lock/lock': async () => {
      const who = await product.staff('support');
      await posted('auth/lock/set-password', { password: 'Lock-pass-1' }, who);
      return { who, body: {}, secondStatus: 423 };
    },
    'auth/passkey/rename': async () => ({ body: { id: await passkey(), name: 'Office' } }),
    'auth/passkey/remove': async () => ({ body: { id: await passkey() } }),
    'auth/session/end': async () => {
      const who = await product.staff('support');
      const [own] = done(await who.get('auth/session/list'));
      return { who, body: { ids: own.id }, secondStatus: 401 };
    },
    'auth/session/end-others': async () => {
      const who = await product.staff('support');
      const { row } = who;
      await product.db.tx((tx) =>
        product.app.sessions.open(tx, { userId: row.id, tenantId: row.tenantId, address: '127.0.0.1', userAgent: 'b' }),
      );
      return { who, body: {} };
    },
    'desk/notice/put-picture': () => filed({}, 'picture.png', PIXEL),
    'desk/notice/save': () => ({ body: noticeForm() }),
    'desk/notice/submit': () => ({ body: noticeForm() }),
    'desk/notice/update': async () => {
      const { id } = await posted('desk/notice/save', noticeForm());
      return { body: { id, title: 'Later' } };
    },
    'desk/notice/remove': async () => ({ body: { ids: (await posted('desk/notice/save', noticeForm())).id } }),
    'desk/task/cancel': async () => {
      const { taskNo } = await posted('whatsapp/warehouse/survive', { ids: await item() });
      return { body: { taskNo } };
    },
    'log/error/send-logs': () => ({
      body: { logs: [{ type: 'error', message: 'broken', time: '2026-01-02T03:04:05Z' }] },
    }),
    'message/readAll': async () => ({ who: (await received()).who, body: {} }),
    'message/remove': async () => {
      const { who, ids } = await received();
      return { who, body: { ids } };
    },
    'message/save': () => ({ body: { type: 1, title: 'Hello', content: 'You', userIds: String(agent.id) } }),
    'resource/oss/endpoint/put-file': () => filed({}, 'me.png', PIXEL),
    'system/top-menu/save': () => ({ body: menuForm() }),
    'system/top-menu/submit': () => ({ body: menuForm() }),
    'system/top-menu/update': async () => {
      const { id } = await posted('system/top-menu/save', menuForm());
      return { body: { id, sort: 9 } };
    },
    'system/top-menu/remove': async () => ({ body: { ids: (await posted('system/top-menu/save', menuForm())).id } }),
    'system/top-menu/restore': async () => {
      const { id } = await posted('system/top-menu/save', menuForm());
      await posted('system/top-menu/remove', { ids: id });
      return { body: { ids: id } };
    },
    'system/top-menu/grant': async () => {
      const { id } = await posted('system/top-menu/save', menuForm());
      const { rows } = await sql('select id::text from sys_menu where category = 1 order by id limit 1');
      return { body: { topMenuIds: [id], menuIds: [rows[0]?.id] } };
    },
    'system/user-preferences/change': () => ({ body: { values: { 'list:density': next() } } }),
    'system/user/grant': async () => {
      const [finance] = await product.db.tx((tx) => roleIdsOfKeys(tx, DEFAULT_TENANT, ['finance']));
      const { id } = await product.staff('support');
      return { body: { userIds: String(id), roleIds: String(finance) } };
    },
    'system/user/update-info': () => ({ body: { realName: `Admin ${next()}` } }),
    'system/user/update-status': async () => ({ body: { userId: String((await product.staff('support')).id) } }),
    'system/user/reset-attempts': async () => {
      const { id, row } = await product.staff('support');
      await sql(`insert into auth_attempt values ($1, $2, '127.0.0.1', 3, now() + interval '1 hour')`, [
        row.tenantId,
        row.account,
      ]);
      return { body: { userId: String(id) } };
    },
    'system/user/reset-second-factor': async () => {
      const { id } = await product.staff('support');
      await sql(`insert into auth_totp (user_id, secret, confirmed_at) values ($1, 'sealed', now())`, [String(id)]);
      return { body: { userId: String(id), reason: 'Lost phone' } };
    },
    'user/country/save': async () => ({ body: await countryForm() }),
    'user/country/update': async () => {
      const { id } = await posted('user/country/save', await countryForm());
      return { body: { id, sort: 9 } };
    },
    'user/country/restore': async () => {
      const { id } = await posted('user/country/save', await countryForm());
      await posted('user/country/remove', { ids: id });
      return { body: { ids: id } };
    },
    'user/country/remove': async () => ({ body: { ids: (await posted('user/country/save', await countryForm())).id } }),
    'whatsapp/inventory/extract-number': async () => {
      await item();
      const body = { businessType: 1, countryCode: 'US', numberType: 1, quantity: 1, targetType: 3, reason: 'Fair' };
      return { body };
    },
    'whatsapp/outbound/submit': () => ({ body: noteForm() }),
    'whatsapp/outbound/copy': async () => ({
      body: { id: (await posted('whatsapp/outbound/submit', noteForm())).id },
    }),
    'whatsapp/outbound/remove': async () => ({
      body: { ids: (await posted('whatsapp/outbound/submit', noteForm())).id },
    }),
    'whatsapp/pre-warehouse/save': () => ({ body: stagedForm() }),
    'whatsapp/pre-warehouse/update': async () => ({ body: { id: (await staged()).id, remark: 'Seen' } }),
    'whatsapp/pre-warehouse/remove': async () => ({ body: { ids: (await staged()).id } }),
    'whatsapp/pre-warehouse/into-warehouse': async () => ({ body: { id: (await staged()).id } }),
    'whatsapp/pre-warehouse/batch-into-warehouse': async () => ({ body: { batchNo: (await staged(2)).batchNo } }),
    'whatsapp/pre-warehouse/void': async () => ({ body: { batchNo: (await staged()).batchNo, reason: 'Wrong' } }),
    'whatsapp/pre-warehouse/import': imported,
    'whatsapp/pre-warehouse/import-commit': async () => {
      const { body, headers } = imported();
      const { taskNo, batchNo } = done(await admin.post('whatsapp/pre-warehouse/import', body, headers));
      // As its job leaves it, which does not run here.
      await sql('update kernel_task set state = $2, attempt = 1 where task_no = $1', [taskNo, taskState.is.waiting]);
      await sql('update inv_batch set status = 1, total_lines = 1, good_lines = 1 where batch_no = $1', [batchNo]);
      return { body: { taskNo } };
    },
    'whatsapp/price-configure/save': async () => ({ body: await priceForm() }),
    'whatsapp/price-configure/update': async () => {
      const { id } = await posted('whatsapp/price-configure/save', await priceForm());
      return { body: { id, salePrice: '0.6' } };
    },
    'whatsapp/price-configure/remove': async () => ({
      body: { ids: (await posted('whatsapp/price-configure/save', await priceForm())).id },
    }),
    'whatsapp/price-configure/update-status': async () => ({
      body: { ids: (await posted('whatsapp/price-configure/save', await priceForm())).id, status: 0 },
    }),
    'whatsapp/price-configure/batch-setting': async () => {
      const { id } = await posted('whatsapp/price-configure/save', await priceForm());
      return { body: { ids: id, settings: { field: 'salePrice', mode: 'ADD', value: '0.25', reason: 'Season' } } };
    },
    'whatsapp/warehouse/survive': async () => ({ body: { ids: await item() } }),
    'whatsapp/warehouse/update-status': async () => ({ body: { ids: await item(), status: 4 } }),
  };
}
