import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { Person } from './person.ts';
import { type Product, startProduct } from './product.ts';

const RESULTS = fileURLToPath(new URL('../../test-results/', import.meta.url));
/**
 * A name of its own, as behind a company's proxy: to a browser it is no secure context, which `localhost` would be, and
 * the push channel is looked for at the same port, not at the message port, where another product may be listening.
 */
const HOST = 'console.journey.test';
const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-quic',
  '--no-first-run',
  `--host-resolver-rules=MAP ${HOST} 127.0.0.1`,
];

export interface Journey {
  readonly product: Product;
  /** Somebody with a browser of their own, so that nobody shares a session by accident. */
  person(look?: BrowserContextOptions): Promise<Person>;
}

/**
 * One running product and one browser for the calling file. People live until the end of their test, which fails when a
 * page of theirs reported an error nobody expected. One that fails tells what their pages showed and leaves pictures of
 * them behind.
 */
export function journey(environment: Readonly<Record<string, string>> = {}): Journey {
  let product: Product | undefined;
  let browser: Browser | undefined;
  let people: Person[] = [];

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(environment), startBrowser()]);
  });

  afterEach(async ({ task }) => {
    const gone = people;
    people = [];
    const hasFailed = task.result?.state === 'fail';
    const accounts = hasFailed ? await Promise.all(gone.map((person, at) => accountOf(person, task.name, at))) : [];
    const problems = gone.flatMap((person) => person.problems());
    await Promise.all(gone.map((person) => person.leave()));
    // Thrown, not printed: so it stands beside the failure in the report, which may be all there is to read.
    const report = [
      ...(problems.length > 0 ? [`The pages reported errors:\n${problems.join('\n')}`] : []),
      ...(hasFailed ? ['What the pages showed:', ...accounts, product?.log() ?? ''] : []),
    ];
    if (report.length > 0) throw new Error(report.join('\n\n'));
  });

  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  const started = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The journey has not begun');
    return value;
  };
  return {
    get product() {
      return started(product);
    },
    async person(look = {}) {
      const context = await started(browser).newContext({
        baseURL: started(product).url.replace('127.0.0.1', HOST),
        viewport: { width: 1440, height: 900 },
        locale: 'zh-CN',
        timezoneId: 'Asia/Shanghai',
        reducedMotion: 'reduce',
        acceptDownloads: true,
        ...look,
      });
      const person = new Person(context, await context.newPage());
      people.push(person);
      return person;
    },
  };
}

function startBrowser(): Promise<Browser> {
  const known = process.env.BROWSER_PATH;
  const executablePath = known === undefined && process.platform === 'linux' ? '/usr/bin/chromium' : known;
  return chromium.launch({ args: BROWSER_FLAGS, ...(executablePath ? { executablePath } : {}) });
}

/** Leaves a picture of the page behind and tells what is on it. */
async function accountOf(person: Person, test: string, index: number): Promise<string> {
  mkdirSync(RESULTS, { recursive: true });
  const name = `${test.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80)}-${index + 1}.png`;
  await person.page.screenshot({ path: path.join(RESULTS, name) }).catch(() => undefined);
  return `${await person.account()}\nPicture: test-results/${name}`;
}
