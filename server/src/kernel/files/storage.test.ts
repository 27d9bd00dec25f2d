import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { bucketStorage } from './storage.ts';

/** Implements the part of S3 that storage uses; it does not check signatures. */
const objects = new Map<string, Buffer>();
const asked: { line: string; authorization: string }[] = [];

const folder: string = await mkdtemp(join(tmpdir(), 'storage-'));
const service: Server = createServer(async (request, response) => {
  const path = new URL(request.url ?? '', 'http://service').pathname;
  asked.push({ line: `${request.method} ${path}`, authorization: request.headers.authorization ?? '' });
  const found = objects.get(path);
  if (request.method === 'PUT') {
    objects.set(path, await buffer(request));
    response.setHeader('ETag', '"x"').end();
  } else if (request.method === 'DELETE') {
    objects.delete(path);
    response.writeHead(204).end();
  } else if (!found) {
    response.writeHead(404, { 'content-type': 'application/xml' });
    response.end('<Error><Code>NoSuchKey</Code><Message>none</Message></Error>');
  } else response.writeHead(200, { 'content-length': found.length }).end(found);
}).listen(0, '127.0.0.1');
await once(service, 'listening');
const storage = await bucketStorage({
  bucket: 'files',
  prefix: 'trade/',
  region: 'eu-central-1',
  endpoint: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
  credentials: { accessKeyId: 'example', secretAccessKey: 'example-secret' },
});
afterAll(async () => {
  service.closeAllConnections();
  service.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  asked.length = 0;
});

const content = Buffer.from('号码 +12015550100\n'.repeat(20_000));

test('a file moves into the bucket whole, below its prefix, in a signed request', async () => {
  const path = join(folder, 'upload');
  await writeFile(path, content);
  await storage.take(path, '000000/ab/abc');
  await expect(stat(path)).rejects.toThrow('ENOENT');
  expect(objects.get('/files/trade/000000/ab/abc')?.equals(content)).toBe(true);
  expect(asked[0]?.line).toBe('PUT /files/trade/000000/ab/abc');
  expect(asked[0]?.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=example\/\d{8}\/eu-central-1\/s3\//);
  expect((await buffer(await storage.read('000000/ab/abc'))).equals(content)).toBe(true);
});

test('is lent as a local file that is deleted afterwards, also if the work fails', async () => {
  const temporary = join(folder, 'lent');
  const read = await storage.lend('000000/ab/abc', temporary, (path) => readFile(path));
  expect(read.equals(content)).toBe(true);
  const failing = storage.lend('000000/ab/abc', temporary, () => Promise.reject(new Error('unreadable')));
  await expect(failing).rejects.toThrow('unreadable');
  expect(await readdir(folder)).toEqual([]);
});

test('and no longer exists once deleted', async () => {
  await storage.delete('000000/ab/abc');
  expect(objects.size).toBe(0);
  await expect(storage.read('000000/ab/abc').then(buffer)).rejects.toThrow();
});
