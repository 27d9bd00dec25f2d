import { expect, it } from 'vitest';
import type { Credentials } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';
import type { Person } from './support/person.ts';
import { ADMINISTRATOR } from './support/product.ts';

const visit = setUpJourney();
const CHOSEN = 'Harbour-People-1';

/** Signs in to a tenant with a one-time password, and chooses another. */
async function arrive(person: Person, tenantId: string, told: Credentials): Promise<void> {
  await person.goTo('/login');
  await person.page.getByRole('textbox', { name: '租户编号', exact: true }).fill(tenantId);
  await person.enter(told);
  await person.page.getByRole('heading', { name: '请先设置新密码' }).waitFor();
  await person.choosePassword(told.password, CHOSEN);
  await person.page.getByRole('navigation', { name: '菜单', exact: true }).waitFor();
}

/** Adds a record of the list that is open, after `fill` has filled its form in. */
async function add(person: Person, address: string, fill: (form: Person['drawer']) => Promise<void>): Promise<void> {
  await person.moveTo(address);
  await person.press('新增', person.panel);
  await fill(person.drawer);
  await person.press('保存', person.drawer);
  await person.page.getByRole('dialog', { name: /^新增/ }).waitFor({ state: 'hidden' });
  // A closed form removes its parameter from the address.
  await person.settled();
}

/** Searches an entry of a selector by its name and chooses it. */
async function choose(person: Person, label: string, entry: string): Promise<void> {
  const control = person.drawer.getByLabel(label, { exact: true }).first();
  await control.click();
  if (await control.isEditable()) await control.fill(entry);
  await person.page.getByTitle(entry, { exact: true }).filter({ visible: true }).last().click();
}

const dept = (person: Person, name: string, code: string, above?: string) =>
  add(person, '/system/dept/index', async (form) => {
    await person.fill(form, { 名称: name, 英文名称: code, 编号: code });
    if (above) await choose(person, '上级', above);
  });

/** Adds a user and gives the first password. */
async function user(person: Person, account: string, department: string, role?: string): Promise<Credentials> {
  await add(person, '/system/user/index', async (form) => {
    await person.fill(form, { 登录账号: account, 真实姓名: account });
    await choose(person, '部门', department);
    await person.page.keyboard.press('Escape');
    if (!role) return;
    await choose(person, '角色', role);
    await person.page.keyboard.press('Escape');
  });
  await person.press('生成密码', person.drawer);
  const told = person.drawer.getByRole('row').filter({ hasText: account });
  const password = ((await told.getByRole('cell').last().textContent()) ?? '').trim();
  await person.press('已妥善保存', person.drawer);
  return { account, password };
}

/** Opens the permissions of a role, makes choices and saves. */
async function grant(person: Person, role: string, choices: () => Promise<void>): Promise<void> {
  await person.moveTo('/system/role/index');
  await person.pressMore('权限设置', person.row(role));
  await saveGrants(person, choices);
}

/** Chooses permissions in the open panel and saves them. */
async function saveGrants(person: Person, choices: () => Promise<void>): Promise<void> {
  await choices();
  await person.press('保存', person.drawer);
  await person.sees('已保存并生效');
}

/** Ticks (or clears) a leaf of the tree that is shown, found by a search. */
async function tick(person: Person, sought: string, leaf: string): Promise<void> {
  const tree = person.drawer.getByRole('tabpanel').filter({ visible: true });
  await tree.getByRole('textbox', { name: '搜索可选项' }).fill(sought);
  await tree.locator('mark', { hasText: sought }).first().waitFor();
  await tree.getByRole('treeitem').filter({ hasText: leaf }).last().getByRole('checkbox').click();
}

it('a new tenant’s administrator creates departments, a role and a user, who sees only its screens and rows', async () => {
  const platform = await visit.person();
  await platform.signIn(ADMINISTRATOR);
  await add(platform, '/system/tenant/index', (form) => platform.fill(form, { 租户名称: '海港贸易', 联系人: '林安' }));
  await platform.press('生成密码', platform.drawer);
  await platform.sees('密码只显示这一次，首次登录后须修改', platform.drawer);
  const shown = await platform.drawer.innerText();
  const told = (label: string) => new RegExp(`^${label}\\s+(\\S+)`, 'm').exec(shown)?.[1] ?? '';
  const tenantId = told('租户编号');
  await platform.press('我已保存', platform.drawer);

  const admin = await visit.person();
  await arrive(admin, tenantId, { account: told('账号'), password: told('密码') });
  await dept(admin, '销售部', 'sales', '海港贸易');
  await dept(admin, '华东组', 'east', '销售部');
  await dept(admin, '财务部', 'books', '海港贸易');
  await add(admin, '/system/data-scope/index', async (form) => {
    await choose(admin, '资源', '用户管理 · system/user');
    await admin.fill(form, { 规则名称: '本部门的人', 英文规则名称: 'Number of sub-accounts' });
    await choose(admin, '规则类型', '所在机构及下级');
  });
  await add(admin, '/system/api-scope/index', async (form) => {
    await admin.fill(form, { 接口名称: '登记岗位', 英文接口名称: 'Posts', 接口地址: '/api/system/post/submit' });
  });
  await add(admin, '/system/role/index', (form) =>
    admin.fill(form, { 名称: '销售主管', 英文名称: 'Sales lead', 角色别名: 'sales_lead' }),
  );
  // The form of a new role is followed by its permissions.
  await saveGrants(admin, async () => {
    await tick(admin, '用户管理', '进入页面');
    await tick(admin, '岗位管理', '进入页面');
    await tick(admin, '岗位管理', '新增');
    await admin.drawer.getByRole('tab', { name: '数据权限' }).click();
    await tick(admin, '本部门的人', '本部门的人');
    await admin.drawer.getByRole('tab', { name: '接口权限' }).click();
    await tick(admin, '登记岗位', '登记岗位');
  });
  const first = await user(admin, 'lead_one', '销售部', '销售主管');
  await user(admin, 'east_one', '华东组');
  await user(admin, 'books_one', '财务部');

  const lead = await visit.person();
  lead.expectProblems(/403/, /404/);
  await arrive(lead, tenantId, first);
  const menu = lead.page.getByRole('navigation', { name: '菜单', exact: true });
  await menu.getByRole('menuitem', { name: '设置', exact: true }).click();
  await expect
    .poll(() => menu.getByRole('menuitem').allTextContents())
    .toEqual([...['首页', '设置'], ...['用户管理', '岗位管理']]);
  // Rows: the user's department and those below it; no other users, also not by the address of a record.
  await lead.open('设置', '用户管理');
  await expect.poll(() => lead.rows().count()).toBe(2);
  await lead.row('lead_one').waitFor();
  await lead.row('east_one').waitFor();
  expect(await buttonsOf(lead)).toEqual(['查看']);
  const { records } = (await admin.ask('system/user/list', { account: 'books_one' })).data as {
    records: [{ id: string }];
  };
  expect((await lead.ask('system/user/detail', { id: records[0].id })).status).toBe(404);
  expect((await lead.ask('system/role/list')).status).toBe(403);
  // One button, and the route behind it.
  await lead.open('设置', '岗位管理');
  await expect.poll(() => buttonsOf(lead)).toEqual(['新增', '查看']);
  const post = async (code: string) => {
    await lead.fill(lead.drawer, { 岗位编号: code, 岗位名称: code, 英文岗位名称: code });
    await choose(lead, '岗位类型', '高层');
  };
  await add(lead, '/system/post/index', () => post('adviser'));
  await lead.row('adviser').waitFor();

  await grant(admin, '销售主管', async () => {
    await admin.drawer.getByRole('tab', { name: '接口权限' }).click();
    await tick(admin, '登记岗位', '登记岗位');
  });
  // The console was notified and has fetched its permissions again.
  await lead.settled();
  await lead.press('新增', lead.panel);
  await post('refused');
  await lead.press('保存', lead.drawer);
  await lead.sees('没有权限', lead.drawer);
  await grant(admin, '销售主管', () => tick(admin, '岗位管理', '新增'));
  await lead.press('取消', lead.drawer);
  await lead.press('放弃修改', lead.drawer);
  await expect.poll(() => buttonsOf(lead)).toEqual(['查看']);
  await grant(admin, '销售主管', () => tick(admin, '岗位管理', '查看'));
  await expect.poll(() => menu.getByRole('menuitem').allTextContents()).toEqual(['首页', '设置', '用户管理']);
});

/** Returns the actions of the open page and of its rows. */
const buttonsOf = async (person: Person): Promise<string[]> => {
  const shown = await person.panel.getByRole('button').allTextContents();
  const doing = ['新增', '编辑', '删除', '导入', '导出', '更多操作', '查看', '复制', '重置密码', '角色'];
  return [...new Set(shown)].filter((name) => doing.includes(name));
};
