import type { Browser, Page } from 'playwright-core';
import { kilobytes, WEIGHT_LIMITS, watchWeight, weightLimitOf } from '../e2e/support/weight.ts';
import { freshContext, signIn, startBrowser } from './lib/browser.ts';
import { type Benchmark, type Figure, figure } from './lib/measure.ts';
import { type Product, startProduct } from './lib/product.ts';
import { fillStock } from './lib/stock.ts';

const FIRST_LIST = '/user/country/index';
/** Bytes that a new browser loads until it shows a page: scripts and styles, each compressed separately. */
export default {
  title: 'scripts and styles a browser loads, compressed with gzip',
  async run() {
    const product = await startProduct();
    const browser = await startBrowser();
    try {
      await fillStock(product.db, { from: 0, to: 100 });
      const login = await loginPage(browser, product);
      const { first, further } = await lists(browser, product);
      return [
        ...further,
        figure('login page, everything loaded', login, 'kB', { atMost: WEIGHT_LIMITS.login }),
        figure('shell with a first list', first, 'kB', { atMost: WEIGHT_LIMITS.firstList }),
      ];
    } finally {
      await browser.close();
      await product.close();
    }
  },
} satisfies Benchmark;

async function loginPage(browser: Browser, product: Product): Promise<number> {
  const context = await freshContext(browser, product);
  const page = await context.newPage();
  const loaded = watchWeight(page);
  await page.goto('/login');
  // Resources loaded after the first key count too.
  await page.getByRole('textbox', { name: '账号', exact: true }).fill('admin');
  await page.waitForLoadState('networkidle');
  const weight = kilobytes(await loaded());
  await context.close();
  return weight;
}

/** A list as the first page of a signed-in user, and then every other screen of the menu in the same browser. */
async function lists(browser: Browser, product: Product): Promise<{ first: number; further: Figure[] }> {
  const context = await freshContext(browser, product);
  const entrance = await context.newPage();
  await signIn(entrance, 'admin', product.adminPassword);
  const links = entrance.getByRole('navigation', { name: '快捷入口' }).getByRole('link');
  await links.first().waitFor();
  const addresses = await links.evaluateAll((found) =>
    found.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
  );
  await entrance.close();
  const page = await context.newPage();
  const loaded = watchWeight(page);
  await opened(page, FIRST_LIST);
  const known = await loaded();
  const first = kilobytes(known);
  const further: Figure[] = [];
  for (const address of addresses.filter((other) => other !== FIRST_LIST)) {
    const here = watchWeight(page);
    await opened(page, address);
    const files = new Map([...(await here())].filter(([url]) => !known.has(url)));
    for (const [url, bytes] of files) known.set(url, bytes);
    const atMost = weightLimitOf(files);
    further.push(figure(`${address} adds`, kilobytes(files), 'kB', atMost === undefined ? {} : { atMost }));
  }
  await context.close();
  return { first, further };
}

async function opened(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('tabpanel').getByRole('heading', { level: 1 }).filter({ visible: true }).first().waitFor();
  await page.waitForLoadState('networkidle');
}
