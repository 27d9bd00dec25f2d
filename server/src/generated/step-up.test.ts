import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { parameters } from '@trade-assistant/contract/parameters.ts';
import { afterAll, expect, it } from 'vitest';
import { sealTrail, trailTenants, verifyTrail } from '../kernel/audit/index.ts';
import { type TestUser, testApp } from '../testing/app.ts';
import { callExamples } from '../testing/call-examples.ts';
import { harmlessRequests, registeredCalls } from '../testing/registry-calls.ts';

const product = await testApp({ SANDBOX: '1' });
afterAll(() => product.close());

const signedInCalls = registeredCalls.filter(({ call }) => call.access !== 'public');

/** Returns the calls whose harmless requests get 428. */
async function refusedTo({ token }: TestUser): Promise<string[]> {
  const found = new Set<string>();
  for (const one of signedInCalls)
    for (const request of harmlessRequests(one)) {
      const { statusCode } = await product.server.inject({ ...request, headers: { token: `bearer ${token}` } });
      if (statusCode === 428) found.add(one.path);
    }
  return [...found];
}

const declared = (which: (asked: true | 'owned') => boolean = () => true): string[] =>
  signedInCalls.flatMap(({ path, call }) => (call.stepUp && which(call.stepUp) ? [path] : []));

it('every declared call requires the second factor again, and no other, until it is verified', async () => {
  const who = await product.staff('administrator');
  const sql = (text: string) => product.db.pool.query(text, [String(who.id)]);
  await sql(`insert into auth_totp (user_id, secret, confirmed_at) values ($1, 'sealed', now())`);
  product.app.sessions.forget();
  expect(await refusedTo(who)).toEqual(declared());
  await sql('update auth_session set stepped_up_at = now() where user_id = $1');
  product.app.sessions.forget();
  expect(await refusedTo(who)).toEqual([]);
});

it('if the operator requires a second factor, users without one are refused the same calls, except about their own account', async () => {
  const who = await product.staff('administrator');
  expect(await refusedTo(who)).toEqual([]);
  await product.setParameter('account.demandSecondFactor', '1');
  expect(await refusedTo(who)).toEqual(declared((asked) => asked === true));
  await product.setParameter('account.demandSecondFactor', '0');
});

/** Rows that decide about rights, access, and destinations of money and files; with the deciding columns, or all. */
const GUARDED: Readonly<Record<string, readonly string[] | '*'>> = {
  sys_role: '*',
  sys_role_menu: '*',
  sys_role_data_scope: '*',
  sys_role_api_scope: '*',
  sys_data_scope: '*',
  sys_api_scope: '*',
  sys_menu: ['code', 'category', 'deleted_at'],
  sys_tenant: '*',
  sys_tenant_package: '*',
  sys_tenant_package_menu: '*',
  sys_dept: ['path', 'parent_id', 'deleted_at'],
  sys_user: ['account', 'password_hash', 'status', 'locked_until', 'user_type', 'owner_path', 'deleted_at'],
  sys_user_role: '*',
  sys_user_dept: '*',
  sys_client: '*',
  sys_user_oauth: '*',
  auth_totp: '*',
  auth_recovery_code: '*',
  auth_passkey: ['public_key', 'credential_id'],
  pay_method: '*',
  pay_channel: '*',
  pay_watcher: '*',
  pay_wallet_address: ['address', 'status', 'deleted_at'],
  pay_bank_card: ['card_no', 'status', 'deleted_at'],
  prv_provider: '*',
  sys_oss: '*',
  sys_sms: '*',
  sys_mail: '*',
  sys_param: '*',
  fin_journal: '*',
  sys_top_menu: '*',
  sys_top_menu_menu: '*',
  prc_price: ['sale_price', 'cost_price', 'min_price', 'tiers', 'status', 'deleted_at'],
  prc_agent_price: '*',
  agt_verification: ['status'],
  cmp_consent: ['status'],
  sup_claim: ['status'],
  sup_supplier: ['merged_into'],
};

/** Kinds of calls that leave no such row but open what is hidden, remove traces, or let numbers or orders go. */
const SENSITIVE = /(^|[/-])(reveal[\w-]*|ticket|clean|extract-number|write-off|approve[\w-]*|pass)$/;

/** Calls that require it above a limit of the operator, with the parameter. */
const ABOVE: Readonly<Record<string, keyof typeof parameters>> = {
  'whatsapp/price-configure/update': 'price.stepUpPercent',
  'whatsapp/price-configure/batch-setting': 'price.stepUpPercent',
};

/** Why one person makes such a call without a second factor. */
const EXEMPT: Readonly<Record<string, string>> = {
  'agent/verification/save': 'hands in the caller’s own documents for review',
  'agent/verification/withdraw': 'takes the caller’s own documents back',
  'agent/verification/turn-down': 'refuses a right',
  'agent/verification/revoke': 'takes a right away',
  'compliance/consent/save': 'hands in the caller’s own declaration for review',
  'compliance/consent/turn-down': 'refuses a right',
  'compliance/consent/revoke': 'takes a right away',
  'whatsapp/supplier-claim/cancel': 'drops a claim that was not sent; its numbers can be claimed again',
  'whatsapp/supplier-claim/send': 'asks the supplier for money',
  'whatsapp/supplier-claim/answer': 'records the answer of the supplier; the rest is given up by write-off only',
  'desk/task/ticket': 'opens a file of the caller’s own task, whose making asked for it above export.stepUpRows',
  'sms/sms-phone/approve-registration': 'records the decision of an authority; the number is paid for at its own price',
  'agent/lease/renew': 'spends the caller’s own balance on own leases',
  'agent/product/cancel-order': 'returns the caller’s own money',
  'agent/warranty-claim/answer': 'returns the caller’s own money for a number found inactive',
  'agent/withdrawal/remove': 'returns the caller’s own money',
  'app-manage/activity/claim': 'gives the caller a bonus within a budget whose publication required it',
  'filter/telegram-filter/upgrade-task': 'spends the caller’s own balance on an own list',
  'filter/whatsapp-filter/upgrade-task': 'spends the caller’s own balance on an own list',
  'sms/sms-phone/lease': 'spends the caller’s own balance on an own lease',
  'sms/sms-phone/renew': 'spends the caller’s own balance on an own lease',
  'agent/withdrawal/turn-down': 'returns money to its owner',
  'user/withdrawal-record/turn-down': 'returns money to its owner',
  'whatsapp/pre-order/revoke': 'returns money to its owner',
  'whatsapp/pre-order/submit-order': 'holds the caller’s own balance for an own pre-order',
  'sms/session/begin': 'spends the owner’s balance on a text, within the limit of its task',
  'sms/session/send': 'spends the owner’s balance on a text, within the limit of its task',
  'sms/sms-task/approve': 'holds the owner’s balance for a task that the owner confirmed',
  'sms/sms-task/schedule-reset': 'spends the caller’s own balance on an own task',
  'sms/sms-task/test': 'spends the caller’s own balance on a test message',
  'sms/order-phone/reset': 'holds the owner’s balance for a task that the owner confirmed',
  'telegram/order/approve': 'holds the owner’s balance for an order that the owner confirmed',
  'telegram/order/schedule-reset': 'spends the caller’s own balance on an own order',
  'telegram/order-phone/reset': 'holds the owner’s balance for an order that the owner confirmed',
  'whatsapp/order/approve': 'holds the owner’s balance for an order that the owner confirmed',
  'whatsapp/order/schedule-reset': 'spends the caller’s own balance on an own order',
  'whatsapp/order-phone/reset': 'holds the owner’s balance for an order that the owner confirmed',
  'user/bank-card/freeze': 'disables a destination',
  'user/wallet-address/freeze': 'disables a destination',
};

it('every call that changes rights, access, destinations of money or amounts requires it', async () => {
  const agent = await product.agent({ money: parseMoney('1000') });
  for (const [path, example] of Object.entries(callExamples(product, agent))) {
    const { body, headers, who = product.admin } = await example();
    if (path === 'auth/lock/lock') continue;
    expect((await who.post(path, body, headers)).status, path).toBe(200);
  }
  const newest = async (table: string): Promise<string[]> =>
    (
      await product.db.pool.query(
        `select max(id)::text as id from ${table} where tenant_id = '000000' and deleted_at is null`,
      )
    ).rows.map(({ id }) => id);
  const granted = {
    dataScopeIds: await newest('sys_data_scope'),
    apiScopeIds: await newest('sys_api_scope'),
    roleIds: await newest('sys_role'),
  };
  expect((await product.admin.post('system/role/grant', { menuIds: [], ...granted })).body.msg).toBe('操作成功');
  const staff = await product.staff('support');
  expect((await product.admin.post('system/user/reset-password', { userIds: String(staff.id) })).status).toBe(200);
  const { rows } = await product.db.pool.query<{ call: string; table: string; column: string }>(`
    select distinct object_type || '/' || action as call, split_part(changed.key, ':', 1) as table, col.name as column
    from audit_log, lateral (select key, value from jsonb_each(after) union all select key, value from jsonb_each(before)) changed,
      lateral (select '*' as name where jsonb_typeof(changed.value) <> 'object'
        union all select jsonb_object_keys(case jsonb_typeof(changed.value) when 'object' then changed.value else '{}' end)) col`);
  expect(rows.length).toBeGreaterThan(500);
  const isGuarded = ({ table, column }: { table: string; column: string }) => {
    const columns = GUARDED[table];
    return columns !== undefined && (columns === '*' || column === '*' || columns.includes(column));
  };
  const changing = [...new Set(rows.filter(isGuarded).map(({ call }) => call))].sort();
  const asking = new Set(declared());
  const sensitive = signedInCalls.flatMap(({ path, call }) =>
    call.methods.includes('POST') && SENSITIVE.test(path) ? [path] : [],
  );
  const undecided = [...new Set([...changing, ...sensitive])].filter((call) => !asking.has(call) && !(call in ABOVE));
  expect(undecided.sort()).toEqual(Object.keys(EXEMPT).sort());
  for (const [call, name] of Object.entries(ABOVE)) {
    expect(signedInCalls.map(({ path }) => path)).toContain(call);
    expect(parameters[name].guard).toBeDefined();
  }
  // Each kind of row was changed by a call, so that none of the names above is mistyped.
  const touched = new Set(rows.filter(isGuarded).map(({ table }) => table));
  const untouched = ['sys_user_oauth', 'auth_recovery_code'];
  expect(Object.keys(GUARDED).filter((table) => !touched.has(table) && !untouched.includes(table))).toEqual([]);
});

it('the trail of all these calls is verified: each row has the program’s seal', async () => {
  await sealTrail(product.app.db, product.app.secrets);
  for (const tenantId of await trailTenants(product.app.db))
    expect(await verifyTrail(product.app.db, product.app.secrets, tenantId)).toMatchObject({
      problem: null,
      waiting: 0,
    });
});

it('the calls that require it are exactly those listed', () => {
  expect(declared()).toMatchInlineSnapshot(`
    [
      "agent/configuration/submit",
      "agent/configuration/remove",
      "agent/configuration/delete",
      "agent/configuration/batch-delete",
      "agent/configuration/batch-submit",
      "agent/product/refund-order",
      "agent/product/deliver-missing",
      "agent/recharge/pass",
      "agent/recharge/correct",
      "agent/user/disable",
      "agent/user/enable",
      "agent/user/move",
      "agent/user/erase",
      "agent/user/open-account",
      "agent/user/allocate",
      "agent/user/reclaim",
      "agent/user/rebate/void",
      "agent/user/manual-update-balance",
      "agent/verification/pass",
      "agent/verification/reveal-number",
      "agent/warranty-case/resume",
      "agent/warranty-claim/decide",
      "agent/withdrawal/mark-returned",
      "agent/withdrawal/pass",
      "agent/withdrawal/third-channel",
      "agent/withdrawal/bank-batch",
      "agent/withdrawal/reveal-account",
      "agent/withdrawal/create-order",
      "agent/withdrawal/submit",
      "agent/withdrawal/transfer",
      "app-manage/activity/publish",
      "auth/oauth/link",
      "auth/oauth/link-back",
      "auth/oauth/unlink",
      "auth/passkey/register-options",
      "auth/passkey/register",
      "auth/passkey/remove",
      "auth/session/end",
      "auth/session/end-others",
      "compliance/consent/pass",
      "compliance/frequency/submit",
      "compliance/frequency/remove",
      "compliance/frequency/restore",
      "compliance/quiet-hours/submit",
      "compliance/quiet-hours/remove",
      "compliance/quiet-hours/restore",
      "desk/approval/pass",
      "develop/datasource/submit",
      "develop/datasource/remove",
      "log/api/clean",
      "log/error/clean",
      "log/usual/clean",
      "open/endpoint/update",
      "open/endpoint/remove",
      "open/endpoint/create",
      "open/endpoint/rotate",
      "open/key/update",
      "open/key/create",
      "provider/error-policy/submit",
      "provider/error-policy/remove",
      "provider/provider/submit",
      "provider/provider/remove",
      "provider/provider/enable",
      "provider/provider/disable",
      "provider/provider/release",
      "provider/provider/lift-restriction",
      "provider/provider/bot-webhook",
      "resource/attach/ticket",
      "resource/attach/clean",
      "resource/mail/submit",
      "resource/mail/remove",
      "resource/mail/enable",
      "resource/mail/disable",
      "resource/oss/submit",
      "resource/oss/remove",
      "resource/oss/enable",
      "resource/oss/disable",
      "resource/oss/move",
      "resource/sms/submit",
      "resource/sms/remove",
      "resource/sms/enable",
      "resource/sms/disable",
      "sms/order-phone/overrule",
      "sms/order-phone/pass",
      "sms/session/reveal",
      "sms/sms-task/message-history/reveal",
      "system/api-scope/submit",
      "system/api-scope/remove",
      "system/api-scope/restore",
      "system/client/submit",
      "system/client/remove",
      "system/client/restore",
      "system/data-scope/submit",
      "system/data-scope/remove",
      "system/data-scope/restore",
      "system/dept/submit",
      "system/dept/remove",
      "system/dept/restore",
      "system/menu/submit",
      "system/menu/remove",
      "system/menu/restore",
      "system/param/submit",
      "system/param/remove",
      "system/param/update-control-panel",
      "system/role/submit",
      "system/role/remove",
      "system/role/restore",
      "system/role/grant",
      "system/role/copy",
      "system/tenant/submit",
      "system/tenant/remove",
      "system/tenant/restore",
      "system/tenant/disable",
      "system/tenant/enable",
      "system/tenant/setting",
      "system/tenant/administrator",
      "system/tenant-package/submit",
      "system/tenant-package/remove",
      "system/tenant-package/restore",
      "system/tenant-package/grant",
      "system/top-menu/save",
      "system/top-menu/update",
      "system/top-menu/submit",
      "system/top-menu/remove",
      "system/top-menu/restore",
      "system/top-menu/grant",
      "system/user/submit",
      "system/user/update",
      "system/user/remove",
      "system/user/erase",
      "system/user/update-password",
      "system/user/update-status",
      "system/user/reset-second-factor",
      "system/user/reset-attempts",
      "system/user/unlock",
      "system/user/import",
      "system/user/reset-password",
      "system/user/grant",
      "system/user/web/manual-update-balance",
      "telegram/order/message-history/reveal",
      "telegram/order-phone/overrule",
      "telegram/order-phone/pass",
      "user/app/remove",
      "user/app/save",
      "user/app/update",
      "user/app-user/remove",
      "user/app-user/approve",
      "user/app-user/refuse",
      "user/app-user/disable",
      "user/app-user/enable",
      "user/app-user/add",
      "user/app-user/update-password",
      "user/app-user/manual-update-balance",
      "user/app-user/lock-account",
      "user/app-user/clean-account",
      "user/bank-card/save",
      "user/bank-card/update",
      "user/bank-card/remove",
      "user/bank-card/unfreeze",
      "user/incoming-payment/attach",
      "user/payment-method/save",
      "user/payment-method/update",
      "user/payment-method/remove",
      "user/payment-method/update-receiving",
      "user/payment-watcher/save",
      "user/payment-watcher/update",
      "user/payment-watcher/remove",
      "user/payout-channel/save",
      "user/payout-channel/update",
      "user/payout-channel/remove",
      "user/recharge-record/pass",
      "user/recharge-record/correct",
      "user/user-wallet/save",
      "user/user-wallet/update",
      "user/wallet-address/save",
      "user/wallet-address/update",
      "user/wallet-address/remove",
      "user/wallet-address/unfreeze",
      "user/withdrawal-record/mark-returned",
      "user/withdrawal-record/pass",
      "user/withdrawal-record/third-channel",
      "user/withdrawal-record/bank-batch",
      "user/withdrawal-record/reveal-account",
      "whatsapp/embedded-number-task/update-isApproval",
      "whatsapp/embedded-number-task/update-isCheat",
      "whatsapp/inventory/extract-number",
      "whatsapp/order/message-history/reveal",
      "whatsapp/order-phone/overrule",
      "whatsapp/order-phone/pass",
      "whatsapp/pre-order/approve",
      "whatsapp/pre-order/refund",
      "whatsapp/price-configure/save",
      "whatsapp/price-configure/remove",
      "whatsapp/price-configure/update-status",
      "whatsapp/supplier/merge",
      "whatsapp/supplier/unmerge",
      "whatsapp/supplier-claim/write-off",
    ]
  `);
});
