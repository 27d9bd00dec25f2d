import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import type { Db } from '../../server/src/kernel/db/index.ts';
import { cloneDatabase, type TestDb } from '../../server/src/kernel/testing/cluster.ts';
import { openBrowser } from './browser.ts';
import { HOST } from './host.ts';
import { Person } from './person.ts';
import { type Product, startProduct } from './product.ts';

const SLOWNESS = Number(process.env['TEST_SLOWNESS'] ?? 1);
/** Milliseconds. No journey is about a lost database: the server gives up waiting later on a slow machine. */
const WAITS = { answer: 4_000 * SLOWNESS, connect: 8_000 * SLOWNESS };
const RESULTS = fileURLToPath(new URL('../../test-results/', import.meta.url));

/** A running product with a separate database. */
export interface JourneyProduct extends Product {
  /** Direct access to the database, for changes that no screen offers. */
  readonly db: Db;
}

export interface Journey {
  readonly product: JourneyProduct;
  /** Opens a person with a separate browser context, so that no session is shared by accident. */
  person(look?: BrowserContextOptions): Promise<Person>;
}

/**
 * One running product for the calling file, over a copy of the seeded database, and the browser that all files of a worker share.
 * Persons live until the end of their test, which fails when one of their pages reported an unexpected error. A failed
 * test reports the content of their pages and saves pictures of them.
 */
export function setUpJourney(environment: Readonly<Record<string, string>> = {}): Journey {
  let database: TestDb | undefined;
  let product: JourneyProduct | undefined;
  let browser: Browser | undefined;
  let people: Person[] = [];

  beforeAll(async () => {
    database = await cloneDatabase(inject('cluster'), { seeded: true, waits: WAITS });
    const [running, shared] = await Promise.all([startProduct(database.db, environment), openBrowser()]);
    product = { ...running, db: database.db };
    browser = shared;
  });

  afterEach(async ({ task }) => {
    const gone = people;
    people = [];
    const hasFailed = task.result?.state === 'fail';
    const accounts = hasFailed ? await Promise.all(gone.map((person, at) => accountOf(person, task.name, at))) : [];
    const problems = gone.flatMap((person) => person.problems());
    await Promise.all(gone.map((person) => person.leave()));
    // Thrown, not printed: so the report of the failure contains it.
    const report = [
      ...(problems.length > 0 ? [`The pages reported errors:\n${problems.join('\n')}`] : []),
      ...(hasFailed ? ['What the pages showed:', ...accounts, product?.log() ?? ''] : []),
    ];
    if (report.length > 0) throw new Error(report.join('\n\n'));
  });

  afterAll(async () => {
    await product?.stop();
    await database?.close();
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
      const { url } = started(product);
      const origin = look.baseURL ?? url.replace('127.0.0.1', HOST);
      const context = await started(browser).newContext({
        baseURL: origin,
        viewport: { width: 1440, height: 900 },
        locale: 'zh-CN',
        timezoneId: 'Asia/Shanghai',
        reducedMotion: 'reduce',
        acceptDownloads: true,
        ...look,
      });
      const person = new Person(context, await context.newPage(), { url, origin });
      people.push(person);
      return person;
    },
  };
}

/** Saves a picture of the page and returns a description of its content. */
async function accountOf(person: Person, test: string, index: number): Promise<string> {
  mkdirSync(RESULTS, { recursive: true });
  const name = `${test.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80)}-${index + 1}.png`;
  await person.page.screenshot({ path: path.join(RESULTS, name) }).catch(() => undefined);
  return `${await person.account()}\nPicture: test-results/${name}`;
}
