import { setTimeout as sleep } from 'node:timers/promises';
import type { Calls } from './calls.ts';
import type { ClusterNode } from './nodes.ts';
import { signalAll, until } from './processes.ts';
import type { Topology } from './topology.ts';

/** Longer than HAProxy needs to mark a silent primary down, shorter than Patroni needs to replace it. */
const SHORT_FREEZE_SECONDS = 8;
/** Longer than Patroni needs to replace a silent primary. */
const LONG_FREEZE_SECONDS = 30;
/** Of load after an event, before the next one. */
const CALM_SECONDS = 4;
const RECOVERY_SECONDS = 120;

interface Event {
  readonly name: string;
  run(topology: Topology): Promise<void>;
}

/** An event that has happened; times in milliseconds. */
export interface Happened {
  readonly name: string;
  readonly from: number;
  readonly recovered: number;
  /** After a while of load. */
  readonly to: number;
}

/** The events, in the order in which they happen. */
export const EVENTS: readonly Event[] = [
  { name: 'no event', run: () => sleep(CALM_SECONDS * 1000) },
  {
    name: 'rolling restart of the three nodes',
    async run({ nodes }) {
      for (const node of nodes) {
        const code = await node.process.stop();
        if (code !== 0) throw new Error(`${node.name} ended with ${code}`);
        await node.start();
        await isBackInTheProxy();
      }
    },
  },
  ...[0, 1, 2].map((index) => ({
    name: `kill -9 of ${['web node 1', 'web node 2', 'the worker'][index]}`,
    async run({ nodes }: Topology) {
      const node = nodes[index] as ClusterNode;
      await node.process.kill();
      await node.start();
      await isBackInTheProxy();
    },
  })),
  {
    name: `primary frozen for ${SHORT_FREEZE_SECONDS} s`,
    run: (topology) => freezePrimary(topology, SHORT_FREEZE_SECONDS),
  },
  {
    name: 'switchover that an operator orders',
    async run({ patroni }) {
      const before = await patroni.whole();
      await patroni.switchOver();
      await until('another primary', RECOVERY_SECONDS, async () => (await patroni.primary()) !== before);
    },
  },
  {
    name: 'primary killed, replica promoted',
    async run({ patroni }) {
      const killed = await patroni.whole();
      signalAll(await patroni.processesOf(killed), 'SIGKILL');
      await until('another primary', RECOVERY_SECONDS, async () => {
        const found = await patroni.primary();
        return found && found !== killed;
      });
      patroni.start(killed);
    },
  },
  {
    name: `primary frozen for ${LONG_FREEZE_SECONDS} s, replica promoted`,
    run: (topology) => freezePrimary(topology, LONG_FREEZE_SECONDS),
  },
];

/** Stops all processes of the primary for a time, as a machine does that is moved or has lost its disk. */
async function freezePrimary({ patroni }: Topology, seconds: number): Promise<void> {
  const pids = await patroni.processesOf(await patroni.whole());
  signalAll(pids, 'SIGSTOP');
  try {
    await sleep(seconds * 1000);
  } finally {
    signalAll(pids, 'SIGCONT');
  }
}

/** HAProxy asks a node each second. */
const isBackInTheProxy = () => sleep(2000);

/** Runs an event under the load, and waits until everything works again. */
export async function happen({ name, run }: Event, topology: Topology, calls: Calls): Promise<Happened> {
  const from = Date.now();
  await run(topology);
  await topology.patroni.whole();
  await until('an answered call', RECOVERY_SECONDS, () =>
    calls.all.some(({ began, answered }) => answered !== undefined && began > Date.now() - 1000),
  );
  const recovered = Date.now();
  await sleep(CALM_SECONDS * 1000);
  return { name, from, recovered, to: Date.now() };
}
