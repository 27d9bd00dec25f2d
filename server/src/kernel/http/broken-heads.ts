import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { ConnectionError } from 'fastify';
import { refused } from './envelope.ts';
import { httpErrors } from './errors.ts';

/**
 * How long further bytes are read and dropped: after an immediate close the client's machine would discard our answer.
 */
const LINGER_MILLIS = 2_000;

/**
 * Answers a request whose head cannot be read (too large, too slow, malformed) in our envelope and in Chinese, since its
 * language is unknown, and closes the connection, since the beginning of the next request is unknown.
 */
export function answerBrokenHeads(error: ConnectionError, socket: Socket): void {
  // Further bytes of the same head are errors as well.
  if (error.code === 'ECONNRESET' || socket.destroyed || socket.writableEnded) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const refusal =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? httpErrors.HEADERS_TOO_LARGE()
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? httpErrors.TOO_SLOW()
        : commonErrors.BAD_REQUEST({ detail: 'HTTP' });
  const body = JSON.stringify(refused(refusal, 'zh', randomUUID()));
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MILLIS);
  socket.once('close', () => clearTimeout(timer));
}
