import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openSecrets, readKey } from './index.ts';

const dataDir: string = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-secrets-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const keyed = (digit: string) => openSecrets({ key: readKey(digit.repeat(64)), dataDir: '/nowhere' });
const unreadable = expect.objectContaining({ code: 'SECRET_UNREADABLE', status: 500 });

describe('a sealed value', () => {
  it('opens with the same key and purpose, and looks different each time', async () => {
    const secrets = await keyed('a');
    const [one, two] = [secrets.seal('密码 🔑', 'totp:1'), secrets.seal('密码 🔑', 'totp:1')];
    expect(one).not.toBe(two);
    expect(one).not.toContain('密码');
    expect([secrets.open(one, 'totp:1'), secrets.open(two, 'totp:1')]).toEqual(['密码 🔑', '密码 🔑']);
  });

  it('does not open in another row, with another key, or altered', async () => {
    const secrets = await keyed('a');
    const sealed = secrets.seal('text', 'totp:1');
    expect(() => secrets.open(sealed, 'totp:2')).toThrow(unreadable);
    expect((await keyed('b')).open.bind(null, sealed, 'totp:1')).toThrow(unreadable);
    const last = sealed.at(-3) === 'A' ? 'B' : 'A';
    expect(() => secrets.open(sealed.slice(0, -3) + last + sealed.slice(-2), 'totp:1')).toThrow(unreadable);
    for (const nonsense of ['', 'text', '1.x', sealed.slice(0, 14)])
      expect(() => secrets.open(nonsense, 'totp:1')).toThrow(unreadable);
  });

  it('is compared by a digest that depends on key and purpose', async () => {
    const [a, b] = [await keyed('a'), await keyed('b')];
    expect(a.digest('code', '1')).toBe(a.digest('code', '1'));
    expect(new Set([a.digest('code', '1'), a.digest('code', '2'), b.digest('code', '1')]).size).toBe(3);
  });
});

describe('the key', () => {
  it('is written once, for its owner only, and found again', async () => {
    const opened = await Promise.all([1, 2, 3].map(() => openSecrets({ key: undefined, dataDir })));
    const sealed = opened[0]!.seal('text', 'x');
    for (const secrets of opened) expect(secrets.open(sealed, 'x')).toBe('text');
    const file = path.join(dataDir, 'secret.key');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
  });

  it('is refused when its file holds something else', async () => {
    const broken = await mkdtemp(path.join(dataDir, 'broken-'));
    await writeFile(path.join(broken, 'secret.key'), 'short');
    await expect(openSecrets({ key: undefined, dataDir: broken })).rejects.toThrow('secret.key');
  });

  it.each([
    ['0123456789abcdef'.repeat(4), true],
    [Buffer.alloc(32, 7).toString('base64'), true],
    [Buffer.alloc(32, 250).toString('base64url'), true],
    ['0'.repeat(63), false],
    [Buffer.alloc(31, 7).toString('base64'), false],
    ['a good password', false],
  ])('%s is a key: %s', (text, isKey) => expect(readKey(text)?.length).toBe(isKey ? 32 : undefined));
});
