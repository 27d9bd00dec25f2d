import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { digestOf } from '../kernel/auth/password.ts';
import { type HttpClient, httpClient } from './http-client.ts';

const START_SECONDS = 120 * Number(process.env['TEST_SLOWNESS'] ?? 1);
const POLL_MILLIS = 50;

/** The product as in production: `main.ts` in a separate process. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  readonly client: HttpClient;
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number | null>;
  /** An access token for an account. */
  signIn(account: string, password: string): Promise<string>;
  /** As a power cut would end it. */
  kill(): Promise<void>;
  /** As an operator would end it. @returns its exit code */
  stop(): Promise<number | null>;
}

/** Starts it on a free port, without captcha and request limit; resolves when it is ready. */
export async function startServerProcess(environment: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const port = await freePort();
  const { DATABASE_URL: _url, ...own } = process.env;
  const child = spawn(process.execPath, [fileURLToPath(new URL('../main.ts', import.meta.url))], {
    env: {
      ...own,
      PORT: String(port),
      HOST: '127.0.0.1',
      MESSAGE_PORT: 'off',
      CAPTCHA: 'off',
      RATE_LIMIT: '100000000',
      LOG_LEVEL: 'warn',
      DEMO: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      said = (said + text.toString()).slice(-8000);
    });
  }
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const url = `http://127.0.0.1:${port}`;
  const client = httpClient(url);
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    client.close();
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
    return child.exitCode;
  };
  try {
    await ready(child, client);
  } catch (error) {
    await end('SIGKILL');
    throw new Error(`The server did not start: ${(error as Error).message}\n${said}`);
  }
  return {
    url,
    pid: child.pid ?? 0,
    client,
    ended,
    async signIn(account, password) {
      const answer = await client.send('/api/auth/oauth/token', {
        method: 'POST',
        body: { grantType: 'password', username: account, password: digestOf(password) },
      });
      if (answer.status !== 200) throw new Error(`${account} could not sign in: ${JSON.stringify(answer.body)}`);
      return answer.body.access_token as string;
    },
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}

async function ready(child: ChildProcess, client: HttpClient): Promise<void> {
  for (const end = Date.now() + START_SECONDS * 1000; Date.now() < end; await sleep(POLL_MILLIS)) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`it ended with ${child.exitCode ?? child.signalCode}`);
    const answer = await client.send('/health/ready').catch(() => null);
    if (answer?.status === 200) return;
  }
  throw new Error(`not ready after ${START_SECONDS} s`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
