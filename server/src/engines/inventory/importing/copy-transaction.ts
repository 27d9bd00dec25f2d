import type { Writable } from 'node:stream';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import type { Db } from '../../../kernel/db/index.ts';

interface Copy {
  readonly stream: Writable;
  readonly chunks: () => AsyncIterable<Uint8Array>;
}

/**
 * Feeds a COPY in a transaction of its own on a connection of its own. The chunks are made as fast as the database takes
 * them; when making one fails, or the database refuses one, nothing was written.
 */
export async function copyTransaction(db: Db, open: (client: pg.PoolClient) => Promise<Copy>): Promise<void> {
  const client = await db.pool.connect();
  let broken: Error | undefined;
  // A connection that breaks between two chunks would otherwise end the process.
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
