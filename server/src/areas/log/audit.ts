import { auditLog } from '@trade-assistant/contract/areas/log/audit.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { keptProof, trail } from '../../kernel/audit/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { defineJob, defineTimer, type Job, startTask, type Timer } from '../../kernel/jobs/index.ts';
import { ruledRows } from '../../kernel/resource/data-rules.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { tableOfResource } from '../../kernel/resource/shown-tables.ts';
import { changesInWords, type TrailRow } from './audit/changes.ts';
import { proveTrail, proveTrails } from './audit/prove.ts';
import { trailTitle } from './words/call-title.ts';

const HISTORY_MOST = 100;

const proofJob = defineJob({
  name: 'log/audit-proof',
  permission: 'log/audit:verify',
  title: { zh: '校验审计记录', en: 'Verify the audit trail' },
  input: z.object({}),
  async run(job) {
    const { app, actor } = job;
    const { proven, waiting, problem } = await proveTrail(app, actor.tenantId, actor.account, (done, total) => {
      job.signal.throwIfAborted();
      job.progress(done, total);
    });
    return {
      result: { proven, waiting, fault: problem?.fault ?? null, id: problem?.id ? String(problem.id) : null },
    };
  },
});

export const jobs: readonly Job[] = [proofJob] as unknown as readonly Job[];
export const timers: readonly Timer[] = [
  defineTimer({ name: 'audit/proof', every: { at: '04:30' }, run: proveTrails }),
];

export default resourceRoutes(auditLog, trail, {
  scope: 'tenant',
  asked: ({ userId }) => (typeof userId === 'bigint' ? eq(trail.userId, userId) : undefined),
  computed: {
    fields: ['title'],
    // In the reader's language, if this version still has the call.
    fill: async ({ locale }, rows) => rows.map((row) => ({ title: trailTitle(row, locale) })),
  },
  actions: {
    verify: (c) =>
      c.tx(async (tx) => {
        const { taskNo } = await startTask(tx, c.actor, proofJob, {});
        return { taskNo };
      }),
    proof: (c) => keptProof(c.app.db, c.actor.tenantId),
    changes: async (c, { id }) => {
      const [row] = await rowsOf(c, eq(trail.id, id), 1);
      if (!row) throw commonErrors.NOT_FOUND();
      return (await changesInWords(c, [row]))[0] ?? [];
    },
    history: async (c, { resource, id }) => {
      const rows = await rowsOf(
        c,
        and(
          inArray(trail.objectType, sameRows(resource)),
          or(
            eq(trail.objectId, String(id)),
            // The condition of the index of rows about several records.
            sql`(${trail.objectId} like '%,%' and ${String(id)} = any(string_to_array(${trail.objectId}, ',')))`,
          ),
        ),
        HISTORY_MOST,
      );
      const changes = await changesInWords(c, rows, String(id));
      return rows.map((row, index) => ({
        id: row.id,
        time: row.createTime,
        account: row.account,
        title: trailTitle(row, c.locale),
        reason: row.reason,
        changes: changes[index] ?? [],
      }));
    },
  },
});

/** Returns a resource and the others of the same table: an agent is also a user. */
const sameRows = (resource: string): string[] => [
  ...new Set([resource, ...(tableOfResource(resource)?.resources ?? []).map(({ name }) => name)]),
];

/** Returns the rows of the trail that the reader's list would show. */
const rowsOf = (c: Context, where: SQL | undefined, most: number): Promise<TrailRow[]> =>
  c.app.db.drizzle
    .select()
    .from(trail)
    .where(and(eq(trail.tenantId, c.actor.tenantId), ruledRows(c.actor, trail), where))
    .orderBy(desc(trail.id))
    .limit(most);
