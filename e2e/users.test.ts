import { expect, it } from 'vitest';
import { openAgent, openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';
import type { Person } from './support/person.ts';
import { ADMINISTRATOR } from './support/product.ts';

const visit = setUpJourney();
const REFUSED = /status of 400/;

/** Registers staff without a role, pending approval. */
async function register(account: string, realName: string) {
  const credentials = await openStaff(visit.product.db, 'warehouse', realName, account);
  await visit.product.db.pool.query(
    `with waiting as (update sys_user set status = 3 where account = $1 returning id)
     delete from sys_user_role using waiting where user_id = waiting.id`,
    [account],
  );
  return credentials;
}

const action = (person: Person, account: string, name: string) =>
  person.row(account).getByRole('button', { name, exact: true }).click();

it('approves a pending user with a role, and shows a rejected one the reason', async () => {
  const [cora, dan] = [await register('cora_waits', 'Cora Example'), await register('dan_waits', 'Dan Example')];
  const admin = await visit.person();
  await admin.signIn(ADMINISTRATOR);
  await admin.open('设置', '用户管理');
  await admin.sees('2 个账号等待审核');
  await admin.page.getByRole('link', { name: '去审核' }).click();
  await expect.poll(() => admin.rows().count()).toBe(2);
  expect(new URL(admin.page.url()).searchParams.get('status')).toBe('3');

  await action(admin, cora.account, '通过');
  await admin.press('通过', admin.drawer);
  await admin.sees('请选择角色', admin.drawer);
  await admin.drawer.getByLabel('角色', { exact: true }).click();
  await admin.page.getByTitle('仓管', { exact: true }).click();
  await admin.page.keyboard.press('Escape');
  await admin.press('通过', admin.drawer);
  await admin.sees('已通过');
  await expect.poll(() => admin.rows().count()).toBe(1);

  await admin.pressMore('拒绝', admin.row(dan.account));
  await admin.drawer.getByLabel('拒绝原因', { exact: true }).fill('请使用公司邮箱注册');
  await admin.press('拒绝', admin.drawer);
  await admin.sees('已拒绝');
  await expect.poll(() => admin.rows().count()).toBe(0);

  const person = await visit.person();
  person.expectProblems(REFUSED);
  await person.goTo('/login');
  await person.enter(dan);
  await person.page.getByRole('alert').filter({ hasText: '注册申请未通过：请使用公司邮箱注册' }).waitFor();
  await person.signInByHand(cora);
  await person.page.getByRole('menuitem', { name: '库存', exact: true }).waitFor();
});

it('resets a lost two-step verification, after a question and with a reason', async () => {
  const erin = await openStaff(visit.product.db, 'support', 'Erin Example', 'erin_lost');
  await visit.product.db.pool.query(
    `insert into auth_totp (user_id, secret, confirmed_at) select id, 'sealed', now() from sys_user where account = $1`,
    [erin.account],
  );
  const person = await visit.person();
  person.expectProblems(REFUSED);
  await person.goTo('/login');
  await person.enter(erin);
  await person.page.getByRole('textbox', { name: '验证码', exact: true }).waitFor();

  const admin = await visit.person();
  await admin.signIn(ADMINISTRATOR, `/system/user/index?account=${erin.account}`);
  await admin.sees('已开启', admin.row(erin.account));
  await admin.row(erin.account).dblclick();
  await admin.pressMore('重置两步验证', admin.drawer);
  await admin.sees(/请先通过其他途径确认是 Erin Example 本人/, admin.drawer);
  await admin.drawer.getByLabel('重置原因', { exact: true }).fill('手机遗失，已电话核实');
  await admin.press('重置两步验证', admin.drawer);
  await admin.sees('两步验证已重置');

  await person.goTo('/login');
  await person.signIn(erin, '/desk/message/index');
  await person.sees(/管理员已重置您账号的两步验证：手机遗失，已电话核实/);
  await admin.goTo('/log/usual/index');
  await admin.row('SECOND_FACTOR_RESET').dblclick();
  await admin.sees(/手机遗失，已电话核实/, admin.drawer);
});

it('shows all that can be done to a row, whichever row and language', async () => {
  const { db, url } = visit.product;
  const [fay, gus] = [await openAgent(db, 'fay_barred'), await openAgent(db, 'gus_secured')];
  await db.pool.query(
    `insert into auth_totp (user_id, secret, confirmed_at) select id, 'sealed', now() from sys_user where account = $1`,
    [gus.account],
  );
  for (let turn = 0; turn < 5; turn += 1) {
    await fetch(`${url}/api/auth/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'password', username: fay.account, password: 'a wrong one' }),
    });
  }
  // One of their own: the language chosen here stays chosen.
  const person = await visit.person({ viewport: { width: 1280, height: 800 } });
  await person.signIn(await openStaff(db, 'administrator', 'Hal Example', 'hal_admin'), '/system/user/index');
  const shows = async (lift: string, more: string, reset: string) => {
    await person.row(fay.account).getByRole('button', { name: lift, exact: true }).waitFor();
    await person.press(more, person.row(gus.account));
    await person.page.getByRole('menuitem', { name: reset, exact: true }).waitFor();
    await person.page.keyboard.press('Escape');
    expect(await cutOff(person)).toEqual([]);
  };
  await shows('解除限制', '更多', '重置两步验证');
  await person.press('语言: EN (English)');
  await shows('Lift restriction', 'More', 'Reset two-step verification');
});

/** The menus of rows that do not fit into their cells. */
const cutOff = (person: Person): Promise<string[]> =>
  person.panel.locator('.kit-row-menu').evaluateAll((menus) =>
    menus.flatMap((menu) => {
      const cell = menu.closest('[role=cell], td');
      if (!cell) return ['no cell'];
      return menu.getBoundingClientRect().right > cell.getBoundingClientRect().right ? [menu.textContent] : [];
    }),
  );
