import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { connectionLimits, refuseSlowBodies } from './slow-bodies.ts';

/** Longer than a busy machine pauses. */
const MILLIS = 750;

const server: FastifyInstance = fastify(connectionLimits((url) => url.startsWith('/ws/')));
refuseSlowBodies(server, { bodyMillis: MILLIS, uploadSpanMillis: MILLIS });
await server.register(multipart);
server.setErrorHandler((error: { code: string; status: number }, _request, reply) =>
  reply.status(error.status ?? 500).send(error.code),
);
server.get('/page', async () => 'a page');
server.post('/read', async ({ body }) => body);
server.post('/upload', async (request) => {
  for await (const part of request.parts()) if (part.type === 'file') await part.toBuffer();
  return 'stored';
});
server.server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
await server.listen({ port: 0, host: '127.0.0.1' });
const port = (server.server.address() as AddressInfo).port;
afterAll(() => server.close());

/** Sends a head and then the pieces one by one; returns the answer once the server has ended the connection. */
async function talk(head: readonly string[], pieces: readonly string[] = []): Promise<string> {
  const socket: Socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes.toString();
  });
  socket.on('error', () => undefined);
  // Not `once` of node:events, which fails with the error of a connection that is reset.
  const ended = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  socket.write(`${head.join('\r\n')}\r\nHost: here\r\n\r\n`);
  for (const piece of pieces) {
    await sleep(MILLIS / 5);
    if (socket.destroyed) break;
    socket.write(piece);
  }
  await ended;
  return received;
}

const drops = Array.from({ length: 40 }, () => ' ');

it('a body that arrives byte by byte is ended with an answer', async () => {
  const received = await talk(['POST /read HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 1000'], drops);
  expect(received).toContain('HTTP/1.1 408');
  expect(received).toContain('TOO_SLOW');
  expect(received.toLowerCase()).toContain('connection: close');
});

it('an upload that is too slow is ended', async () => {
  const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
  const received = await talk(
    ['POST /upload HTTP/1.1', 'Content-Type: multipart/form-data; boundary=b', 'Content-Length: 100000'],
    [part, ...drops],
  );
  expect(received).toBe('');
});

it('a steady slow body is accepted', async () => {
  const piece = 'x'.repeat(48 * 1024);
  const opening = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
  const closing = '\r\n--b--\r\n';
  const pieces = [opening, ...Array.from({ length: 12 }, () => piece), closing];
  const received = await talk(
    [
      'POST /upload HTTP/1.1',
      'Connection: close',
      'Content-Type: multipart/form-data; boundary=b',
      `Content-Length: ${pieces.join('').length}`,
    ],
    pieces,
  );
  expect(received).toContain('HTTP/1.1 200');
});

it('an upgrade that is not the socket’s is answered without one', async () => {
  const asked = ['Connection: Upgrade, close', 'Upgrade: websocket'];
  expect(await talk(['GET /page HTTP/1.1', ...asked])).toContain('a page');
  expect(await talk(['GET /nowhere HTTP/1.1', ...asked])).toContain('HTTP/1.1 404');
  expect(await talk(['GET /ws/ HTTP/1.1', 'Connection: Upgrade, close', 'Upgrade: h2c'])).toContain('HTTP/1.1 404');
  expect(await talk(['GET /ws/ HTTP/1.1', ...asked])).toContain('HTTP/1.1 101');
});
