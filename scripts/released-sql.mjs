#!/usr/bin/env node
// Fails when a numbered SQL file of a release was changed or removed: databases have run it, and a change needs a new migration.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../server/database/', import.meta.url);
const faults = [];
for (const release of readdirSync(new URL('releases/', folder)).filter((name) => name.endsWith('.json'))) {
  const { version, files } = JSON.parse(readFileSync(new URL(`releases/${release}`, folder), 'utf8'));
  for (const [name, checksum] of Object.entries(files)) {
    const file = fileURLToPath(new URL(name, folder));
    if (!existsSync(file)) faults.push(`${name} of release ${version} is missing`);
    else if (digestOf(readFileSync(file, 'utf8')) !== checksum)
      faults.push(`${name} was changed since release ${version}: write a migration instead`);
  }
}
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);

/** As the program computes it: line ends of another system are no change. */
function digestOf(text) {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
}
