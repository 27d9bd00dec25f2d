import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Product } from './product.ts';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-quic', '--no-first-run'];
const PATIENCE_MILLIS = 30_000;

export function startBrowser(): Promise<Browser> {
  const known = process.env.BROWSER_PATH;
  const executablePath = known === undefined && process.platform === 'linux' ? '/usr/bin/chromium' : known;
  return chromium.launch({ args: FLAGS, ...(executablePath ? { executablePath } : {}) });
}

/** A browser that has never seen the product, on a screen as offices have them. */
export async function freshContext(browser: Browser, product: Product): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: product.server.url,
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  });
  context.setDefaultTimeout(PATIENCE_MILLIS);
  return context;
}

/** Signs in through the login page and waits for the home page. */
export async function signIn(page: Page, account: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByRole('textbox', { name: '账号', exact: true }).fill(account);
  await page.getByRole('textbox', { name: '密码', exact: true }).fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL('**/wel/index');
}

/** Waits until the list of the tab being shown has its rows. */
export async function waitForList(page: Page): Promise<void> {
  await page.locator('[role=tabpanel] [data-row-key]').filter({ visible: true }).first().waitFor();
}
