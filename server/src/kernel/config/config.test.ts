import { spawn } from 'node:child_process';
import disk, { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { DataFolderBusy, lockDataFolder } from './data-lock.ts';
import { ConfigError, loadConfig, settingsTable } from './index.ts';
import { trustOf } from './proxies.ts';

describe('settings', () => {
  it('have values that work when nothing is set', () => {
    expect(loadConfig({})).toMatchObject({
      port: 8080,
      databaseUrl: null,
      captcha: true,
      demo: true,
      messagePort: 5884,
      role: 'all',
      tokenLifeSeconds: 43_140,
      tokenTimeSeconds: 21_570,
      frameSources: ['https:', 'http:'],
    });
  });

  it('take the direct address of a database only beside that of its pooler', () => {
    const url = 'postgres://somebody@localhost/trade';
    expect(loadConfig({ DATABASE_URL: url }).databaseDirectUrl).toBe(null);
    expect(loadConfig({ DATABASE_URL: url, DATABASE_DIRECT_URL: `${url}2` }).databaseDirectUrl).toBe(`${url}2`);
    expect(() => loadConfig({ DATABASE_DIRECT_URL: url })).toThrow('DATABASE_URL');
  });

  it('load demo data into an external database only on request', () => {
    const url = 'postgres://somebody@localhost/trade';
    expect(loadConfig({ DATABASE_URL: url }).demo).toBe(false);
    expect(loadConfig({ DATABASE_URL: url, DEMO: '1' }).demo).toBe(true);
    expect(loadConfig({ DEMO: '0' }).demo).toBe(false);
  });

  it('are all refused at once, each by name and with accepted values', () => {
    const wrong = { PORT: '80800', DATABASE_URL: 'mysql://x', CAPTCHA: 'maybe', ADMIN_PASSWORD: 'short', ROLE: 'king' };
    const refuse = () => loadConfig(wrong);
    expect(refuse).toThrow(ConfigError);
    try {
      refuse();
    } catch (error) {
      expect((error as ConfigError).names).toEqual(['PORT', 'DATABASE_URL', 'ADMIN_PASSWORD', 'CAPTCHA', 'ROLE']);
      expect((error as ConfigError).message).toContain('0–65535');
      expect((error as ConfigError).message).toContain('web, worker or all');
      expect((error as ConfigError).message).not.toContain('short');
    }
  });

  it.each([
    'postgres://ada:secret@one,two/trade',
    'postgres://ada@one:1,two:2/trade?x=1',
    'postgres:///trade?host=one,two',
  ])('of a database with several hosts are refused with the way out: %s', (DATABASE_URL) => {
    expect(() => loadConfig({ DATABASE_URL })).toThrow(/DATABASE_URL.*several hosts.*docs\/operations\/nodes\.md/s);
    expect(() => loadConfig({ DATABASE_URL })).not.toThrow(/secret/);
  });

  it('of a database may have a comma in the password', () => {
    const url = 'postgres://ada:a,b@one/trade?host=/run/postgresql';
    expect(loadConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
  });

  it('name providers to sign in with, either by issuer or by addresses', () => {
    const secrets = { clientId: 'us', clientSecret: 'hush' };
    const endpoints = {
      authorizationEndpoint: 'https://hub.example/authorize',
      tokenEndpoint: 'https://hub.example/token',
      userInfoEndpoint: 'https://hub.example/user',
    };
    const setting = [
      { key: 'id', name: 'ID', issuer: 'https://id.example', ...secrets },
      { key: 'hub', name: 'Hub', ...endpoints, clientId: 'us', claims: { subject: 'openid' } },
    ];
    expect(loadConfig({}).socialProviders).toEqual([]);
    expect(loadConfig({ SOCIAL_PROVIDERS: JSON.stringify(setting) }).socialProviders).toMatchObject([
      { key: 'id', scope: 'openid profile email', server: { issuer: new URL('https://id.example') } },
      { key: 'hub', scope: '', claims: { subject: 'openid', account: 'login' }, clientSecret: undefined },
    ]);
  });

  it.each([
    ['[{', 'is not valid JSON'],
    [[{ key: 'A', name: 'A', clientId: 'hush', issuer: 'https://a.example' }], '[0].key must be lower-case'],
    [[{ key: 'a', name: 'A', clientId: 'hush', issuer: 'http://a.example' }], '[0].issuer must be https'],
    [[{ key: 'a', name: 'A', clientId: 'hush' }], '[0] needs either issuer or'],
    [[{ key: 'a', name: 'A', clientId: 'hush', tokenEndpoint: 'https://a.example' }], '[0] needs either issuer or'],
    [[{ key: 'a', name: 'A', issuer: 'https://a.example', secret: 'hush' }], '[0]'],
    [
      ['one', 'two'].map((name) => ({ key: 'a', name, clientId: 'hush', issuer: 'https://a.example' })),
      'two providers have the key a',
    ],
  ])('say which entry of a provider is wrong, and show none of it: %j', (setting, complaint) => {
    const text = typeof setting === 'string' ? setting : JSON.stringify(setting);
    const refuse = () => loadConfig({ SOCIAL_PROVIDERS: text });
    expect(refuse).toThrow(ConfigError);
    expect(refuse).toThrow(complaint);
    expect(refuse).not.toThrow('hush');
  });

  it('name a bucket whole, or none', () => {
    const key = { S3_ACCESS_KEY_ID: 'example', S3_SECRET_ACCESS_KEY: 'example-secret' };
    expect(loadConfig({}).bucket).toBeNull();
    expect(loadConfig({ FILES_URL: 's3://trade-files' }).bucket).toEqual({
      bucket: 'trade-files',
      prefix: '',
      region: 'us-east-1',
      endpoint: null,
      credentials: null,
    });
    expect(
      loadConfig({ FILES_URL: 's3://files/trade/one', S3_ENDPOINT: 'http://minio:9000', S3_REGION: 'eu', ...key })
        .bucket,
    ).toEqual({
      bucket: 'files',
      prefix: 'trade/one/',
      region: 'eu',
      endpoint: 'http://minio:9000',
      credentials: { accessKeyId: 'example', secretAccessKey: 'example-secret' },
    });
    const wrong = [
      [{ FILES_URL: 'https://bucket' }, 'FILES_URL'],
      [{ FILES_URL: 's3://Bucket' }, 'FILES_URL'],
      [{ ...key }, 'FILES_URL'],
      [{ FILES_URL: 's3://files', S3_ENDPOINT: 'minio:9000' }, 'S3_ENDPOINT'],
      [{ FILES_URL: 's3://files', S3_ACCESS_KEY_ID: 'example' }, 'S3_SECRET_ACCESS_KEY'],
      [{ FILES_URL: 's3://files', S3_SECRET_ACCESS_KEY: 'example-secret' }, 'S3_ACCESS_KEY_ID'],
    ] as const;
    for (const [environment, name] of wrong)
      expect(() => loadConfig(environment), JSON.stringify(environment)).toThrow(new RegExp(`\\n  ${name} `));
  });

  it('trust a number of proxies or their networks, and never everybody', () => {
    const trustedBy = (value: string, addresses: readonly string[]) => {
      const trust = trustOf(loadConfig({ TRUST_PROXY: value }).trustProxy);
      return addresses.map((address, hop) => trust(address, hop));
    };
    const chain = ['10.1.2.3', '198.51.100.7', '127.0.0.1'];
    expect(trustedBy('', chain)).toEqual([false, false, false]);
    expect(trustedBy('0', chain)).toEqual([false, false, false]);
    expect(trustedBy('2', chain)).toEqual([true, true, false]);
    expect(trustedBy('10.0.0.0/8, loopback', chain)).toEqual([true, false, true]);
    for (const wrong of ['11', '-1', 'on', '10.0.0.0/33', 'proxy.example', '10.0.0.0/8;127.0.0.1'])
      expect(() => loadConfig({ TRUST_PROXY: wrong }), wrong).toThrow('TRUST_PROXY');
  });

  it('renew a token only while it lives', () => {
    expect(loadConfig({ TOKEN_LIFE_SECONDS: '600', TOKEN_TIME_SECONDS: '599' }).tokenTimeSeconds).toBe(599);
    expect(() => loadConfig({ TOKEN_LIFE_SECONDS: '600', TOKEN_TIME_SECONDS: '600' })).toThrow('TOKEN_TIME_SECONDS');
  });

  it('name the sites that may be framed by their origins alone', () => {
    const sourcesOf = (value: string) => loadConfig({ FRAME_SOURCES: value }).frameSources;
    expect(sourcesOf('none')).toEqual([]);
    expect(sourcesOf('https://docs.example.com, https://*.example.org:8443')).toEqual([
      'https://docs.example.com',
      'https://*.example.org:8443',
    ]);
    for (const wrong of [
      'docs.example.com',
      "'unsafe-inline'",
      'https://a.example/path',
      'https://a.example; script-src *',
    ])
      expect(() => sourcesOf(wrong), wrong).toThrow('FRAME_SOURCES');
  });

  it('count as not set when empty, and unknown names are ignored', () => {
    expect(loadConfig({ PORT: '', HOME: '/root' }).port).toBe(8080);
  });

  it('are listed in the README', async () => {
    const readme = await readFile(new URL('../../../../README.md', import.meta.url), 'utf8');
    expect(readme).toContain(settingsTable());
  });
});

/** Delays some disk calls, as on a busy machine. @returns a function that restores them */
function withSlowDisk(): () => void {
  const names = ['link', 'readFile', 'readdir', 'rename', 'rm', 'truncate', 'writeFile'] as const;
  const before = Object.fromEntries(names.map((name) => [name, disk[name]]));
  for (const name of names) {
    const work = disk[name] as (...input: unknown[]) => Promise<unknown>;
    Object.assign(disk, {
      [name]: async (...input: unknown[]) => {
        await sleep(Math.random() < 0.25 ? Math.random() * 250 : 0);
        return work(...input);
      },
    });
  }
  syncBuiltinESMExports();
  return () => {
    Object.assign(disk, before);
    syncBuiltinESMExports();
  };
}

describe('the data folder', () => {
  const folder = () => mkdtemp(path.join(os.tmpdir(), 'trade-assistant-lock-'));

  it('belongs to one server at a time, and names its process', async () => {
    const dir = await folder();
    const release = await lockDataFolder(dir);
    await expect(lockDataFolder(dir, 0)).rejects.toThrow(DataFolderBusy);
    await expect(lockDataFolder(dir, 0)).rejects.toThrow(String(process.pid));
    await release();
    await (await lockDataFolder(dir))();
    await rm(dir, { recursive: true });
  });

  it('is taken over from a killed server, even if another process has its process id', async () => {
    const dir = await folder();
    const child = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => child.once('exit', resolve));
    await writeFile(path.join(dir, 'server.lock'), JSON.stringify({ pid: child.pid, started: '1' }));
    await (await lockDataFolder(dir))();
    await writeFile(path.join(dir, 'server-9.lock'), JSON.stringify({ pid: process.pid, started: 'another time' }));
    await (await lockDataFolder(dir))();
    await rm(dir, { recursive: true });
  });

  it('goes to one of twelve starts that find a stale lock at the same moment', async () => {
    const undo = withSlowDisk();
    try {
      await Promise.all(Array.from({ length: 12 }, startADozen));
    } finally {
      undo();
    }
  });

  async function startADozen(): Promise<void> {
    const dir = await folder();
    await writeFile(path.join(dir, 'server.lock'), JSON.stringify({ pid: process.pid, started: 'another time' }));
    const starts = await Promise.allSettled(Array.from({ length: 12 }, () => lockDataFolder(dir, 0)));
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await readdir(dir)).toHaveLength(1);
    await rm(dir, { recursive: true });
  }

  it('is waited for while the server that has it is just stopping', async () => {
    const dir = await folder();
    const release = await lockDataFolder(dir);
    setTimeout(() => void release(), 300);
    await (await lockDataFolder(dir, 5000))();
    await rm(dir, { recursive: true });
  });
});
