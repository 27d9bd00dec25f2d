import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { upgradesOnly } from '../realtime/upgrade.ts';
import { answerBrokenHeads } from './broken-heads.ts';
import { httpErrors } from './errors.ts';

/** An ordinary client sends the head of a request within seconds. */
const HEADERS_MILLIS = 20_000;
/** A body that is not a file is 2 MB at most. */
const BODY_MILLIS = 30_000;
/** A file may take long on a slow line, but each of these spans has to bring some of it. */
const UPLOAD_SPAN_MILLIS = 30_000;
const UPLOAD_SPAN_BYTES = 32 * 1024;
/** The maximum duration of any request, also of a steady one. */
const REQUEST_MILLIS = 30 * 60_000;
/** How often Node looks for heads and requests that are overdue. */
const LOOK_MILLIS = 10_000;

/**
 * Limits of connections before a request is known. Only the socket may upgrade: any other upgrade is ignored, as HTTP allows. @param
 * isUpgrade whether an address is the socket's
 */
export const connectionLimits = (isUpgrade: (url: string) => boolean) => ({
  requestTimeout: REQUEST_MILLIS,
  clientErrorHandler: answerBrokenHeads,
  http: {
    headersTimeout: HEADERS_MILLIS,
    connectionsCheckingInterval: LOOK_MILLIS,
    shouldUpgradeCallback: upgradesOnly(isUpgrade),
  },
});

export interface SlowBodyLimits {
  readonly bodyMillis?: number;
  readonly uploadSpanMillis?: number;
}

/**
 * Limits how long the body of any request may take, read or not: a call that reads it fails with TOO_SLOW; otherwise
 * the connection is closed after the answer. An upload that nearly stops is cut off.
 */
export function refuseSlowBodies(
  server: FastifyInstance,
  { bodyMillis = BODY_MILLIS, uploadSpanMillis = UPLOAD_SPAN_MILLIS }: SlowBodyLimits = {},
): void {
  // The first hook, so that a request that a later one refuses is limited as well.
  server.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (announcesBody(raw.headers)) {
      const timer = /^multipart\//i.test(request.headers['content-type'] ?? '')
        ? watchUpload(raw, uploadSpanMillis)
        : setTimeout(() => giveUp(raw, reply), bodyMillis);
      timer.unref();
      const end = () => clearTimeout(timer);
      raw.once('end', end);
      raw.once('close', end);
    }
    done();
  });
}

const announcesBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function giveUp(raw: IncomingMessage, reply: FastifyReply): void {
  const { socket } = raw;
  // A request that was injected has no connection to close.
  if (raw.complete || !(socket instanceof Socket)) return;
  const close = () => socket.destroy();
  if (reply.raw.writableFinished) return void close();
  reply.raw.once('finish', close);
  // For its reader the body broke off, so that an answer precedes the close of the connection. An error without a
  // listener would end the process.
  if (!reply.sent && raw.listenerCount('error') > 0) raw.emit('error', httpErrors.TOO_SLOW());
}

function watchUpload(raw: IncomingMessage, spanMillis: number): NodeJS.Timeout {
  let before = raw.socket.bytesRead;
  return setInterval(() => {
    const read = raw.socket.bytesRead;
    // Received bytes that wait for us are our own slowness.
    if (read - before < UPLOAD_SPAN_BYTES && raw.readableLength === 0 && raw.socket instanceof Socket)
      raw.socket.destroy();
    before = read;
  }, spanMillis);
}
