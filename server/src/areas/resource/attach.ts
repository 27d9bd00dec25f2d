import { attach } from '@trade-assistant/contract/areas/resource/attach.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import { permissionCode } from '@trade-assistant/contract/kit/permission.ts';
import type { Resource, RowOf } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { and, eq, gt, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../kernel/db/index.ts';
import { storageErrors } from '../../kernel/files/index.ts';
import { files } from '../../kernel/files/tables.ts';
import { type Context, fileAnswer } from '../../kernel/http/context.ts';
import { serve } from '../../kernel/http/serve.ts';
import { type Job, startTask } from '../../kernel/jobs/index.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { ruledRows, ruleTable } from '../../kernel/resource/data-rules.ts';
import { listRows } from '../../kernel/resource/list.ts';
import { assertUnused } from '../../kernel/resource/references.ts';
import { cleanJob, countUnused } from './attach/clean-job.ts';

type FileRow = typeof files.$inferSelect;

export const jobs: readonly Job[] = [cleanJob] as unknown as readonly Job[];

const PREVIEW_MAX_BYTES = 10 * 1024 * 1024;
/** Types a browser may show, determined by content, not by name. */
const PREVIEWS: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
  csv: 'text/plain; charset=utf-8',
  json: 'text/plain; charset=utf-8',
};

ruleTable(files, {
  resource: attach,
  reach: ({ actor }) => and(eq(files.tenantId, actor.tenantId), ruledRows(actor, files), present()),
});

export default serve(attach, {
  list: async (c, query) => {
    const page = await listRows<FileRow>(c.app.db, { ...source, actor: c.actor, where: present() }, query);
    return { ...page, records: await shown(c, page.records) };
  },
  detail: async (c, { id }) => (await shown(c, [await found(c, id)]))[0] as RowOf<typeof attach>,
  submit: async (c, { id, originalName }) => {
    await c.tx(async (tx) => {
      const [row] = await tx.update(files).set({ originalName }).where(own(c, id)).returning({ id: files.id });
      if (!row) throw commonErrors.NOT_FOUND();
      announceChange(tx, c.actor.tenantId, attach);
    });
    return { id };
  },
  remove: (c, { ids }) => c.tx((tx) => letGo(c, tx, ids)),
  uses: async (c, { id }) => {
    await found(c, id);
    const { rows } = await c.app.db.drizzle.execute<{ resource: string; row_id: string; called: string }>(
      sql`select resource, row_id::text, called from file_use where file_id = ${id} order by resource, row_id limit 200`,
    );
    return rows.map(({ resource, row_id, called }) => ({ resource, rowId: BigInt(row_id), called }));
  },
  preview: async (c, { id }) => {
    const file = await opened(c, id);
    const type = PREVIEWS[file.extension];
    if (!type || file.size > PREVIEW_MAX_BYTES) throw storageErrors.FILE_KIND();
    return fileAnswer({ name: file.originalName, type, stream: await c.app.files.open(id) });
  },
  ticket: async (c, { id }) => {
    await opened(c, id);
    return { ticket: await c.app.files.ticket(id, c.actor) };
  },
  file: async (c, { ticket }) => {
    const { id, name } = await c.app.files.redeem(ticket);
    return fileAnswer({ name, type: 'application/octet-stream', stream: await c.app.files.open(id) });
  },
  orphans: (c, { days }) => countUnused(c.app.db, c.actor.tenantId, days),
  clean: (c, { days }) =>
    c.tx(async (tx) => {
      const { taskNo } = await startTask(tx, c.actor, cleanJob, { days });
      return { taskNo };
    }),
});

const source = {
  table: files,
  scope: 'tenant' as const,
  columns: { name: files.key, attachSize: files.size, createUserName: files.ownerName },
};

/** Limits a query to uploads that are kept and not expired. */
const present = (): SQL | undefined =>
  and(isNotNull(files.source), eq(files.ready, true), or(isNull(files.expiresAt), gt(files.expiresAt, sql`now()`)));
const own = ({ actor }: Context, id: bigint): SQL | undefined =>
  and(eq(files.id, id), eq(files.tenantId, actor.tenantId), ruledRows(actor, files), present());

async function found(c: Context, id: bigint): Promise<FileRow> {
  const [row] = await c.app.db.drizzle.select().from(files).where(own(c, id));
  if (!row) throw commonErrors.NOT_FOUND();
  return row;
}

/**
 * Returns a file that the caller may open: an own upload, or a file without a particular resource. A file of a resource
 * also opens with that resource's `view`, or the permission of the file's field, without a data scope there.
 * @throws NOT_FOUND, NO_PERMISSION
 */
async function opened(c: Context, id: bigint): Promise<FileRow> {
  const file = await found(c, id);
  const owner = ownerOf(file.source ?? '');
  if (!owner || file.ownerId === c.actor.userId) return file;
  const isWhole = !c.actor.dataRules?.[owner.name]?.rows;
  if (!c.can(permissionCode(owner.name, readPermissionOf(owner, file.source ?? ''))) || !isWhole)
    throw commonErrors.NO_PERMISSION();
  return file;
}

/** Returns the permission to read the field of a call's files; `view` if the field needs no other. */
const readPermissionOf = ({ name, fields }: Resource, source: string): string =>
  Object.values(fields).find(({ upload }) => upload && `${name}/${upload.call}` === source)?.options.readPermission ??
  'view';

/** Returns the resource of the call that stored a file; undefined for calls without a particular resource. */
const ownerOf = (source: string): Resource | undefined =>
  (registry as readonly Resource[]).find(
    ({ name, calls }) => source.startsWith(`${name}/`) && !name.startsWith('resource/') && 'detail' in calls,
  );

async function shown(c: Context, rows: readonly FileRow[]): Promise<RowOf<typeof attach>[]> {
  if (rows.length === 0) return [];
  const ids = sql`${sql.param(rows.map(({ id }) => String(id)))}::bigint[]`;
  const counted = await c.app.db.drizzle.execute<{ file_id: string; count: number }>(
    sql`select file_id::text, count(*)::int as count from file_use where file_id = any(${ids}) group by file_id`,
  );
  const uses = new Map(counted.rows.map(({ file_id, count }) => [file_id, count]));
  return rows.map((row) => ({
    id: row.id,
    originalName: row.originalName,
    extension: row.extension,
    attachSize: row.size,
    useCount: uses.get(String(row.id)) ?? 0,
    source: titleOf(row.source ?? '', c.locale),
    name: row.key,
    domain: '',
    link: `/api/${attach.name}/preview?id=${row.id}`,
    createUserName: row.ownerName,
    createTime: row.createTime,
    expiresAt: row.expiresAt,
  }));
}

/** Returns the title of the call that stored a file. */
function titleOf(path: string, locale: Locale): string {
  const { calls } = registry.find(({ name }) => path.startsWith(`${name}/`)) ?? {};
  const name = path.split('/').slice(2).join('/');
  const call = calls && (calls as Readonly<Record<string, { title: { zh: string; en: string } }>>)[name];
  return call?.title[locale] ?? path;
}

const REFERENCE = {
  what: { zh: '记录', en: 'records', one: 'record' },
  from: sql`file_use`,
  column: sql`file_id`,
  called: sql`called`,
};

/** Expires unused files, all or none; the purge deletes their content. @throws NOT_FOUND, IN_USE */
async function letGo(c: Context, tx: Tx, ids: readonly bigint[]): Promise<undefined> {
  const within = and(eq(files.tenantId, c.actor.tenantId), ruledRows(c.actor, files));
  const where = and(inArray(files.id, [...ids]), within, present());
  const rows = await tx.select().from(files).where(where).orderBy(files.id).for('update');
  if (rows.length < ids.length) throw commonErrors.NOT_FOUND();
  await assertUnused(tx, c.actor, [REFERENCE], rows, 'originalName');
  await tx.update(files).set({ expiresAt: new Date() }).where(where);
  announceChange(tx, c.actor.tenantId, attach);
  return undefined;
}
