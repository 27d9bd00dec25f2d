import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';

/** Maximum characters reported of the page, and of each layer above it. */
const SHOWN_CHARACTERS = 1_500;
const REFUSAL_CHARACTERS = 500;
/** The answers before a failure that are worth reading. */
const LAST_ANSWERS = 8;
const ASK_MILLIS = 5_000;
/** In milliseconds. After this time without a new request, the effects of the last answer have begun. */
const QUIET_MILLIS = 100;
const LOOK_MILLIS = 20;
const SETTLE_SECONDS = 30;

/** Records a page's errors, requests and answers, for the report of a failed test. */
export class PageRecorder {
  readonly #page: Page;
  readonly #problems: string[] = [];
  /** The server's refusals: the browser's own report contains only the status. */
  readonly #refusals: string[] = [];
  readonly #open = new Map<Request, number>();
  readonly #answers: string[] = [];

  constructor(page: Page) {
    this.#page = page;
    page.on('pageerror', (error) =>
      this.#problems.push(`page error at ${page.url()}: ${error.stack ?? error.message}`),
    );
    page.on('console', (message) => {
      if (message.type() !== 'error') return;
      this.#problems.push(`console at ${page.url()}: ${message.text()} (${message.location().url})`);
    });
    page.on('request', (request) => this.#open.set(request, Date.now()));
    page.on('requestfinished', (request) => this.#end(request, 'answered'));
    page.on('requestfailed', (request) => this.#end(request, request.failure()?.errorText ?? 'failed'));
    page.on('response', async (response) => {
      if (response.status() < 400) return;
      const body = await response.text().catch(() => '');
      this.#refusals.push(`${response.status()} ${response.url()} ${body.slice(0, REFUSAL_CHARACTERS)}`);
    });
  }

  /** Errors the page reported. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /** Returns the page's address and content, pending and recent requests, and refusals. */
  async account(): Promise<string> {
    const shown = await this.#shown().catch((error: unknown) => [`(cannot be read: ${String(error)})`]);
    const open = [...this.#open].map(([request, since]) => `${lineOf(request)}, for ${Date.now() - since} ms`);
    return [
      `at ${this.#page.url()}`,
      ...shown,
      ...this.#answers.map((answer) => `asked: ${answer}`),
      ...open.map((request) => `waits for: ${request}`),
      ...this.#refusals.map((refusal) => `refused: ${refusal}`),
    ].join('\n');
  }

  /** Returns the layers above the page from the top, then the page; the whole body when neither exists. */
  async #shown(): Promise<string[]> {
    const parts = this.#page.locator('main, [role="dialog"]').filter({ visible: true });
    const found = (await parts.count()) > 0 ? (await parts.all()).toReversed() : [this.#page.locator('body')];
    const texts = await Promise.all(found.map((part) => part.ariaSnapshot({ timeout: ASK_MILLIS })));
    return texts.map((text) => text.slice(0, SHOWN_CHARACTERS));
  }

  /** Waits until every request has been answered and none has followed for a moment. */
  async settled(): Promise<void> {
    let quietSince = Date.now();
    for (const end = Date.now() + SETTLE_SECONDS * 1000; Date.now() < end; await sleep(LOOK_MILLIS)) {
      if (this.#open.size > 0) quietSince = Date.now();
      else if (Date.now() - quietSince >= QUIET_MILLIS) return;
    }
    throw new Error(
      `Not settled after ${SETTLE_SECONDS} s; waits for ${[...this.#open.keys()].map(lineOf).join(', ')}`,
    );
  }

  #end(request: Request, how: string): void {
    const since = this.#open.get(request);
    this.#open.delete(request);
    this.#answers.push(`${lineOf(request)}, ${how} after ${since === undefined ? '?' : Date.now() - since} ms`);
    if (this.#answers.length > LAST_ANSWERS) this.#answers.shift();
  }
}

const lineOf = (request: Request): string => `${request.method()} ${request.url()}`;
