import { EVENTS, type Happened, happen } from './events.ts';
import { startLoad } from './load.ts';
import { findPrograms } from './packages.ts';
import type { Undo } from './processes.ts';
import { prove } from './proofs.ts';
import { eventsTable } from './table.ts';
import { startTopology } from './topology.ts';

const MISSING = 2;
const INTERRUPTED = 130;
const found = findPrograms();
if ('missing' in found) {
  console.error(`Packages of Debian are missing: apt-get install --no-install-recommends ${found.missing.join(' ')}`);
  process.exit(MISSING);
}

const undo: Undo = [];
/** Stops and removes what was started; a step that fails does not keep the others from being made. */
async function cleanUp(): Promise<void> {
  for (const step of undo.splice(0).reverse()) {
    try {
      await step();
    } catch (error) {
      console.error(error);
    }
  }
}
let isStopping = false;
const stop = (code: number) => {
  if (isStopping) return;
  isStopping = true;
  console.log('\nStopping …');
  void cleanUp().then(() => process.exit(code));
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(INTERRUPTED));
process.on('uncaughtException', (error) => {
  console.error(error);
  stop(1);
});

const started = performance.now();
const say = (text: string) =>
  console.log(`${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${text}`);
try {
  const topology = await startTopology(found.programs, undo, { keepsFolder: process.argv.includes('--keep'), say });
  const load = await startLoad(topology, undo);
  const events: Happened[] = [];
  const failures: string[] = [];
  for (const event of EVENTS) {
    say(event.name);
    try {
      events.push(await happen(event, topology, load.calls));
    } catch (error) {
      failures.push(`${event.name}: ${error instanceof Error ? error.message : String(error)}`);
      break;
    }
  }
  say('the end of all work, proofs');
  await load.end();
  const { faults, facts } = await prove(topology.db, load);
  faults.unshift(...failures);
  console.log(`\n${eventsTable(events, load.calls.all)}\n\n${facts.join('\n')}`);
  for (const fault of faults) console.error(`FAULT: ${fault}`);
  console.log(faults.length === 0 ? 'Nothing was lost or doubled.' : `${faults.length} faults`);
  if (faults.length > 0) process.exitCode = 1;
} catch (error) {
  if (!isStopping) console.error(error);
  process.exitCode = 1;
}
await cleanUp();
