import type { Readable } from 'node:stream';

/**
 * Gives a stream that is filled before its reader listens an error listener: without one, an early error would end the process. The reader
 * receives the error all the same.
 */
export const withErrorListener = <Stream extends Readable>(stream: Stream): Stream =>
  stream.on('error', () => undefined);
