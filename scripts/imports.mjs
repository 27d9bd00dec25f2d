// Runs dependency-cruiser over the product and makes sure it really read it: with TypeScript 7 it exits 0 on zero
// modules when its parser is missing, and would then approve everything.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import rules from '../.dependency-cruiser.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const places = ['contract/src', 'server/src', 'console/src'];

const files = places.flatMap((place) =>
  readdirSync(path.join(root, place), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name)),
);
process.chdir(root);
const check = async (forbidden, options = {}) =>
  (await cruise(places, { ...rules.options, ...options, ruleSet: { forbidden }, validate: true })).output;
const output = await check(rules.forbidden.filter(({ scope }) => scope !== 'folder'));
const folders = await check(
  rules.forbidden.filter(({ scope }) => scope === 'folder'),
  { exclude: { path: rules.tests } },
);
const violations = [...output.summary.violations, ...folders.summary.violations];
const read = output.modules.filter(({ source }) => places.some((place) => source.startsWith(place))).length;
for (const { from, to, rule, cycle } of violations)
  console.error(`${rule.name}: ${from} → ${cycle ? cycle.map(({ name }) => name).join(' → ') : to}`);
if (read < files.length) console.error(`Only ${read} of ${files.length} source files were read`);
console.log(`${read} modules, ${output.summary.totalDependenciesCruised} imports, ${violations.length} violations`);
process.exit(violations.length === 0 && read >= files.length ? 0 : 1);
