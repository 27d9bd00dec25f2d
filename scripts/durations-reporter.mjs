// Vitest reporter that writes how long each test file took: `test-results/durations.json`, a row a file.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../test-results/durations.json', import.meta.url));
const ROOT = fileURLToPath(new URL('..', import.meta.url));

export default class DurationsReporter {
  onTestRunEnd(modules) {
    mkdirSync(path.dirname(FILE), { recursive: true });
    writeFileSync(FILE, JSON.stringify(modules.map(rowOf)));
  }
}

/** Seconds of a file from its import to its last hook, and the processor seconds of its worker in them where that is known. */
function rowOf(module) {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  return {
    project: module.project.name,
    file: path.relative(ROOT, module.moduleId),
    seconds: (environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration) / 1000,
    processorSeconds: module.meta().processorSeconds,
  };
}
