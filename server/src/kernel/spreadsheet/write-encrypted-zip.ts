import type { Readable } from 'node:stream';
import { archiveStream } from '../file-formats/zip-writer.ts';

/**
 * An archive of one file that opens with a password only, as common programs unpack it (WinZip AES). The password is used here
 * and kept nowhere. Names in an archive are readable without it.
 */
export function encryptedZip(
  content: AsyncIterable<Uint8Array>,
  { name, password }: { readonly name: string; readonly password: string },
): Readable {
  return archiveStream(({ add }) => add(name, content), { password });
}
