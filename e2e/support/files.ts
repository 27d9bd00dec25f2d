import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const STORED = 0;

/**
 * Returns the files in an archive by name. Written here so that the product's writer is not tested with the product's
 * reader.
 */
export function unzip(archive: Buffer): Map<string, Buffer> {
  let end = archive.length - 22;
  while (end >= 0 && archive.readUInt32LE(end) !== END_OF_DIRECTORY) end -= 1;
  if (end < 0) throw new Error('Not an archive');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error('A damaged archive');
    const method = archive.readUInt16LE(at + 10);
    const size = archive.readUInt32LE(at + 20);
    const [name, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
    const header = archive.readUInt32LE(at + 42);
    const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
    const content = archive.subarray(start, start + size);
    files.set(
      archive.toString('utf8', at + 46, at + 46 + (name ?? 0)),
      method === STORED ? content : inflateRawSync(content),
    );
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}

/** Every text in the cells of a workbook. */
export function cellsOf(workbook: Buffer): string[] {
  return [...unzip(workbook)]
    .filter(([name]) => /^xl\/(worksheets\/[^/]+|sharedStrings)\.xml$/.test(name))
    .flatMap(([, sheet]) => [...sheet.toString('utf8').matchAll(/<(?:t|v)(?: [^>]*)?>([^<]*)<\/(?:t|v)>/g)])
    .map(([, text]) => text ?? '');
}

/** The phone numbers in texts, digits only, in the order they come. */
export const numbersIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => text.split(/\r?\n/)).flatMap((line) => /^\+?(\d{11})$/.exec(line.trim())?.[1] ?? []);
