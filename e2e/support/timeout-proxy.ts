import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Product } from './product.ts';

/** A proxy in front of the product that times out some calls: the server carries them out, the browser gets 504. */
export interface TimeoutProxy {
  readonly port: number;
  /** Times out the next request of a call, after the server has answered it. */
  giveUpOn(call: string): void;
  /** Returns the idempotency keys of a call's requests. */
  keysOf(call: string): (string | undefined)[];
  close(): Promise<void>;
}

export async function startTimeoutProxy(product: Product): Promise<TimeoutProxy> {
  const { hostname, port } = new URL(product.url);
  const seen: { call: string; key: string | undefined }[] = [];
  const givenUp = new Set<string>();
  const pass = (asked: IncomingMessage, answer: ServerResponse) => {
    const call = (asked.url ?? '').replace(/^\/api\/|\?.*$/g, '');
    seen.push({ call, key: asked.headers['idempotency-key']?.toString() });
    const behind = request(
      { hostname, port, path: asked.url, method: asked.method, headers: asked.headers },
      (given) => {
        if (givenUp.delete(call)) {
          given.resume().on('end', () => answer.writeHead(504, { 'content-type': 'text/html' }).end('504'));
          return;
        }
        answer.writeHead(given.statusCode ?? 502, given.headers);
        given.pipe(answer);
      },
    );
    behind.on('error', () => answer.destroy());
    asked.pipe(behind);
  };
  const server = createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    giveUpOn: (call) => void givenUp.add(call),
    keysOf: (call) => seen.filter((one) => one.call === call).map(({ key }) => key),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
