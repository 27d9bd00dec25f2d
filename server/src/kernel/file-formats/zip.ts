import { isUtf8 } from 'node:buffer';
import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import * as yauzl from 'yauzl';

/** Limits of an archive. */
export interface ZipLimits {
  readonly maxEntries: number;
  /** Of the declared sizes of all entries; an entry that inflates to more than it declares ends in an error. */
  readonly maxUncompressedBytes: number;
  /** Uncompressed to compressed size of any entry of more than 64 KiB. */
  readonly maxRatio: number;
}

export interface ZipEntry {
  readonly name: string;
  readonly uncompressedBytes: number;
  /** The entry's bytes, inflated as they are read. */
  open(): Promise<Readable>;
}

export interface Zip {
  readonly entries: readonly ZipEntry[];
  close(): void;
}

/** Why an archive is refused before any of it is inflated. */
export class UnsafeZipError extends Error {
  readonly reason: Text;
  constructor(reason: Text) {
    super(reason.en);
    this.name = 'UnsafeZipError';
    this.reason = reason;
  }
}

/** The archive cannot be read to its end: cut off in an upload, or damaged. */
export class DamagedZipError extends Error {}

/**
 * Opens an archive by its central directory and refuses a dangerous one: too many entries, sizes or
 * ratios of a bomb, encryption, links, and names that point outside the folder. Nothing is ever written to disk by
 * name. `entries` excludes directories and the extra files of macOS.
 *
 * @throws UnsafeZipError, DamagedZipError
 */
export async function openZip(path: string, limits: ZipLimits): Promise<Zip> {
  let zip: yauzl.ZipFile;
  try {
    zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false });
  } catch (error) {
    throw new DamagedZipError(error instanceof Error ? error.message : 'unreadable', { cause: error });
  }
  try {
    return { entries: await checkedEntries(zip, limits), close: () => zip.close() };
  } catch (error) {
    zip.close();
    if (error instanceof UnsafeZipError) throw error;
    throw new DamagedZipError(error instanceof Error ? error.message : 'unreadable', { cause: error });
  }
}

/** Whether a read error of an entry means that the archive is damaged rather than that our disk failed. */
export function isDamage(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && code.startsWith('Z_')) return true;
  return (
    typeof message === 'string' &&
    /too (?:many|few) bytes|not enough bytes|unexpected EOF|invalid local file/i.test(message)
  );
}

const RATIO_COUNTS_FROM_BYTES = 64 * 1024;
const LINK_MODE = 0o120000;
const MODE_MASK = 0o170000;

async function checkedEntries(zip: yauzl.ZipFile, limits: ZipLimits): Promise<ZipEntry[]> {
  const tooMany = { zh: `超过 ${limits.maxEntries} 个文件`, en: `more than ${limits.maxEntries} files` };
  const entries: ZipEntry[] = [];
  let total = 0;
  let seen = 0;
  for await (const entry of zip.eachEntry()) {
    // Directories and metadata do not count against the limit but must not be endless either.
    if (++seen > limits.maxEntries * 4) throw new UnsafeZipError(tooMany);
    const name = nameOf(entry);
    refuseName(name);
    if (entry.isEncrypted()) throw new UnsafeZipError({ zh: '文件已加密', en: 'it is encrypted' });
    if (((entry.externalFileAttributes >>> 16) & MODE_MASK) === LINK_MODE) {
      throw new UnsafeZipError({ zh: '包含链接', en: 'it holds a link' });
    }
    if (name.endsWith('/') || name.startsWith('__MACOSX/') || posix.basename(name) === '.DS_Store') continue;
    total += entry.uncompressedSize;
    const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize);
    if (entry.uncompressedSize > RATIO_COUNTS_FROM_BYTES && ratio > limits.maxRatio) {
      throw new UnsafeZipError({
        zh: `压缩比超过 ${limits.maxRatio}:1`,
        en: `its compression ratio is over ${limits.maxRatio}:1`,
      });
    }
    if (total > limits.maxUncompressedBytes)
      throw new UnsafeZipError({ zh: '解压后过大', en: 'it inflates to too much' });
    entries.push({
      name,
      uncompressedBytes: entry.uncompressedSize,
      open: () => zip.openReadStreamPromise(entry),
    });
    if (entries.length > limits.maxEntries) throw new UnsafeZipError(tooMany);
  }
  return entries;
}

// The format has a flag for UTF-8; archives made by Chinese Windows have GBK names without it.
function nameOf(entry: yauzl.Entry): string {
  const raw = entry.fileNameRaw;
  return isUtf8(raw) ? raw.toString('utf8') : new TextDecoder('gb18030').decode(raw);
}

function refuseName(name: string): void {
  const parts = name.split(/[\\/]/);
  const leadsOut = name.startsWith('/') || name.includes('\\') || /^[A-Za-z]:/.test(name) || parts.includes('..');
  if (leadsOut || name === '' || name.includes('\0')) {
    throw new UnsafeZipError({ zh: '文件名含有路径', en: 'a name in it leads out of its folder' });
  }
}
