import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Packages that build and serve the product. */
export const SERVING = 'serving';
/** These, and the packages of checks and tests. */
export const EVERYTHING = 'everything';

/**
 * Installs a set of packages if the folder lacks it, or has it from another lock file. A folder with everything keeps everything.
 * Not with `npm ci`: it refuses a lock file without the optional binaries of platforms that a registry lacks, although every machine
 * needs only its own.
 */
export function install(folder, wanted) {
  const lock = createHash('sha256')
    .update(readFileSync(path.join(folder, 'package-lock.json')))
    .digest('hex');
  const modules = path.join(folder, 'node_modules');
  const stamp = path.join(modules, '.installed');
  const stamped = existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined;
  const set = missingSet(wanted, lock, stamped, existsSync(path.join(modules, '.package-lock.json')));
  if (!set) return;
  console.log('正在安装依赖 Installing what is missing …');
  const status = runNpm(folder, [
    ...['install', '--no-save', set === SERVING ? '--omit=dev' : '--include=dev', '--include=optional'],
    ...['--no-audit', '--no-fund', '--loglevel=error'],
  ]);
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stamp, stampOf(set, lock));
}

/**
 * Returns the set to install; undefined if nothing is missing.
 * @param stamped the content of the stamp of the last installation, if there is one
 * @param hasModules whether npm has installed packages, with or without a stamp
 */
export function missingSet(wanted, lock, stamped, hasModules) {
  if (stamped === stampOf(EVERYTHING, lock)) return undefined;
  if (wanted === SERVING && stamped === stampOf(SERVING, lock)) return undefined;
  // Packages without the stamp of the smaller set were installed by hand, or by `npm test`: they stay.
  return hasModules && !stamped?.endsWith(SERVING) ? EVERYTHING : wanted;
}

/** A stamp with nothing but the lock file's hash is that of everything. */
const stampOf = (set, lock) => (set === SERVING ? `${lock} ${SERVING}` : lock);

function runNpm(cwd, args) {
  const npm = process.env.npm_execpath;
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
  return status;
}
