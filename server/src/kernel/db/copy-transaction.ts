import type { Writable } from 'node:stream';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import type { Db } from './index.ts';

interface Copy {
  readonly stream: Writable;
  readonly chunks: () => AsyncIterable<Uint8Array>;
}

/**
 * Runs a COPY in its own transaction and connection, and produces chunks at the speed of the database. If producing or
 * writing a chunk fails, nothing is written.
 */
export async function copyTransaction(db: Db, open: (client: pg.PoolClient) => Promise<Copy>): Promise<void> {
  const client = await db.pool.connect();
  let broken: Error | undefined;
  // A connection error between two chunks would otherwise end the process.
  const onBreak = (error: Error) => {
    broken = error;
  };
  client.on('error', onBreak);
  try {
    await client.query('begin');
    try {
      const { stream, chunks } = await open(client);
      await pipeline(Readable.from(chunks(), { objectMode: true, highWaterMark: 2 }), stream);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch((cause: Error) => {
        broken = cause;
      });
      throw error;
    }
  } finally {
    client.off('error', onBreak);
    client.release(broken);
  }
}
