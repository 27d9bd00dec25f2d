// The static checks, each a line with its time. They run side by side; together they stay below half a minute.
import { spawn } from 'node:child_process';
import path from 'node:path';

const checks = [
  ['types: contract', 'tsc', ['-p', 'contract']],
  ['types: server', 'tsc', ['-p', 'server']],
  ['types: console', 'tsc', ['-p', 'console']],
  ['types: e2e, bench', 'tsc', ['-p', 'e2e']],
  ['types: what any Node runs', 'tsc', ['-p', 'scripts']],
  ['format and lint', 'biome', ['ci', '--log-level=error', '--colors=off', '.']],
  ['import rules', 'node', ['scripts/imports.mjs']],
  ['file sizes', 'node', ['scripts/file-sizes.mjs']],
  ['released SQL', 'node', ['scripts/released-sql.mjs']],
  ['API document', 'node', ['client/generate.ts']],
  ['dead code', 'knip', ['--no-progress']],
];

/** @returns how many checks passed and failed; the output of a failed one is printed */
export async function check(root, env) {
  const results = await Promise.all(checks.map(([title, program, args]) => one(root, env, title, program, args)));
  return { passed: results.filter(Boolean).length, failed: results.filter((passed) => !passed).length };
}

function one(root, env, title, program, args) {
  const started = performance.now();
  return new Promise((resolve) => {
    const bin =
      program === 'node'
        ? path.join(root, 'node_modules', 'node', 'bin', 'node')
        : path.join(root, 'node_modules', '.bin', program);
    const child = spawn(bin, args, { cwd: root, env: { ...env, NO_COLOR: '1', FORCE_COLOR: '0' } });
    let output = '';
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (output += text));
    child.on('error', (error) => (output += error.message));
    child.on('close', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${code === 0 ? '✓' : '✗'} ${title} (${seconds} s)`);
      if (code !== 0) console.log(output.trim());
      resolve(code === 0);
    });
  });
}
