import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { openDb } from '../server/src/kernel/db/index.ts';
import { startTemporaryCluster } from '../server/src/kernel/testing/temporary-cluster.ts';
import { startServerProcess } from '../server/src/testing/server-process.ts';
import { browserOptions } from './support/browser.ts';
import { ADMINISTRATOR } from './support/product.ts';
import { storeTheme } from './support/theme.ts';

/**
 * Takes the pictures of docs/screenshots again: the console with its demo data, light and dark, in both languages. Run it with
 * `node e2e/screenshots.ts` after `npm run build`; `BROWSER_PATH` names the browser where it is not the system's Chromium.
 */
const FOLDER = fileURLToPath(new URL('../docs/screenshots/', import.meta.url));
const THEMES = ['default', 'dark'] as const;
const LOCALES = ['zh', 'en'] as const;
const SIZE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const QUALITY = 62;
const PATIENCE_MILLIS = 30_000;

const PAGES = [
  ['dashboard', '/wel/dashboard'],
  ['inventory', '/whatsapp/inventory/index'],
  ['numbers', '/whatsapp/warehouse/index'],
  ['prices', '/whatsapp/price-configure/index'],
] as const;

const words = {
  zh: { account: '账号', password: '密码', signIn: '登录', detail: '查看' },
  en: { account: 'Account', password: 'Password', signIn: 'Sign in', detail: 'View' },
} as const;

const { cluster, remove } = await startTemporaryCluster();
const db = openDb({ ...cluster.connection, max: 2 });
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-screenshots-'));
const { host, user, database } = cluster.connection;
const product = await startServerProcess({
  DATABASE_URL: `postgres://${user}@/${database}?host=${host}`,
  DATA_DIR: dataDir,
  ADMIN_PASSWORD: ADMINISTRATOR.password,
  DEMO: '1',
});
const browser = await chromium.launch(browserOptions());
try {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  for (const theme of THEMES) for (const locale of LOCALES) await takeAll(theme, locale);
} finally {
  await browser.close();
  await product.stop();
  await db.close();
  await remove();
  await rm(dataDir, { recursive: true, force: true });
}

async function takeAll(theme: string, locale: 'zh' | 'en'): Promise<void> {
  await storeTheme(db, ADMINISTRATOR.account, { theme, locale });
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: SIZE,
    locale: locale === 'zh' ? 'zh-CN' : 'en-GB',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  });
  const take = (page: Page, name: string) =>
    page.screenshot({
      path: path.join(FOLDER, `${name}-${theme}-${locale}.jpg`),
      type: 'jpeg',
      quality: QUALITY,
      animations: 'disabled',
    });
  const page = await signedIn(context, locale);
  const open = async (address: string) => {
    await show(page, address);
    await page.getByRole('row').nth(1).getByRole('button', { name: words[locale].detail }).first().click();
    await page.getByRole('dialog').waitFor();
    await page.waitForLoadState('networkidle');
  };
  await take(page, 'home');
  await page.setViewportSize(PHONE);
  await take(page, 'phone');
  await page.setViewportSize(SIZE);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('0143');
  await page.getByRole('option', { name: /0143/ }).first().waitFor();
  await take(page, 'search');
  for (const [name, address] of PAGES) {
    await show(page, address);
    await take(page, name);
  }
  await open('/agent/recharge/index?status_in=1');
  await take(page, 'recharge');
  await open('/agent/user/index');
  await take(page, 'agent');
  await show(page, '/whatsapp/pre-warehouse/index?import=1');
  await page.getByRole('dialog').waitFor();
  await take(page, 'import');
  await page.evaluate(() => localStorage.removeItem('trade-assistant:session'));
  await page.goto('/login');
  await page.getByRole('textbox', { name: words[locale].account, exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
  // The last user's look stays in the browser, so its login page has it from the start.
  await take(page, 'login');
  await context.close();
}

async function signedIn(context: BrowserContext, locale: 'zh' | 'en'): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MILLIS);
  await page.goto('/login');
  const say = words[(await page.locator('html').getAttribute('lang'))?.startsWith('en') ? 'en' : 'zh'];
  await page.getByRole('textbox', { name: say.account, exact: true }).fill(ADMINISTRATOR.account);
  await page.getByRole('textbox', { name: say.password, exact: true }).fill(ADMINISTRATOR.password);
  await page.getByRole('button', { name: say.signIn, exact: true }).click();
  await page.waitForURL('**/wel/index');
  // The server's preferences arrive a moment after the first picture.
  await page.locator(`html[lang^="${locale}"]`).waitFor({ state: 'attached' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  return page;
}

async function show(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page
    .getByRole('row')
    .or(page.getByRole('heading', { level: 1 }))
    .first()
    .waitFor();
  await page.waitForLoadState('networkidle');
}
