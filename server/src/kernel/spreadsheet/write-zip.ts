import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { archiveStream } from '../file-formats/zip-writer.ts';
import type { Source } from './write-text.ts';

/** A file for an archive; its content is read only when it is written. */
export interface ArchiveFile {
  /** With its folder, `US/1_实号_live.txt`; invalid characters are replaced. */
  readonly path: string;
  /** Less than 4 GiB; a longer one ends the archive with an error. */
  readonly content: () => AsyncIterable<Uint8Array>;
  /** Asked when the content has ended; default: its line breaks. */
  readonly rows?: () => number;
}

/** A line of `manifest.json`. */
export interface ManifestEntry {
  readonly file: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Writes an archive while its files arrive: every file, `README.txt`, and last `manifest.json` with rows and SHA-256 of each file, below
 * the facts of `about`. `onManifest` receives the same lines for the export log. `time` is the time of all files, by default now: with it the
 * same content gives the same bytes.
 */
export function zipStream(
  files: Source<ArchiveFile>,
  options: {
    readme: string;
    about?: Readonly<Record<string, unknown>>;
    time?: Date;
    onManifest?: (manifest: readonly ManifestEntry[]) => void;
  },
): Readable {
  const { about, readme, time, onManifest } = options;
  return archiveStream(
    async ({ add, signal }) => {
      const manifest: ManifestEntry[] = [];
      const names = new Set(['manifest.json', 'README.txt']);
      await add('README.txt', Buffer.from(readme));
      for await (const file of files) {
        signal.throwIfAborted();
        const name = uniqueName(safePath(file.path), names);
        const measure = new Measure();
        await add(name, measure.pass(file.content()));
        manifest.push({
          file: name,
          rows: file.rows?.() ?? measure.lines,
          bytes: measure.bytes,
          sha256: measure.sha256(),
        });
      }
      onManifest?.(manifest);
      await add('manifest.json', Buffer.from(`${JSON.stringify({ ...about, files: manifest }, null, 2)}\n`));
    },
    { time },
  );
}

/** A path inside an archive that every file system takes: no drive, no `..`, no reserved characters. */
export function safePath(path: string): string {
  const parts = path
    .split('/')
    .map((part) => part.replace(RESERVED, '_').trim())
    .filter((part) => part !== '' && !/^\.+$/.test(part));
  return parts.join('/') || 'file';
}

class Measure {
  bytes = 0;
  lines = 0;
  readonly #hash = createHash('sha256');

  async *pass(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      this.#hash.update(chunk);
      this.bytes += chunk.length;
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) this.lines++;
      yield chunk;
    }
  }

  sha256(): string {
    return this.#hash.digest('hex');
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not pass
const RESERVED = /[\u0000-\u001f\\:*?"<>|]/g;

function uniqueName(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > name.lastIndexOf('/') ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let found = name;
  for (let number = 2; taken.has(found); number++) found = `${stem} (${number})${extension}`;
  taken.add(found);
  return found;
}
