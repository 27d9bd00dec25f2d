import { report } from '@trade-assistant/contract/areas/report/report.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import {
  checkReport,
  DOCUMENT_TYPES,
  documentName,
  documentOf,
  isOwner,
  mayManage,
  openReports,
  reportErrors,
  reportSourcesFor,
  reports,
  runReport,
} from '../../engines/reporting/reports/index.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { openExport, withExportLog } from '../../kernel/export-log.ts';
import { admitExport } from '../../kernel/http/admit-export.ts';
import { type Context, fileAnswer } from '../../kernel/http/context.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { literal } from '../../kernel/resource/filters.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';

const CHOICES = 200;

export default resourceRoutes(report, reports, {
  scope: 'tenant',
  rows: ({ actor }) => openReports(actor),
  computed: {
    fields: ['isOwn'],
    fill: async ({ actor }, rows) => rows.map((row) => ({ isOwn: isOwner(actor, row) ? 1 : 0 })),
  },
  beforeSave: async (c, tx, input, existing) => {
    if (existing && !isOwner(c.actor, existing)) throw reportErrors.REPORT_OF_OTHER({ name: existing.name });
    if (input.roleIds?.length) await assertRoles(tx, c, input.roleIds);
    const source = input.source ?? existing?.source ?? '';
    const content = input.content ?? existing?.content;
    if (content) await checkReport(c.app, c, { source, content });
    return input;
  },
  beforeRemove: async ({ actor }, _tx, rows) => {
    const foreign = rows.find((row) => !mayManage(actor, row));
    if (foreign) throw reportErrors.REPORT_OF_OTHER({ name: foreign.name });
  },
  actions: {
    sources: (c) => reportSourcesFor(c.app, c),
    roles: async (c, { keyword, id }) => {
      const { rows } = await c.app.db.drizzle.execute<{ id: string; zh: string; en: string }>(sql`
        select id::text as id, role_name as zh, role_name_en as en from sys_role
        where tenant_id = ${c.actor.tenantId} and deleted_at is null and status = 1
          and (${id === undefined}::boolean or id = ${id ?? 0n})
          and (role_name ilike ${`%${literal(keyword)}%`} or role_name_en ilike ${`%${literal(keyword)}%`})
        order by sort, id limit ${CHOICES}`);
      return rows.map(({ id: value, zh, en }) => ({
        value: BigInt(value),
        label: zh,
        labelEn: en || zh,
        disabled: false,
      }));
    },
    run: async (c, { id }) => {
      const { source, content } = await openReport(c, id);
      return runReport(c.app, c, { source, content }, hangUp(c));
    },
    preview: (c, asked) => runReport(c.app, c, asked, hangUp(c)),
    'export-file': async (c, { id, format }) => {
      const { name, description, source, content } = await openReport(c, id);
      const result = await runReport(c.app, c, { source, content }, hangUp(c));
      const document = { name, description, result, reader: c.actor.realName, locale: c.locale };
      await admitExport(c, result.rows.length);
      const entry = { source: 'report', format, objectIds: [id], filters: content.filters, isMasked: false } as const;
      const exportId = await c.app.db.tx((tx) => openExport(tx, c.actor, entry));
      return fileAnswer({
        name: documentName(document, format),
        type: DOCUMENT_TYPES[format],
        stream: withExportLog(c.app.db, exportId, documentOf(document, format), () => result.rows.length),
      });
    },
    copy: (c, { id }) =>
      c.tx(async (tx) => {
        const { name, description, source, chart, content } = await openReport(c, id);
        const { actor } = c;
        const [row] = await tx
          .insert(reports)
          .values({
            ...{ tenantId: actor.tenantId, description, source, chart, content, roleIds: [] },
            name: `${name.slice(0, 90)}${c.locale === 'zh' ? '（副本）' : ' (copy)'}`,
            createUser: actor.userId,
            createUserName: actor.realName,
            createDept: actor.deptIds[0] ?? null,
            updateUser: actor.userId,
          })
          .returning({ id: reports.id });
        announceChange(tx, actor.tenantId, report);
        if (!row) throw commonErrors.NOT_FOUND();
        return row;
      }),
  },
});

/** @throws NOT_FOUND for a report that is neither the caller's nor shared with them */
async function openReport(c: Context, id: bigint) {
  const [row] = await c.app.db.drizzle
    .select()
    .from(reports)
    .where(
      and(visible(c.actor, reports, 'tenant'), openReports(c.actor), eq(reports.id, id), isNull(reports.deletedAt)),
    );
  if (!row) throw commonErrors.NOT_FOUND();
  return row;
}

/** Returns a signal that is aborted when the caller hangs up. */
function hangUp({ reply }: Context): AbortSignal {
  const controller = new AbortController();
  const { raw } = reply;
  raw.once('close', () => {
    if (!raw.writableEnded) controller.abort();
  });
  return controller.signal;
}

async function assertRoles(tx: Tx, { actor }: Context, ids: readonly bigint[]): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    select from sys_role where tenant_id = ${actor.tenantId} and deleted_at is null and id = any(${sql.param(ids.map(String))}::bigint[])`);
  if (rowCount !== new Set(ids).size) throw reportErrors.REPORT_ROLE_UNKNOWN();
}
