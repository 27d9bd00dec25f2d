import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { Posted, Posts } from './steady-posts.ts';

/** The thread of `steady-posts.ts`. It writes and reads HTTP by hand: an ordinary client would use more of a core than the server. */
const { url, posts, connections, perSecond } = workerData as Posts;
const { hostname, port, pathname, search, host } = new URL(url);
const requests = posts.map(({ headers, body }) => {
  const head = Object.entries({ host, 'content-length': String(Buffer.byteLength(body)), ...headers });
  return Buffer.from(
    `POST ${pathname}${search} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  );
});
const millis: number[] = [];
let next = 0;
let answered = 0;
const start = performance.now();

async function one(socket: Socket): Promise<void> {
  for (let n = next++; n < requests.length; n = next++) {
    const due = perSecond === undefined ? 0 : start + (n / perSecond) * 1000;
    if (due > performance.now()) await sleep(due - performance.now());
    // A post that had to wait for a free connection was late for its sender as well.
    const began = due || performance.now();
    socket.write(requests[n] ?? '');
    if ((await answerOf(socket)) === 200) answered += 1;
    millis.push(performance.now() - began);
  }
  socket.destroy();
}

/** Reads one answer with a length. @returns its status */
async function answerOf(socket: Socket): Promise<number> {
  let text = '';
  for (;;) {
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    text += bytes.toString('latin1');
    const end = text.indexOf('\r\n\r\n');
    if (end < 0) continue;
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
    if (text.length >= end + 4 + length) return Number(text.slice(9, 12));
  }
}

await Promise.all(
  Array.from({ length: connections }, async () => {
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.setNoDelay(true);
    await one(socket);
  }),
);
parentPort?.postMessage({ millis, seconds: (performance.now() - start) / 1000, answered } satisfies Posted);
