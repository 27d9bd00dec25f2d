import dns from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutbound, wasNotSent } from './index.ts';

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

describe('an answer that is too long', () => {
  it('is refused, or cut off where only its beginning matters', async () => {
    const server = createServer((_, response) => void response.end('x'.repeat(200_000)));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const outbound = createOutbound({ allowPrivate: true });
    try {
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      const ask = (answerBytes: number, isCut: boolean) =>
        outbound.request(address, { method: 'GET', answerBytes, isCut });
      await expect(ask(65_536, false)).rejects.toMatchObject({ code: 'ENDPOINT_ANSWER' });
      expect(await ask(65_536, true)).toMatchObject({ status: 200, body: 'x'.repeat(65_536) });
      expect(await ask(200_000, false)).toMatchObject({ status: 200, body: 'x'.repeat(200_000) });
    } finally {
      outbound.close();
      server.closeAllConnections();
      server.close();
    }
  });
});

describe('a request that failed', () => {
  const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
  /** Sends requests to a server that treats its connections like this. @returns whether each was certainly not sent */
  async function sent(protocol: string, treat: (socket: Socket) => void, requests = 1): Promise<(boolean | number)[]> {
    const server: Server = createSocketServer((socket) => {
      socket.on('error', () => undefined);
      treat(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const outbound = createOutbound({ allowPrivate: true });
    try {
      const address = `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      const came: (boolean | number)[] = [];
      for (let n = 0; n < requests; n += 1)
        came.push(
          await outbound
            .request(address, { method: 'POST', body: '{}', timeoutMillis: 300 })
            .then(({ status }) => status, wasNotSent),
        );
      return came;
    } finally {
      outbound.close();
      server.close();
    }
  }

  it.each([
    [
      'answers a handshake in plain text',
      (socket: Socket) => socket.once('data', () => socket.end('HTTP/1.1 400\r\n\r\n')),
    ],
    ['hangs up before the handshake', (socket: Socket) => socket.destroy()],
    ['hangs up within the handshake', (socket: Socket) => socket.once('data', () => socket.resetAndDestroy())],
    ['is silent in the handshake', () => undefined],
  ])('was not sent to a service that %s', async (_, treat) => {
    expect(await sent('https', treat)).toEqual([true]);
  });

  it.each([
    ['hangs up', (socket: Socket) => socket.once('data', () => socket.resetAndDestroy())],
    ['is silent', () => undefined],
  ])('may have been received by a service that took the connection and %s', async (_, treat) => {
    expect(await sent('http', treat)).toEqual([false]);
  });

  it('may have been received over a connection that was used before', async () => {
    let asked = 0;
    const treat = (socket: Socket) =>
      socket.on('data', (data) => {
        if (!data.toString().startsWith('POST')) return;
        asked += 1;
        if (asked === 1) socket.write(answer);
        else socket.resetAndDestroy();
      });
    expect(await sent('http', treat, 2)).toEqual([200, false]);
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
