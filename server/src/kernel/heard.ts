import type { Readable } from 'node:stream';

/**
 * Returns a stream that is filled before its reader listens: an error that came first would end the process. The reader receives it all the
 * same.
 */
export function heard<Stream extends Readable>(stream: Stream): Stream {
  return stream.on('error', () => undefined);
}
