import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MILLIS = 200;

/** Steps that undo a start, to be made last one first. */
export type Undo = (() => Promise<unknown> | unknown)[];

/** Repeats a question until it is answered with a value other than false and undefined. @throws when the time is over */
export async function until<T>(
  what: string,
  seconds: number,
  ask: () => Promise<T | false | undefined> | T | false | undefined,
  pauseMillis = POLL_MILLIS,
): Promise<T> {
  for (const end = Date.now() + seconds * 1000; ; await sleep(pauseMillis)) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > end) throw new Error(`${what}: not within ${seconds} s`);
  }
}

/** Returns ports that are free now, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

/** Whether a program listens on a port. */
export const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });

/** The account that runs PostgreSQL, which refuses root; undefined where this process is not root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Returns the account `postgres` of the package for root. */
export function databaseAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** Starts a program in a process group of its own, so that Ctrl-C does not reach it, with its output in a file. */
export function startProgram(
  program: string,
  args: readonly string[],
  options: { readonly log: string; readonly account?: Account | undefined; readonly env?: NodeJS.ProcessEnv },
): ChildProcess {
  const output = openSync(options.log, 'a');
  const child = spawn(program, args, {
    ...options.account,
    detached: true,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', ...options.env },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  return child;
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** Ends a program, by force if it is still there after some seconds. */
export async function endProgram(child: ChildProcess, seconds = 15): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  child.kill('SIGCONT');
  await Promise.race([ended, sleep(seconds * 1000)]);
  if (hasEnded(child)) return;
  child.kill('SIGKILL');
  await ended;
}

/** Returns these processes and all below them that exist now, parents first. */
export function processTree(roots: readonly number[]): number[] {
  const below = new Map<number, number[]>();
  const alive = new Set<number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = parentOf(name);
    if (parent === undefined) continue;
    alive.add(Number(name));
    below.set(parent, [...(below.get(parent) ?? []), Number(name)]);
  }
  const tree = new Set<number>();
  const add = (pid: number) => {
    if (!alive.has(pid) || tree.has(pid)) return;
    tree.add(pid);
    for (const child of below.get(pid) ?? []) add(child);
  };
  for (const root of roots) add(root);
  return [...tree];
}

/** Undefined for a process that has ended, also where nobody has collected it yet. */
function parentOf(pid: string): number | undefined {
  try {
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return state === 'Z' ? undefined : Number(parent);
  } catch {
    return undefined;
  }
}

/** Sends a signal to the processes that still exist. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
