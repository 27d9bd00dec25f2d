import type { InjectOptions } from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { type TestUser, testApp } from '../testing/app.ts';
import { harmlessRequests, permissionOf, type RegisteredCall, registeredCalls } from '../testing/registry-calls.ts';

const product = await testApp();
afterAll(() => product.close());

async function answerTo(request: InjectOptions, token: string | null): Promise<{ status: number; code: unknown }> {
  const headers = token === null ? {} : { token: `bearer ${token}` };
  const answer = await product.server.inject({ ...request, headers });
  const isJson = String(answer.headers['content-type']).includes('json');
  return { status: answer.statusCode, code: isJson ? answer.json().bizCode : undefined };
}

/** Returns each call's deviation from the expected answer, for one caller. */
async function deviations(
  token: string | null,
  expected: (call: RegisteredCall) => 401 | 403 | 'admitted',
): Promise<string[]> {
  const found: string[] = [];
  for (const call of registeredCalls)
    for (const request of harmlessRequests(call)) {
      const { status, code } = await answerTo(request, token);
      const got = status === 401 || status === 403 ? status : 'admitted';
      // A failed sign-in answers 401 itself, not by its guard.
      if (call.call.access === 'public' && call.call.answer === 'bare' && code === undefined) continue;
      if (got !== expected(call)) found.push(`${request.method} ${call.path}: ${status}, not ${expected(call)}`);
    }
  return found;
}

const ofNobody = ({ call }: RegisteredCall) => (call.access === 'public' ? 'admitted' : 401);

const strangers: Readonly<Record<string, () => Promise<string | null>>> = {
  nobody: async () => null,
  'a garbage token': async () => 'x'.repeat(43),
  'an ended session': async () => {
    const { token } = await product.staff('administrator');
    await product.app.sessions.signOut(token);
    return token;
  },
  'an expired token': async () => {
    const { id, token } = await product.staff('administrator');
    await product.db.pool.query(
      `update auth_token set expires_at = now() - interval '1 second'
       where session_id in (select id from auth_session where user_id = $1)`,
      [id],
    );
    product.app.sessions.forget();
    return token;
  },
};

it.each(Object.entries(strangers))('%s is accepted by public calls only', async (_name, enter) => {
  expect(await deviations(await enter(), ofNobody)).toEqual([]);
});

it('a user who must change the password first may make only the declared calls', async () => {
  const who = await product.staff('administrator');
  await product.db.pool.query('update sys_user set must_change_password = 1 where id = $1', [who.id]);
  product.app.sessions.forget();
  const expected = ({ call }: RegisteredCall) =>
    call.access === 'public' || call.beforePasswordChange ? 'admitted' : 403;
  expect(await deviations(who.token, expected)).toEqual([]);
});

it('every seeded role may make the calls of its buttons, and no others', async () => {
  const { rows } = await product.db.pool.query<{ role: string; codes: string[] }>(`
    select r.role_alias as role, array_remove(array_agg(m.code), null) as codes from sys_role r
    left join sys_role_menu g on g.role_id = r.id left join sys_menu m on m.id = g.menu_id and m.category = 2
    where r.deleted_at is null group by r.id order by r.id`);
  expect(rows.length).toBeGreaterThan(8);
  const found: Record<string, string[]> = {};
  for (const { role, codes } of rows) {
    const who = await userWith(role);
    const buttons = new Set(codes);
    const deviating = await deviations(who.token, (call) => {
      const permission = permissionOf(call);
      return permission === undefined || role === 'administrator' || buttons.has(permission) ? 'admitted' : 403;
    });
    if (deviating.length > 0) found[role] = deviating;
  }
  expect(found).toEqual({});
});

async function userWith(role: string): Promise<TestUser> {
  if (role === 'agent') return product.agent();
  if (role === 'app_user') return product.appUser();
  return role === 'agent_sub' ? product.agent({ parent: await product.agent(), subUser: true }) : product.staff(role);
}

it('the calls without a permission are exactly those listed', () => {
  const open = registeredCalls.filter((call) => permissionOf(call) === undefined);
  const named = (access: string) => open.filter(({ call }) => call.access === access).map(({ path }) => path);
  expect({ public: named('public'), 'signed-in': named('signed-in') }).toMatchInlineSnapshot(`
    {
      "public": [
        "agent/invitation/inviter",
        "agent/invitation/register",
        "agent/product/cover",
        "agent/recharge/proof",
        "agent/user/paper",
        "agent/verification/picture",
        "agent/warranty-claim/proof",
        "agent/withdrawal/callback",
        "app/timestamp",
        "app/register",
        "app/product",
        "app-manage/activity/cover",
        "auth/oauth/token",
        "auth/oauth/sources",
        "auth/oauth/render",
        "auth/oauth/captcha",
        "auth/oauth/logout",
        "auth/passkey/sign-in-options",
        "compliance/case/proof",
        "compliance/consent/proof",
        "desk/task/file",
        "provider/provider/paper",
        "provider/provider/callback",
        "provider/provider/webhook",
        "resource/attach/file",
        "resource/oss/endpoint/avatar",
        "sms/order-phone/proof",
        "sms/sms-phone/proof",
        "statistics/website-source/record",
        "system/tenant/info",
        "system/user/register-guest",
        "telegram/order-phone/proof",
        "user/incoming-payment/callback",
        "whatsapp/embedded-number-task/proof",
        "whatsapp/order-phone/proof",
        "whatsapp/supplier/paper",
        "whatsapp/supplier-claim/proof",
      ],
      "signed-in": [
        "agent/product/purchase-check",
        "agent/product/bulk-country-select",
        "agent/user/balance",
        "agent/user/service-address",
        "agent/user/my-service-address",
        "agent/user/update/my-service-address",
        "app-manage/activity/current",
        "app-manage/activity/claim",
        "app-manage/activity/picture",
        "app-manage/announcement/current",
        "app-manage/announcement/popups",
        "app-manage/announcement/article",
        "app-manage/announcement/read",
        "app-manage/announcement/picture",
        "app-manage/instruction/articles",
        "app-manage/instruction/topics",
        "app-manage/instruction/article",
        "app-manage/instruction/view",
        "app-manage/instruction/picture",
        "auth/lock/state",
        "auth/lock/lock",
        "auth/lock/unlock",
        "auth/lock/set-password",
        "auth/oauth/links",
        "auth/oauth/link",
        "auth/oauth/link-back",
        "auth/oauth/unlink",
        "auth/oauth/user-info",
        "auth/passkey/list",
        "auth/passkey/register-options",
        "auth/passkey/register",
        "auth/passkey/rename",
        "auth/passkey/remove",
        "auth/session/list",
        "auth/session/end",
        "auth/session/duties",
        "auth/session/switch",
        "auth/session/end-others",
        "auth/two-factor/state",
        "auth/two-factor/enrol",
        "auth/two-factor/verify",
        "auth/two-factor/confirm",
        "auth/two-factor/disable",
        "auth/two-factor/renew-codes",
        "desk/approval/ask-export",
        "desk/dashboard/tabs",
        "desk/dashboard/zero-inventory",
        "desk/dashboard/inventory-statistics",
        "desk/dashboard/bar-chart",
        "desk/dashboard/pie-chart",
        "desk/dashboard/bar-tick-align-chart",
        "desk/dashboard/leaderboard",
        "desk/dashboard/recommended-today",
        "desk/dashboard/user-statistics",
        "desk/dashboard/user-monthly-stats",
        "desk/dashboard/whatsapp-stats",
        "desk/dashboard/whatsapp-hourly-stats",
        "desk/dashboard/whatsapp-leaderboard",
        "desk/dashboard/deliveries",
        "desk/dashboard/hourly-deliveries",
        "desk/dashboard/delivery-leaderboard",
        "desk/dashboard/warranties",
        "desk/home/waiting",
        "desk/notice/detail",
        "desk/notice/latest",
        "desk/notice/picture",
        "desk/number-history/detail",
        "desk/search/records",
        "desk/task/progress",
        "desk/task/cancel",
        "desk/task/download",
        "desk/task/ticket",
        "desk/view/of-screen",
        "desk/view/named",
        "desk/view/save",
        "desk/view/remove",
        "message/my/topList",
        "message/my/list",
        "message/my/sendList",
        "message/my/missed",
        "message/detail",
        "message/sendDetail",
        "message/remove",
        "message/readAll",
        "resource/oss/endpoint/put-file",
        "system/dict/dictionary",
        "system/dict/labels",
        "system/dict-biz/dictionary",
        "system/menu/routes",
        "system/menu/buttons",
        "system/menu/framing",
        "system/menu/top-menu",
        "system/region/select",
        "system/user/info",
        "system/user/update-info",
        "system/user/update-password",
        "system/user/invite-code",
        "system/user/invite-code/update",
        "system/user-preferences/mine",
        "system/user-preferences/change",
        "user/country/bulk-select",
        "user/payment-method/choices",
        "whatsapp/price-configure/latest",
      ],
    }
  `);
});

it('standard calls of a resource (lists, details, forms, exports) always need a permission', () => {
  const open = registeredCalls.filter((call) => call.call.standard !== undefined && permissionOf(call) === undefined);
  expect(open.map(({ path }) => path)).toEqual([]);
});
