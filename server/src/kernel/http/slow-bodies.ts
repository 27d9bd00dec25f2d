import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { upgradesOnly } from '../realtime/upgrade.ts';
import { httpErrors } from './errors.ts';

/** The head of a request takes seconds from whoever means well. */
const HEADERS_MILLIS = 20_000;
/** A body that is not a file is 2 MB at most. */
const BODY_MILLIS = 30_000;
/** A file may take long on a slow line, but each of these spans has to bring some of it. */
const UPLOAD_SPAN_MILLIS = 30_000;
const UPLOAD_SPAN_BYTES = 32 * 1024;
/** However steadily it comes, no request takes longer to arrive. */
const REQUEST_MILLIS = 30 * 60_000;
/** How often Node looks for heads and requests that are overdue. */
const LOOK_MILLIS = 10_000;

/**
 * What a server's connections are held to before a request is known. Upgrades are for the socket alone: any other is
 * answered as if it had not asked for one, as HTTP allows.
 * @param isUpgrade whether an address is the socket's
 */
export const connectionLimits = (isUpgrade: (url: string) => boolean) => ({
  requestTimeout: REQUEST_MILLIS,
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

/** Gives up bodies that arrive too slowly: TOO_SLOW, and uploads that nearly stand still by cutting the line. */
export function refuseSlowBodies(
  server: FastifyInstance,
  { bodyMillis = BODY_MILLIS, uploadSpanMillis = UPLOAD_SPAN_MILLIS }: SlowBodyLimits = {},
): void {
  server.addHook('preParsing', (request, _reply, payload, done) => {
    const { raw } = request;
    if (!raw.complete) {
      const timer = /^multipart\//i.test(request.headers['content-type'] ?? '')
        ? watchUpload(raw, uploadSpanMillis)
        : // Read as a body that broke off, so that there is an answer before the connection is closed.
          setTimeout(() => payload.emit('error', httpErrors.TOO_SLOW()), bodyMillis);
      timer.unref();
      const end = () => clearTimeout(timer);
      raw.once('end', end);
      raw.once('close', end);
    }
    done();
  });
}

function watchUpload(raw: IncomingMessage, spanMillis: number): NodeJS.Timeout {
  let before = raw.socket.bytesRead;
  return setInterval(() => {
    const read = raw.socket.bytesRead;
    // What is here and not taken is our own slowness.
    if (read - before < UPLOAD_SPAN_BYTES && raw.readableLength === 0) raw.socket.destroy();
    before = read;
  }, spanMillis);
}
