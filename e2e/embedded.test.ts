import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpJourney } from './support/journey.ts';
import type { Person } from './support/person.ts';
import { ADMINISTRATOR } from './support/product.ts';

/** A foreign site: a page that shows its own address, one that refuses frames, one that never answers. */
const site = createServer((request, response) => {
  if (request.url?.startsWith('/silent')) return;
  if (request.url?.startsWith('/deny')) response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Content-Type', 'text/html').end(`<h1>Asked for ${request.url}</h1><input aria-label="Note">`);
});
await new Promise<void>((resolve) => site.listen(0, '0.0.0.0', resolve));
const { port } = site.address() as AddressInfo;
const SITE = `http://127.0.0.1:${port}`;
/** The same site at an address the console may not embed. */
const OTHER_SITE = `http://127.0.0.2:${port}`;

const visit = setUpJourney({ FRAME_SOURCES: SITE });

const entries = [
  { code: 'help/guide', name: '使用指南', path: '/help/guide.html' },
  { code: 'help/docs', name: '文档', path: `${SITE}/docs?lang=zh`, meta: { query: { chapter: '2' } } },
  { code: 'help/deny', name: '拒绝', path: `${SITE}/deny` },
  { code: 'help/silent', name: '沉默', path: `${SITE}/silent` },
  { code: 'help/other', name: '其他网站', path: `${OTHER_SITE}/docs` },
  { code: 'help/window', name: '新窗口', path: `${SITE}/window`, isOpen: 2 },
  { code: 'help/target', name: '目标', path: '/help/target', meta: { target: '_blank', query: { url: '/404' } } },
  { code: 'help/away', name: '别人的', path: `${SITE}/away`, meta: { roles: ['finance'] } },
  { code: 'help/tabless', name: '无标签', path: '/test', meta: { isTab: 0 } },
  { code: 'help/named', name: '字典', path: '/dict-vertical', meta: { i18n: 'dict', query: { name: '常用字典' } } },
  { code: 'help/absent', name: '未来', path: '/help/future' },
];

beforeAll(async () => {
  const { pool } = visit.product.db;
  const group = await pool.query<{ id: string }>(
    `insert into sys_menu (code, name, path, category, sort) values ('help', '帮助', '/help', 1, 900) returning id`,
  );
  for (const { code, name, path, isOpen = 1, meta = {} } of entries)
    await pool.query(
      'insert into sys_menu (parent_id, code, name, path, category, is_open, meta) values ($1, $2, $3, $4, 1, $5, $6)',
      [group.rows[0]?.id, code, name, path, isOpen, JSON.stringify(meta)],
    );
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});

async function arrive(): Promise<Person> {
  const person = await visit.person();
  await person.signIn(ADMINISTRATOR);
  return person;
}

async function choose(person: Person, name: string): Promise<void> {
  const menu = person.page.getByRole('navigation', { name: '菜单', exact: true });
  const door = menu.getByRole('menuitem', { name: '帮助' });
  if ((await door.getAttribute('aria-expanded')) !== 'true') await door.click();
  await menu.getByRole('menuitem', { name, exact: true }).click();
}

const inFrame = (person: Person, title: string) => person.page.frameLocator(`iframe[title="${title}"]`);

describe('an entry of the menu', () => {
  it('with html in its path shows the page inside the console, its fields in the address', async () => {
    const person = await arrive();
    await choose(person, '使用指南');
    await person.page.waitForURL('**/myiframe/help-guide?*');
    const { searchParams } = new URL(person.page.url());
    expect(Object.fromEntries(searchParams)).toEqual({ name: '使用指南', src: '/help/guide.html' });
    await inFrame(person, '使用指南').getByRole('heading', { level: 1 }).waitFor();
    expect(await person.page.locator('iframe').getAttribute('sandbox')).not.toContain('allow-same-origin');
    expect(await person.page.evaluate(() => document.title)).toBe('使用指南 - 外贸助手');
  });

  it('with a foreign address shows it with its parameters, and keeps it as it is while other tabs are shown', async () => {
    const person = await arrive();
    await choose(person, '文档');
    const frame = inFrame(person, '文档');
    await frame.getByRole('heading', { name: 'Asked for /docs?lang=zh&chapter=2' }).waitFor();
    await frame.getByRole('textbox', { name: 'Note' }).fill('half a sentence');
    await person.page.getByRole('tab', { name: '首页' }).click();
    await person.page.getByRole('tab', { name: '文档' }).focus();
    await person.page.keyboard.press('Control+Shift+ArrowLeft');
    await person.page.getByRole('tab', { name: '文档' }).click();
    expect(await frame.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('half a sentence');
  });

  it('shows that its site refuses to be embedded, and offers a window', async () => {
    const person = await arrive();
    person.expectProblems(/X-Frame-Options/);
    await choose(person, '拒绝');
    await person.panel.getByRole('heading', { name: '该网站不允许被嵌入' }).waitFor();
    const [opened] = await Promise.all([
      person.page.context().waitForEvent('page'),
      person.press('在新窗口中打开', person.panel),
    ]);
    await opened.getByRole('heading', { name: 'Asked for /deny' }).waitFor();
  });

  it('names the setting when the console may not embed its site', async () => {
    const person = await arrive();
    person.expectProblems(/Content Security Policy|violates/);
    await choose(person, '其他网站');
    await person.panel.getByRole('heading', { name: '本系统未允许嵌入该网站' }).waitFor();
    await person.sees('FRAME_SOURCES', person.panel);
  });

  it('reports a site that does not answer after a while', async () => {
    const person = await visit.person();
    await person.page.clock.install();
    await person.signIn(ADMINISTRATOR);
    await choose(person, '沉默');
    await person.page.locator('iframe[title="沉默"]').waitFor();
    await person.page.clock.fastForward(21_000);
    await person.panel.getByRole('heading', { name: '该网站没有响应' }).waitFor();
  });

  it('of open mode 2, or with a target, opens a window and leaves the console unchanged', async () => {
    const person = await arrive();
    const windowOf = async (name: string) => {
      const [opened] = await Promise.all([person.page.context().waitForEvent('page'), choose(person, name)]);
      await opened.waitForLoadState();
      return opened.url();
    };
    expect(await windowOf('新窗口')).toBe(`${SITE}/window`);
    expect(new URL(await windowOf('目标')).pathname).toBe('/404');
    expect(new URL(person.page.url()).pathname).toBe('/wel/index');
  });

  it('for other roles is not shown', async () => {
    const person = await arrive();
    await choose(person, '使用指南');
    const menu = person.page.getByRole('navigation', { name: '菜单', exact: true });
    expect(await menu.getByRole('menuitem', { name: '别人的' }).count()).toBe(0);
    await person.goTo(`/myiframe/x?src=${encodeURIComponent(`${SITE}/away`)}`);
    await person.page.waitForURL('**/403');
  });

  it('may have no tab, set its title, and lead to a page that does not exist yet', async () => {
    const person = await arrive();
    const tabs = person.page.getByRole('tab');
    await choose(person, '无标签');
    await person.panel.getByRole('heading', { level: 1, name: '组件示例' }).waitFor();
    expect(await tabs.allTextContents()).toEqual(['首页']);
    await choose(person, '字典');
    await person.page.getByRole('tab', { name: '常用字典', selected: true }).waitFor();
    await choose(person, '未来');
    await person.panel.getByRole('heading', { level: 1, name: '该页面尚未提供' }).waitFor();
    expect(await tabs.allTextContents()).toEqual(['首页', '常用字典', '未来']);
  });
});

describe('an address that wants a foreign page embedded', () => {
  it('is led to the menu’s own entry', async () => {
    const person = await arrive();
    await person.goTo('/myiframe/urlPath?src=%2Fhelp%2Fguide.html');
    await person.page.waitForURL('**/myiframe/help-guide?*');
  });

  it('is refused when the menu does not name it', async () => {
    const person = await arrive();
    await person.goTo(`/myiframe/urlPath?src=${encodeURIComponent(`${SITE}/phishing`)}`);
    await person.page.waitForURL('**/403');
    expect(await person.page.locator('iframe').count()).toBe(0);
  });
});
