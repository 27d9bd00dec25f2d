import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Dump } from '../kernel/db/dump.ts';
import { openSecrets } from '../kernel/secrets/index.ts';

export const FORMAT = 1;
export const MANIFEST = 'manifest.json';
export const FILE_LIST = 'files.json';
export const KEY_FILE = 'secret.key';

/** Facts of a backup that are checked before its rows are restored. */
export interface Manifest {
  readonly format: number;
  /** The program's. */
  readonly version: string;
  readonly madeAt: string;
  /** Proves that a key belongs to this installation, without disclosing it. */
  readonly keyCheck: string;
  readonly database: Dump;
  readonly files: {
    readonly count: number;
    readonly bytes: number;
    /** Of the list of files. */
    readonly sha256: string;
    /** Lie in buckets of tenants and stay there. */
    readonly elsewhere: number;
    /** Files missing from their recorded place. */
    readonly missing: readonly string[];
  };
}

/** Content of the installation's own storage, kept as `files/<key>`. */
export interface KeptFile {
  readonly key: string;
  readonly size: number;
  readonly sha256: string;
}

/** The reason why nothing was done, in both languages. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(zh: string, en: string) {
    super(`${zh}\n${en}`);
  }
}

/** @param key 32 bytes */
export async function keyCheckOf(key: Buffer, dataDir: string): Promise<string> {
  return (await openSecrets({ key, dataDir })).digest('which key', 'backup');
}

export async function digestOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

export const pathOfFile = (folder: string, key: string): string => path.join(folder, 'files', key);
