import { isUtf8 } from 'node:buffer';
import { type FileHandle, open } from 'node:fs/promises';
import { posix } from 'node:path';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import {
  type Entry,
  ERR_AMBIGUOUS_ARCHIVE,
  ERR_ENTRY_DATA_OUT_OF_BOUNDS,
  ERR_EXTRAFIELD_ZIP64_NOT_FOUND,
  ERR_INVALID_COMPRESSED_DATA,
  ERR_INVALID_UNCOMPRESSED_SIZE,
  ERR_LOCAL_FILE_HEADER_NOT_FOUND,
  ERR_UNSUPPORTED_UINT64,
  type FileEntry,
  Reader,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
} from './zip-library.ts';

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
  /** The entry's bytes, inflated as they are read. @throws DamagedZipError */
  open(): AsyncGenerator<Uint8Array>;
}

export interface Zip {
  readonly entries: readonly ZipEntry[];
  close(): Promise<void>;
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
  const file = await open(path);
  try {
    const reader = new ZipReader(new FileReader(file, (await file.stat()).size), LIKE_COMMON_PROGRAMS);
    return { entries: await checkedEntries(reader, limits), close: () => file.close() };
  } catch (error) {
    await file.close();
    if (error instanceof UnsafeZipError || isOfDisk(error)) throw error;
    throw damaged(error);
  }
}

/** Returns the files of an archive in memory by their names, and checks their checksums. For archives of our own: there are no limits. */
export async function unzipped(bytes: Uint8Array, password?: string): Promise<Map<string, Buffer>> {
  const reader = new ZipReader(new Uint8ArrayReader(bytes), {
    checkCrc32: true,
    ...(password !== undefined && { password }),
  });
  const files = new Map<string, Buffer>();
  for await (const entry of reader.getEntriesGenerator())
    if (!entry.directory) files.set(entry.filename, Buffer.from(await entry.getData(new Uint8ArrayWriter())));
  return files;
}

// Headers of files that contradict the directory are no fault, and names are checked below. Nothing may follow the directory, which would
// otherwise be searched for in the whole archive.
const LIKE_COMMON_PROGRAMS = { strictness: 'tolerant', maxAppendedDataSize: 0 } as const;

/** Reads a file at any place. */
class FileReader extends Reader<FileHandle> {
  readonly #file: FileHandle;

  constructor(file: FileHandle, size: number) {
    super(file);
    this.#file = file;
    this.size = size;
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const wanted = Math.max(0, Math.min(length, this.size - index));
    // Contents are read in small pieces, but the directory at once.
    if (wanted > LARGEST_DIRECTORY_BYTES)
      throw new UnsafeZipError({ zh: '文件列表过长', en: 'its list of files is too long' });
    const { buffer, bytesRead } = await this.#file.read(new Uint8Array(wanted), 0, wanted, index);
    return buffer.subarray(0, bytesRead);
  }
}

/** Two kilobytes for each of the entries that the largest limit of any caller allows. */
const LARGEST_DIRECTORY_BYTES = 16 * 1024 * 1024;
const RATIO_COUNTS_FROM_BYTES = 64 * 1024;
const LINK_MODE = 0o120000;
const MODE_MASK = 0o170000;
const STORED = 0;
const DEFLATED = 8;

async function checkedEntries(zip: ZipReader<FileHandle>, limits: ZipLimits): Promise<ZipEntry[]> {
  const tooMany = { zh: `超过 ${limits.maxEntries} 个文件`, en: `more than ${limits.maxEntries} files` };
  const entries: ZipEntry[] = [];
  let total = 0;
  let seen = 0;
  for await (const entry of zip.getEntriesGenerator()) {
    // Directories and metadata do not count against the limit but must not be endless either.
    if (++seen > limits.maxEntries * 4) throw new UnsafeZipError(tooMany);
    const name = nameOf(entry);
    refuseName(name);
    if (entry.encrypted) throw new UnsafeZipError({ zh: '文件已加密', en: 'it is encrypted' });
    if (((entry.externalFileAttributes >>> 16) & MODE_MASK) === LINK_MODE) {
      throw new UnsafeZipError({ zh: '包含链接', en: 'it holds a link' });
    }
    if (name.endsWith('/') || name.startsWith('__MACOSX/') || posix.basename(name) === '.DS_Store') continue;
    if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
      throw new UnsafeZipError({ zh: '压缩方式不受支持', en: 'it is compressed in an unsupported way' });
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
      // A file by its name, even if its attributes say directory.
      open: () => contentOf(entry as FileEntry),
    });
    if (entries.length > limits.maxEntries) throw new UnsafeZipError(tooMany);
  }
  return entries;
}

async function* contentOf(entry: FileEntry): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  // An error before the first byte leaves the stream open.
  entry.getData(writable).catch((error) => writable.abort(error).catch(() => {}));
  try {
    yield* readable;
  } catch (error) {
    throw isDamage(error) ? damaged(error) : error;
  }
}

const DAMAGES: ReadonlySet<unknown> = new Set([
  ERR_AMBIGUOUS_ARCHIVE,
  ERR_ENTRY_DATA_OUT_OF_BOUNDS,
  ERR_EXTRAFIELD_ZIP64_NOT_FOUND,
  ERR_INVALID_COMPRESSED_DATA,
  ERR_INVALID_UNCOMPRESSED_SIZE,
  ERR_LOCAL_FILE_HEADER_NOT_FOUND,
  ERR_UNSUPPORTED_UINT64,
]);

/** Whether a read error of an entry means that the archive is damaged rather than that our disk failed. */
const isDamage = (error: unknown): boolean => error instanceof Error && DAMAGES.has(error.message);

const damaged = (error: unknown): DamagedZipError =>
  new DamagedZipError(error instanceof Error ? error.message : 'unreadable', { cause: error });

const isOfDisk = (error: unknown): boolean => (error as NodeJS.ErrnoException).syscall !== undefined;

// The format has a flag for UTF-8; archives made by Chinese Windows have GBK names without it.
function nameOf({ rawFilename }: Entry): string {
  return isUtf8(rawFilename) ? Buffer.from(rawFilename).toString() : new TextDecoder('gb18030').decode(rawFilename);
}

function refuseName(name: string): void {
  const parts = name.split(/[\\/]/);
  const leadsOut = name.startsWith('/') || name.includes('\\') || /^[A-Za-z]:/.test(name) || parts.includes('..');
  if (leadsOut || name === '' || name.includes('\0')) {
    throw new UnsafeZipError({ zh: '文件名含有路径', en: 'a name in it leads out of its folder' });
  }
}
