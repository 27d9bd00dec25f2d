import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_PASSWORD } from './kernel/testing/index.ts';
import { type TestApp, testApp } from './testing/app.ts';

const CLIENT = fileURLToPath(new URL('../../client/', import.meta.url));

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

/** Files are named at run time: their types exist only once the client has been generated. */
const load = (file: string) => import(/* @vite-ignore */ path.join(CLIENT, file));

/** As over the network, without one. */
async function send(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const answer = await app.server.inject({
    method: request.method as 'GET' | 'POST',
    url: pathname + search,
    headers: Object.fromEntries(request.headers),
    payload: await request.text(),
  });
  return new Response(answer.payload, {
    status: answer.statusCode,
    headers: { 'content-type': String(answer.headers['content-type']) },
  });
}

test('a client made from the API document compiles, signs in and is understood', async () => {
  await (await load('generate.ts')).generate();
  const compiler = createRequire(import.meta.url)
    .resolve('typescript/package.json')
    .replace('package.json', 'bin/tsc');
  await promisify(execFile)(process.execPath, [compiler, '-p', CLIENT]);
  const { signIn } = await load('sign-in.ts');
  expect(await signIn('admin', ADMIN_PASSWORD, send)).toEqual({
    account: 'admin',
    available: [],
    refused: 'NOT_FOUND',
  });
});
