import { buffer } from 'node:stream/consumers';
import type { BrowserContext, Locator, Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import type { Credentials } from './accounts.ts';
import { PageRecorder } from './page-recorder.ts';
import { SESSION_KEY, storeSession } from './session.ts';

/** Patience in milliseconds, enough for two busy cores; longer on a slower machine, which the run measures once. */
const PATIENCE_MILLIS = 45_000 * Number(process.env['TEST_SLOWNESS'] ?? 1);

const words = {
  zh: { account: '账号', password: '密码', signIn: '登录', menu: '菜单', search: '查询', save: '保存' },
  en: { account: 'Account', password: 'Password', signIn: 'Sign in', menu: 'Menu', search: 'Search', save: 'Save' },
} as const;

/** A downloaded file. */
export interface Downloaded {
  readonly name: string;
  readonly content: Buffer;
}

/** The server's answer to a call made without a screen. */
export interface Answer {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Where the product is: for programs, and for browsers. */
export interface ProductAddress {
  readonly url: string;
  readonly origin: string;
}

/** A user of the console, who acts on the texts of the screen. */
export class Person {
  readonly page: Page;
  readonly #context: BrowserContext;
  readonly #witness: PageRecorder;
  readonly #where: ProductAddress;
  #expected: RegExp[] = [];

  constructor(context: BrowserContext, page: Page, where: ProductAddress) {
    this.#context = context;
    this.#where = where;
    this.page = page;
    this.#witness = new PageRecorder(page);
    page.setDefaultTimeout(PATIENCE_MILLIS);
  }

  /** Errors of the page that this test provokes on purpose. */
  expectProblems(...patterns: readonly RegExp[]): void {
    this.#expected = [...this.#expected, ...patterns];
  }

  /** Unexpected errors the pages reported. */
  problems(): string[] {
    return this.#witness.problems.filter((problem) => !this.#expected.some((pattern) => pattern.test(problem)));
  }

  /** The content and pending requests of the page, for the report of a failed test. */
  account(): Promise<string> {
    return this.#witness.account();
  }

  async leave(): Promise<void> {
    await this.#context.close();
  }

  async goTo(address: string): Promise<void> {
    await this.page.goto(address);
  }

  /** Goes to another address of the console as a link does, without reloading the page. */
  async moveTo(address: string): Promise<void> {
    await this.page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, address);
    // The previous page stays visible until the new one is ready; only then is its tab selected.
    await this.page.waitForFunction((path) => {
      const tabs = document.querySelector('[role="tablist"]');
      if (!tabs) return document.querySelector('main#content') === null;
      return tabs.querySelector(`[data-path="${CSS.escape(path)}"] [aria-selected="true"]`) !== null;
    }, address.split('?', 1)[0] ?? '');
    await this.settled();
  }

  /** Fills in and submits the visible login page without waiting for the result. */
  async enter({ account, password }: Credentials, language: 'zh' | 'en' = 'zh'): Promise<void> {
    const say = words[language];
    await this.page.getByRole('textbox', { name: say.account, exact: true }).fill(account);
    await this.page.getByRole('textbox', { name: say.password, exact: true }).fill(password);
    await this.page.getByRole('button', { name: say.signIn, exact: true }).click();
  }

  /** Signs in at the login page and waits for the menu: for journeys that are about signing in. */
  async signInByHand(credentials: Credentials): Promise<void> {
    if (!this.page.url().includes('/login')) await this.goTo('/login');
    await this.enter(credentials);
    await this.#menu.waitFor();
  }

  /** Opens an address as a user who signed in before: the page finds the session in the browser's storage. */
  async signIn(credentials: Credentials, address = '/wel/index'): Promise<void> {
    await storeSession(this.page, { ...this.#where, credentials });
    await this.goTo(address);
    // Several buttons may start with the same word; the bar's is the first.
    await this.page
      .getByRole('button', { name: /^(消息|Messages)/ })
      .first()
      .waitFor();
  }

  /**
   * Passes requests of the page to these addresses to `answer`, until `page.unroute`. The browser needs a moment before
   * it intercepts requests of an open page and does not report when it does: so a probe is sent until it is
   * intercepted.
   */
  async intercept(
    addresses: Parameters<Page['route']>[0],
    answer: (route: Route) => unknown,
    options: { readonly times?: number } = {},
  ): Promise<void> {
    await this.page.route(addresses, answer, options);
    if (!this.page.url().startsWith('http')) return;
    const isProbe = (url: URL) => url.search === '?intercepted';
    await this.page.route(isProbe, (route) => route.fulfill({ body: 'intercepted' }));
    await expect
      .poll(() => this.page.evaluate(async () => (await fetch('/?intercepted')).text()), { timeout: PATIENCE_MILLIS })
      .toBe('intercepted');
    await this.page.unroute(isProbe);
  }

  /** Waits until nothing is on its way any more: no request without an answer, and no part of the page still loading. */
  settled(): Promise<void> {
    return this.#witness.settled();
  }

  /** Replaces a password set by an administrator, when the console asks for it. */
  async choosePassword(old: string, fresh: string): Promise<void> {
    await this.fill(this.page.locator('main'), { 原密码: old, 新密码: fresh, 确认密码: fresh });
    await this.press('修改密码');
  }

  /** Chooses an entry of the side menu by its group and name; waits for the page's own heading. */
  async open(group: string, entry: string): Promise<void> {
    const menu = this.page.getByRole('navigation', { name: words.zh.menu, exact: true });
    const door = menu.getByRole('menuitem', { name: group, exact: true });
    if ((await door.getAttribute('aria-expanded')) !== 'true') await door.click();
    await menu.getByRole('menuitem', { name: entry, exact: true }).click();
    // The previous screen stays until the new one is ready; only then is its tab selected. A phone shows only the page,
    // no tabs.
    const isPhone = (this.page.viewportSize()?.width ?? 0) < 768;
    const shown = isPhone
      ? this.page.getByRole('tabpanel', { name: entry, exact: true })
      : this.page.getByRole('tab', { name: entry, exact: true, selected: true });
    await shown.waitFor();
    await this.panel.getByRole('heading', { level: 1 }).waitFor();
  }

  get #menu(): Locator {
    return this.page.getByRole('navigation', { name: /^(菜单|Menu)$/ });
  }

  /** The page of the visible tab; those behind it are not reachable. */
  get panel(): Locator {
    return this.page.getByRole('tabpanel').filter({ visible: true });
  }

  /** The top panel or dialog. */
  get drawer(): Locator {
    return this.page.getByRole('dialog').filter({ visible: true }).last();
  }

  /** Returns the rows of the visible list, or of the given part of the page, without its head and its empty state. */
  rows(where: Locator = this.panel): Locator {
    return where.getByRole('row').and(this.page.locator('[tabindex]'));
  }

  /** Returns the row of the list that shows all of these texts. */
  row(...shown: readonly string[]): Locator {
    return shown.reduce((rows, text) => rows.filter({ hasText: text }), this.rows()).first();
  }

  /** Presses a button by its name. */
  async press(name: string, where: Locator | Page = this.page): Promise<void> {
    await where.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click();
  }

  /** Chooses an item of a row's 更多 menu. */
  async pressMore(name: string, row: Locator): Promise<void> {
    await this.press('更多', row);
    await this.page.getByRole('menuitem', { name, exact: true }).click();
  }

  /** Answers a question by the button of that name. */
  async answer(question: RegExp, name: string): Promise<void> {
    await this.press(name, this.page.getByRole('dialog', { name: question }));
  }

  /** Fills fields found by their labels: typed text; in a selector the text is searched and the match chosen. */
  async fill(where: Locator, values: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, value] of Object.entries(values)) await this.#fillOne(where, label, value);
  }

  async #fillOne(where: Locator, label: string, value: string): Promise<void> {
    const control = where.getByLabel(label, { exact: true }).first();
    if ((await control.getAttribute('role')) !== 'combobox') {
      await control.fill(value);
      return;
    }
    await control.click();
    await control.fill(value);
    // The first match is active; Enter chooses it.
    await this.page.locator('.ant-select-item-option-active').filter({ hasText: value, visible: true }).waitFor();
    await control.press('Enter');
  }

  /** Waits for a passing message. */
  async sees(text: string | RegExp, where: Locator | Page = this.page): Promise<void> {
    await where.getByText(text).filter({ visible: true }).first().waitFor();
  }

  /** Calls the server as this person, for requests no screen makes: a typed or guessed address. */
  ask(call: string, query: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.#call(`${call}?${new URLSearchParams(query)}`);
  }

  /** Posts to the server as this person, to prepare a journey. */
  post(call: string, body: Readonly<Record<string, unknown>>): Promise<Answer> {
    return this.#call(call, JSON.stringify(body));
  }

  #call(address: string, body: string | null = null): Promise<Answer> {
    return this.page.evaluate(
      async ([path, key, content]) => {
        const token = JSON.parse(localStorage.getItem(key) ?? '{}').state?.accessToken;
        const response = await fetch(`/api/${path}`, {
          headers: { token: `bearer ${token}`, ...(content === null ? {} : { 'content-type': 'application/json' }) },
          ...(content === null ? {} : { method: 'POST', body: content }),
        });
        return { status: response.status, data: (await response.json()).data ?? {} };
      },
      [address, SESSION_KEY, body] as const,
    );
  }

  /** Starts a download and returns the file. */
  async download(start: () => Promise<void>): Promise<Downloaded> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), start()]);
    return { name: download.suggestedFilename(), content: await buffer(await download.createReadStream()) };
  }
}
