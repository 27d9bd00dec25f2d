import dns from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutbound } from './index.ts';

/** Addresses of names in this test; other names are resolved by the system. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'public.example': ['93.184.216.34', '2606:2800:220:1::1'],
  'first.example': ['10.0.0.5', '93.184.216.34'],
  'last.example': ['93.184.216.34', '2606:2800:220:1::1', '127.0.0.1'],
  'mapped.example': ['93.184.216.34', '::ffff:192.168.1.1'],
  'link.example': ['fe80::1'],
};
const { lookup } = dns;
beforeAll(() => {
  const named = (host: string, options: object, done: (error: null, found: unknown) => void) => {
    const found = NAMES[host]?.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    return found ? done(null, found) : lookup(host, options as never, done as never);
  };
  dns.lookup = named as never;
  syncBuiltinESMExports();
});
afterAll(() => {
  dns.lookup = lookup;
  syncBuiltinESMExports();
});

describe('a host name', () => {
  const resolved = (host: string, allowPrivate: boolean, all: boolean) => {
    const outbound = createOutbound({ allowPrivate });
    return new Promise((resolve) =>
      outbound.lookup(host, { all } as never, (error, found) => resolve(error ? error.message : found)),
    ).finally(() => outbound.close());
  };

  it.each(Object.entries(NAMES))('%s, with the addresses %s', async (host, addresses) => {
    const isAllPublic = host === 'public.example';
    for (const all of [true, false]) {
      const whole = addresses.map((address) => expect.objectContaining({ address }));
      const found = all ? whole : addresses[0];
      expect(await resolved(host, true, all)).toEqual(found);
      expect(await resolved(host, false, all)).toEqual(
        isAllPublic ? found : expect.stringContaining('PRIVATE_ENDPOINTS'),
      );
    }
  });
});

describe('a redirect', () => {
  it('is an answer, and where it leads is not asked', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(302, { location: '/inside' }).end('elsewhere');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const outbound = createOutbound({ allowPrivate: true });
    try {
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/first`;
      for (const method of ['GET', 'POST'] as const)
        expect(await outbound.request(address, { method })).toMatchObject({ status: 302, body: 'elsewhere' });
      expect(asked).toEqual(['/first', '/first']);
    } finally {
      outbound.close();
      server.closeAllConnections();
      server.close();
    }
  });
});

describe('services', () => {
  const rules = { allowPrivate: false, hosts: ['api.example.com', '*.example.org', '203.0.113.7'] };

  it.each([
    ['https://api.example.com/x', true],
    ['https://API.example.com', true],
    ['https://one.two.example.org', true],
    ['https://203.0.113.7', true],
    ['https://example.org', false],
    ['https://badexample.org', false],
    ['https://api.example.com.evil.example', false],
    ['https://api.example.com@evil.example', false],
    ['https://other.example.com', false],
  ])('that are listed are called and no others: %s', (address, isCalled) => {
    const outbound = createOutbound({ ...rules, allowPrivate: true });
    if (isCalled) expect(outbound.check(address)).toBeInstanceOf(URL);
    else expect(() => outbound.check(address)).toThrow('OUTBOUND_HOSTS');
    outbound.close();
  });

  it('are called over TLS alone where that is demanded', () => {
    const outbound = createOutbound({ allowPrivate: false, demandTls: true });
    expect(() => outbound.check('http://api.example.com')).toThrow('OUTBOUND_TLS');
    expect(outbound.check('https://api.example.com').protocol).toBe('https:');
    const smpp = ['smpp:', 'smpps:'];
    expect(() => outbound.check('smpp://api.example.com:2775', smpp)).toThrow('OUTBOUND_TLS');
    expect(outbound.check('smpps://api.example.com:2776', smpp).protocol).toBe('smpps:');
    outbound.close();
  });
});
