import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
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

/** Starts it on a free port, without captcha and request limit; resolves when it is ready. `onOutput` gets its log. */
export async function startServerProcess(
  environment: Readonly<Record<string, string>>,
  onOutput?: (text: string) => void,
): Promise<ServerProcess> {
  const { DATABASE_URL: _url, ...own } = process.env;
  const child = spawn(process.execPath, [fileURLToPath(new URL('../main.ts', import.meta.url))], {
    env: {
      ...own,
      PORT: '0',
      HOST: '127.0.0.1',
      MESSAGE_PORT: 'off',
      CAPTCHA: 'off',
      RATE_LIMIT: '100000000',
      LOG_LEVEL: 'warn',
      TICK_MILLIS: '100',
      DEMO: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      said = (said + text.toString()).slice(-8000);
      onOutput?.(text.toString());
    });
  }
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
    return child.exitCode;
  };
  const url = await readyAddress(child, () => said, START_SECONDS).catch(async (error: Error) => {
    await end('SIGKILL');
    throw new Error(`The server did not start: ${error.message}\n${said}`);
  });
  const client = httpClient(url);
  const endWith = (signal: 'SIGKILL' | 'SIGTERM') => {
    client.close();
    return end(signal);
  };
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
    kill: async () => void (await endWith('SIGKILL')),
    stop: () => endWith('SIGTERM'),
  };
}

/**
 * Returns the address that a starting server prints, without a slash at the end, once the server is ready. Its port is chosen by the
 * system when the server listens: a port that was free before may belong to another server by then.
 * @throws when it ends or is not ready in time
 */
export async function readyAddress(child: ChildProcess, printed: () => string, seconds: number): Promise<string> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(POLL_MILLIS)) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`it ended with ${child.exitCode ?? child.signalCode}`);
    const address = /http:\/\/\S+:\d+(?=\/)/.exec(printed())?.[0];
    if (address && (await isReady(address))) return address;
  }
  throw new Error(`not ready after ${seconds} s`);
}

const isReady = (address: string): Promise<boolean> =>
  fetch(`${address}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
