import { writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { findModules } from '../../modules.ts';
import { testApp } from '../../testing/app.ts';
import { PIXEL } from '../../testing/pixel.ts';
import { buildServer } from './server.ts';

const test = await testApp();
const { modules } = await findModules();
const server = await buildServer(test.app, modules, { bodyMillis: 500, uploadSpanMillis: 500 });
await server.listen({ port: 0, host: '127.0.0.1' });
const port = (server.server.address() as AddressInfo).port;
afterAll(async () => {
  await server.close();
  await test.close();
});

/** Sends a raw text; returns the answer once the server has closed the connection. */
function exchange(text: string, to = port): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(to, '127.0.0.1');
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes.toString();
    });
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(received));
    socket.write(text);
  });
}

const METHODS = ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'TRACE', 'QUERY'];
const PATHS = [
  '/api/openapi.json',
  '/api/nowhere',
  '/nowhere',
  '/%zz',
  '/api/auth/oauth/captcha',
  '/api/auth/oauth/token',
  '/api/system/post/list',
  '/api/system/post/submit',
  '/api/system/user/import',
];
const BODIES = [
  ['Content-Length: 10'],
  ['Transfer-Encoding: chunked'],
  ['Content-Type: application/json', 'Content-Length: 10'],
  ['Content-Type: application/json', 'Content-Encoding: gzip', 'Content-Length: 10'],
  ['Content-Type: application/x-www-form-urlencoded', 'Content-Length: 10'],
  ['Content-Type: text/xml', 'Content-Length: 10'],
  ['Content-Type: application/json', 'Content-Length: 99999999'],
  ['Content-Type: multipart/form-data; boundary=b', 'Content-Length: 10'],
  ['Expect: 100-continue', 'Content-Length: 10'],
];

describe('a body that never arrives', () => {
  it.each(METHODS)('ends only the connection of %s, with any answer', async (method) => {
    const heads = PATHS.flatMap((path) =>
      BODIES.map((body) => [`${method} ${path} HTTP/1.1`, 'Host: here', ...body].join('\r\n')),
    );
    // Unanswered or left open, one of these would wait for ever; an uncaught error fails the run.
    const answers = await Promise.all(heads.map((head) => exchange(`${head}\r\n\r\n`)));
    for (const answer of answers) expect(answer).not.toMatch(/^HTTP\/1\.1 5/);
    expect(await exchange('GET /api/nowhere HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n')).toContain('404');
  });

  it('is never our fault where its time ends before the answer', async () => {
    const hurried = await buildServer(test.app, modules, { bodyMillis: 1 });
    await hurried.listen({ port: 0, host: '127.0.0.1' });
    const head = ['GET /api/auth/oauth/captcha HTTP/1.1', 'Host: here', 'Content-Encoding: gzip', 'Content-Length: 10'];
    const { port: hurriedPort } = hurried.server.address() as AddressInfo;
    for (let time = 0; time < 20; time += 1)
      expect(await exchange(`${head.join('\r\n')}\r\n\r\n`, hurriedPort)).not.toMatch(/^HTTP\/1\.1 5/);
    await hurried.close();
  });

  it('is an answer of 408 where the call would read it', async () => {
    const token = `token: bearer ${test.admin.token}`;
    const head = ['POST /api/system/post/submit HTTP/1.1', 'Host: here', token, 'Content-Type: application/json'];
    const answer = await exchange(`${[...head, 'Content-Length: 10'].join('\r\n')}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 408/);
    expect(answer).toContain('"bizCode":"TOO_SLOW"');
  });
});

it('a head that is too large is answered in our envelope, and the connection ends in order', async () => {
  const fault = `GET /api/nowhere HTTP/1.1\r\nHost: here\r\nCookie: ${'x'.repeat(200_000)}\r\n\r\n`;
  const answer = await exchange(`${fault}GET /api/nowhere HTTP/1.1\r\nHost: here\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(answer).toContain('Connection: close');
  expect(answer).toContain('"bizCode":"HEADERS_TOO_LARGE"');
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  // Malformed as well.
  expect(await exchange('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [\s\S]*Connection: close/);
});

it.each([
  ['the disk full', () => writeFile('/dev/full', 'x')],
  ['the quota of its account used up', () => Promise.reject(Object.assign(new Error('write'), { code: 'EDQUOT' }))],
])('an upload that finds %s is answered 507 and leaves no file', async (_, write) => {
  const { own } = test.app.files;
  const { take } = own;
  const files = 'select count(*)::int as n from kernel_file';
  const before = (await test.db.pool.query(files)).rows[0];
  own.take = write;
  try {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(PIXEL)], { type: 'image/png' }), 'a.png');
    const answer = await fetch(`http://127.0.0.1:${port}/api/resource/oss/endpoint/put-file-attach`, {
      method: 'POST',
      headers: { token: `bearer ${test.admin.token}`, lang: 'en' },
      body: form,
    });
    expect(answer.status).toBe(507);
    expect(await answer.json()).toMatchObject({ bizCode: 'DISK_FULL', msg: /server disk is full/ });
  } finally {
    own.take = take;
  }
  expect((await test.db.pool.query(files)).rows[0]).toEqual(before);
});
