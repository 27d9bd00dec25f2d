import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { withErrorListener } from './error-listener.ts';
import { Uint8ArrayReader, ZipWriter } from './zip-library.ts';

/** An archive that is being written. */
export interface OpenArchive {
  /** Writes a file, less than 4 GiB, and resolves when its content has ended. A content in pieces is read at the pace of the archive's reader. */
  add(name: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  /** Aborted when the archive has ended or its reader has left; `add` then rejects. */
  readonly signal: AbortSignal;
}

/**
 * Returns the bytes of an archive while `write` adds its files, one after another. An error of `write` is the stream's error. `time` is the time
 * of all files, by default now: with it the same content gives the same bytes. With a password the files are encrypted as common programs
 * decrypt them (WinZip AES).
 */
export function archiveStream(
  write: (archive: OpenArchive) => Promise<void>,
  { time, password }: { readonly time?: Date | undefined; readonly password?: string } = {},
): Readable {
  const output = withErrorListener(new PassThrough());
  const left = new AbortController();
  const { signal } = left;
  let current: Readable | null = null;
  output.once('close', () => {
    left.abort();
    // zip.js ends a source that waits only after its next piece; with a signal it would not end one whose reader pauses.
    current?.destroy();
  });
  // `Writable.toWeb` would count pieces instead of bytes, and queue thousands of them.
  const sink = new WritableStream<Uint8Array>({
    async write(piece) {
      if (!output.write(piece)) await once(output, 'drain', { signal });
    },
    close: () => void output.end(),
  });
  const zip = new ZipWriter(sink, {
    ...(time && { lastModDate: time }),
    ...(password !== undefined && { password, encryptionStrength: STRONGEST }),
  });

  async function add(name: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
    signal.throwIfAborted();
    if (content instanceof Uint8Array) {
      // Short enough to be compressed before its header is written, which then has its size.
      await zip.add(name, new Uint8ArrayReader(content), { dataDescriptor: false });
      return;
    }
    current = Readable.from(content, { objectMode: false });
    // With ZIP64 a file could be larger than 4 GiB, but Excel and macOS open no ZIP64 file whose size follows it.
    await zip.add(name, Readable.toWeb(current) as ReadableStream<Uint8Array>, { zip64: false });
  }

  async function finish(): Promise<void> {
    await write({ add, signal });
    await zip.close();
  }
  finish().catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return output;
}

/** AES-256. */
const STRONGEST = 3;
