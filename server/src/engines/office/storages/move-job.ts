import { id } from '@trade-assistant/contract/kit/schema.ts';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { defineJob } from '../../../kernel/jobs/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';

interface State {
  readonly [name: string]: string | number;
  /** Files up to this id have been processed. */
  readonly after: string;
  readonly moved: number;
  readonly failed: number;
}

/**
 * Moves a tenant's files from other places to one of its storages. A file that cannot be read or does not match its
 * digest stays where it is and is counted.
 */
export const moveFilesJob = defineJob({
  name: 'resource/oss-move',
  permission: 'resource/oss:move',
  title: { zh: '迁移文件', en: 'Move files' },
  input: z.object({ storageId: id() }),
  async run(job, { storageId }) {
    const { app, actor } = job;
    let { after, moved, failed } = job.state<State>() ?? { after: '0', moved: 0, failed: 0 };
    const waiting = sql`from kernel_file where tenant_id = ${actor.tenantId} and ready and storage_id is distinct from ${storageId}`;
    const counted = await app.db.drizzle.execute<{ count: number }>(
      sql`select count(*)::int as count ${waiting} and id > ${BigInt(after)}`,
    );
    const total = moved + failed + (counted.rows[0]?.count ?? 0);
    for (;;) {
      job.signal.throwIfAborted();
      const { rows } = await app.db.drizzle.execute<{ id: string }>(
        sql`select id::text ${waiting} and id > ${BigInt(after)} order by id limit 1`,
      );
      const [next] = rows;
      if (!next) break;
      try {
        if (await app.files.moveTo(BigInt(next.id), storageId)) moved += 1;
      } catch (cause) {
        failed += 1;
        app.log.warn({ cause, fileId: next.id }, 'a file was not moved');
      }
      after = next.id;
      await job.checkpoint(null, { after, moved, failed } satisfies State);
      job.progress(moved + failed, total);
    }
    await app.db.tx(async (tx) => announceChange(tx, actor.tenantId, 'resource/oss'));
    return { result: { moved, failed } };
  },
});
