import { contentProblems } from '@trade-assistant/contract/sms-rules.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentRules, linkOpens, purgeLinks, shortLinks } from '../../engines/messaging/sms-senders/index.ts';
import { testApp } from '../../testing/app.ts';

const product = await testApp();
const { db } = product;
afterAll(() => product.close());

const TARGET = 'https://shop.example.com/spring?x=1';
const PERSON = { 'user-agent': 'Mozilla/5.0 (Linux; Android 16) Mobile Safari/537.36' };
let tasks = 0n;
const newTask = () => ({ tenantId: '000000', taskId: ++tasks });
type Task = ReturnType<typeof newTask>;
const links = (task: Task, lines: readonly number[], url = TARGET) => db.tx((tx) => shortLinks(tx, task, lines, url));
const link = async (task: Task) => new URL([...(await links(task, [1])).values()][0] ?? '').pathname;
const open = (path: string, headers: Record<string, string> = PERSON, method: 'GET' | 'HEAD' = 'GET') =>
  product.server.inject({ method, url: path, headers });
const opened = async (task: Task) => (await linkOpens(db.drizzle, task)).opened;

describe('without an address of short links', () => {
  it('none are made', async () => {
    await expect(links(newTask(), [1])).rejects.toMatchObject({ code: 'SHORT_LINK_OFF' });
  });
});

describe('short links', () => {
  beforeAll(() => product.setParameter('sms.shortLinkOrigin', 'https://go.example.com'));

  it('are one for each line, the same when asked again, and of the own domain', async () => {
    const task = newTask();
    const first = await links(task, [1, 2, 3]);
    expect(new Set(first.values()).size).toBe(3);
    for (const one of first.values()) expect(one).toMatch(/^https:\/\/go\.example\.com\/s\/[0-9A-Za-z]{8}$/);
    expect(await links(task, [3, 2, 1, 4])).toEqual(new Map([...first, [4, expect.any(String)]]));
    const many = await links(
      newTask(),
      Array.from({ length: 5000 }, (_, line) => line + 1),
    );
    expect(new Set(many.values()).size).toBe(5000);
  });

  it('lead to their stored target, whatever is asked, and are not cached', async () => {
    const path = await link(newTask());
    const answer = await open(`${path}?url=https://evil.example.net`);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, TARGET]);
    expect(answer.headers['cache-control']).toBe('no-store');
    for (const wrong of ['/s/AAAAAAAA', '/s/x', '/s/%2F%2Fevil.example.net', '/s/https:%2F%2Fevil.example.net'])
      expect([wrong, (await open(wrong)).statusCode]).toEqual([wrong, 404]);
  });

  it.each([
    'http://shop.example.com',
    'javascript:alert(1)',
    'shop',
    'https://a@shop.example.com',
    'https://go.example.com/s/x',
  ])('refuse the target %s', async (url) => {
    await expect(links(newTask(), [1], url)).rejects.toMatchObject({ code: 'SHORT_LINK_TARGET' });
  });

  it('count opens by people, and neither HEAD nor programs that show previews', async () => {
    const task = newTask();
    const path = await link(task);
    for (const agent of ['WhatsApp/2.24', 'facebookexternalhit/1.1', 'Googlebot/2.1', 'curl/8.0', ''])
      expect((await open(path, { 'user-agent': agent })).statusCode).toBe(302);
    expect((await open(path, { ...PERSON, 'sec-purpose': 'prefetch' })).statusCode).toBe(302);
    expect((await open(path, PERSON, 'HEAD')).headers.location).toBe(TARGET);
    expect(await opened(task)).toBe(0);
    await Promise.all([open(path), open(path), open(path)]);
    expect(await linkOpens(db.drizzle, task)).toEqual({ links: 1, opened: 1 });
    const { rows } = await db.pool.query('select opens from sms_link_code where code = $1', [path.slice(3)]);
    expect(rows).toEqual([{ opens: 3 }]);
  });

  it('expire, say so for a month, and are removed', async () => {
    const task = newTask();
    const path = await link(task);
    const age = (days: number) =>
      db.pool.query(`update sms_link set expire_time = now() - make_interval(days => $2) where task_id = $1`, [
        task.taskId,
        days,
      ]);
    await age(1);
    const answer = await open(path);
    expect([answer.statusCode, answer.headers.location]).toEqual([410, undefined]);
    expect(await opened(task)).toBe(0);
    await age(31);
    expect(await db.tx(purgeLinks)).toBe(1);
    expect((await open(path)).statusCode).toBe(404);
  });
});

it('rules about content are those of the tenant’s parameters', async () => {
  await product.setParameter('sms.blockedWords', 'casino，贷款');
  await product.setParameter('sms.linkDomains', 'shop.example.com');
  await product.setParameter('sms.optOutTexts', 'US=Text STOP to end');
  const rules = contentRules(product.app.parameters, '000000');
  const of = (text: string) =>
    contentProblems(text, { rules, isMarketing: true, canReply: true, countryCode: 'US' }).map(
      ({ message }) => message.en,
    );
  expect(of('Casino at shop.example.com')).toEqual([
    'Marketing texts must say how to opt out, such as “Text STOP to end”',
    'Contains the blocked word “casino”',
  ]);
  expect(of('See https://other.example.org. Text STOP to end')).toEqual([
    'The domain other.example.org is not among the allowed ones',
  ]);
  expect(of('See https://go.example.com/s/abc or shop.example.com. Text STOP to end')).toEqual([]);
});
