// Copies the working tree into a temporary folder in which its tests run as they do here.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  symlinkSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Makes an empty folder for a copy; it is the caller's to remove. */
export function newFolder(prefix) {
  const folder = mkdtempSync(path.join(os.tmpdir(), prefix));
  // Accessible for other accounts: if this is root, the tests' database runs as another user.
  chmodSync(folder, 0o711);
  return folder;
}

/** The files of the working tree that git tracks or would add, relative to `root`. */
export function filesOf(root) {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' });
  return [...new Set(listed.split('\0'))].filter((file) => file && existsSync(path.join(root, file)));
}

/** Copies the files of the working tree and links the installed packages. */
export function copyTree(root, folder) {
  for (const file of filesOf(root)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    copyFileSync(path.join(root, file), path.join(folder, file));
  }
  for (const place of ['', ...readdirSync(root)].map((name) => path.join(name, 'node_modules')))
    if (existsSync(path.join(root, place)) && existsSync(path.join(folder, path.dirname(place))))
      linkModules(root, folder, place);
}

/**
 * Links a folder of packages into a copy: files as such, so that a browser's server finds them inside it, and links to
 * where they lead in the copy, so that the workspace's own packages are the copy's. Caches stay behind, they are written to.
 */
export function linkModules(root, folder, place) {
  mkdirSync(path.join(folder, place), { recursive: true });
  for (const entry of readdirSync(path.join(root, place), { withFileTypes: true })) {
    const within = path.join(place, entry.name);
    const isCache = path.basename(place) === 'node_modules' && entry.name.startsWith('.') && entry.name !== '.bin';
    if (isCache) continue;
    if (entry.isDirectory()) linkModules(root, folder, within);
    else if (entry.isSymbolicLink()) {
      const target = path.relative(realpathSync(root), realpathSync(path.join(root, within)));
      symlinkSync(path.join(folder, target), path.join(folder, within));
    } else linkFile(path.join(root, within), path.join(folder, within));
  }
}

function linkFile(from, to) {
  try {
    linkSync(from, to);
  } catch {
    // On another disk.
    copyFileSync(from, to);
  }
}
