import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { signedHeaders } from '../../testing/signing.ts';
import { legacyHashOf, macOf, readSignature } from './signatures.ts';

const page = await readFile(new URL('../../../../docs/public-calls.md', import.meta.url), 'utf8');
const KEY = 'correct horse battery staple 0123456789';
const cells = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replace(/^`|`$/g, ''));
const vectors = page
  .split('\n')
  .filter((line) => line.startsWith('| POST | '))
  .map(cells);

it('signs as the test vectors of the documentation say', () => {
  expect(vectors.length).toBe(4);
  for (const [method = '', address = '', tenantId = '', timestamp = '', nonce = '', body = '', mac = ''] of vectors) {
    const [path = '', query = ''] = address.split('?');
    const parts = { method, path, query, timestamp, nonce, tenantId, body: Buffer.from(body) };
    expect(macOf(KEY, parts), address).toBe(mac);
    const client = { keyId: 's-example-0011223344556677', signKey: KEY };
    const { signature } = signedHeaders(client, { method, path: address, body, tenantId, timestamp, nonce });
    expect(signature, address).toBe(`v2:${client.keyId}:${mac}`);
    expect(readSignature(signature ?? '')).toEqual({ scheme: 'v2', keyId: client.keyId, mac });
  }
});

it.each(['sha256', 'md5'] as const)('makes the legacy signature of the documentation with %s', (hash) => {
  const [, documented] =
    /\| `([0-9a-f]+)` \|/.exec(page.slice(page.indexOf(`| \`${hash}\` |`) + hash.length + 4)) ?? [];
  expect(legacyHashOf(hash, 'example-word', '1718000000000')).toBe(documented);
  expect(readSignature(documented?.toUpperCase() ?? '')).toEqual({ scheme: 'legacy', hash: documented });
});

it('covers each part of the request', () => {
  const parts = {
    ...{ method: 'POST', path: '/api/register', query: 'a=1', timestamp: '1718000000000', nonce: '0123456789' },
    ...{ body: Buffer.from('{}'), tenantId: '' },
  };
  const changed = [
    { ...parts, method: 'GET' },
    { ...parts, path: '/api/product' },
    { ...parts, query: 'a=2' },
    { ...parts, timestamp: '1718000000001' },
    { ...parts, nonce: '0123456780' },
    { ...parts, body: Buffer.from('{ }') },
    { ...parts, tenantId: '000000' },
  ];
  const macs = new Set([parts, ...changed].map((one) => macOf(KEY, one)));
  expect(macs.size).toBe(changed.length + 1);
  expect(macOf(KEY, { ...parts, query: 'b=2&a=1' })).toBe(macOf(KEY, { ...parts, query: 'a=1&b=2' }));
});

it('reads no signature of another form', () => {
  for (const text of [
    '',
    'v2:',
    `v2:a b:${'A'.repeat(43)}`,
    `v2:s-1:${'A'.repeat(42)}`,
    'g'.repeat(32),
    'a'.repeat(33),
  ])
    expect(readSignature(text)).toBeUndefined();
});
