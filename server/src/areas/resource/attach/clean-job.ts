import { ORPHAN_DAYS } from '@trade-assistant/contract/areas/resource/attach.ts';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../../kernel/db/index.ts';
import { defineJob } from '../../../kernel/jobs/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';

const BATCH = 200;

/** Unused attachments of a tenant, uploaded at least this many days ago. */
const unused = (tenantId: string, days: number) => sql`
  from kernel_file f where tenant_id = ${tenantId} and source is not null and ready
    and (expires_at is null or expires_at > now()) and create_time < now() - make_interval(days => ${days}::int)
    and not exists (select from file_use u where u.file_id = f.id)`;

export async function countUnused(db: Db, tenantId: string, days: number): Promise<{ count: number; bytes: number }> {
  const { rows } = await db.drizzle.execute<{ count: number; bytes: string }>(
    sql`select count(*)::int as count, coalesce(sum(size), 0)::text as bytes ${unused(tenantId, days)}`,
  );
  return { count: rows[0]?.count ?? 0, bytes: Number(rows[0]?.bytes ?? 0) };
}

/** Expires unused attachments. One used meanwhile stays: each batch checks again under a lock. */
export const cleanJob = defineJob({
  name: 'resource/attach-clean',
  permission: 'resource/attach:clean',
  title: { zh: '清理未引用附件', en: 'Delete unused attachments' },
  input: z.object({ days: z.int().min(ORPHAN_DAYS.least).max(ORPHAN_DAYS.most) }),
  async run(job, { days }) {
    const { app, actor } = job;
    const { count: total } = await countUnused(app.db, actor.tenantId, days);
    let { count, bytes } = job.state<{ count: number; bytes: number }>() ?? { count: 0, bytes: 0 };
    for (;;) {
      job.signal.throwIfAborted();
      const taken = await app.db.tx(async (tx) => {
        const { rows } = await tx.execute<{ size: string }>(sql`
          update kernel_file set expires_at = now() where id in (
            select f.id ${unused(actor.tenantId, days)} order by f.id limit ${BATCH} for update of f skip locked)
          returning size::text`);
        count += rows.length;
        bytes += rows.reduce((sum, { size }) => sum + Number(size), 0);
        await job.checkpoint(tx, { count, bytes });
        announceChange(tx, actor.tenantId, 'resource/attach');
        return rows.length;
      });
      job.progress(count, Math.max(total, count));
      if (taken < BATCH) return { result: { count, bytes } };
    }
  },
});
