import { Readable } from 'node:stream';
import type { ReadableStream as NodeWebStream } from 'node:stream/web';
import { configure, ZipWriter } from '@zip.js/zip.js';
import { withErrorListener } from './write-text.ts';

// Its workers are those of browsers.
configure({ useWebWorkers: false });

/** AES-256. */
const STRONGEST = 3;

/**
 * An archive of one file that opens with a password only, as common programs unpack it (WinZip AES). The password is used here
 * and kept nowhere. Names in an archive are readable without it.
 */
export function encryptedZip(
  content: AsyncIterable<Uint8Array>,
  { name, password }: { readonly name: string; readonly password: string },
): Readable {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const output = withErrorListener(Readable.fromWeb(readable as NodeWebStream<Uint8Array>, { objectMode: false }));
  const source = Readable.from(content, { objectMode: false });
  output.once('close', () => source.destroy());
  const write = async (): Promise<void> => {
    const zip = new ZipWriter(writable, { password, encryptionStrength: STRONGEST });
    await zip.add(name, Readable.toWeb(source) as ReadableStream<Uint8Array>);
    await zip.close();
  };
  write().catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return output;
}
