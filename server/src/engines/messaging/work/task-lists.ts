import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { ResourceName } from '@trade-assistant/contract/registry.ts';
import { sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { workErrors } from './errors.ts';
import { type ListSource, withList } from './read-list.ts';
import { WORK } from './states.ts';
import { withTaskLines } from './task-lines.ts';

/** Where the list of a task is, as its job keeps it: a stored file, pasted text, or a check. */
export interface TaskList {
  readonly fileId: string | null;
  readonly text: string | null;
  /** Absent in lists of an earlier release. */
  readonly checkId?: string | null;
  /** Results of the check whose numbers are wanted; null: all. */
  readonly results?: readonly number[] | null;
}

/** A list as a call names it. */
interface GivenList {
  readonly fileId?: bigint | undefined;
  readonly numbers?: string | undefined;
  readonly checkId?: bigint | undefined;
  readonly results?: string | undefined;
  readonly column?: number | undefined;
}

/**
 * Returns where the list is that a call names: a file of the caller, a check of the list's owner that the caller may see, or the pasted
 * text; with the name of the file or check.
 * @throws FILE_GONE, NOT_FOUND, LIST_GONE
 */
export async function listOf(c: Context, { fileId, numbers, checkId, results, column }: GivenList, ownerId: bigint) {
  const file = fileId === undefined ? null : await ownFile(c, fileId);
  const check = file || checkId === undefined ? null : await checkOf(c, checkId, ownerId);
  return {
    name: file?.name ?? check?.name ?? null,
    fileName: file?.name ?? null,
    fileId: file?.id.toString() ?? null,
    text: file || check ? null : (numbers ?? null),
    checkId: check ? String(checkId) : null,
    results: results ? results.split(',').map(Number) : null,
    column: check ? 0 : (column ?? null),
  };
}

/** Returns an uploaded file of the caller. @throws FILE_GONE, NOT_FOUND for another person's */
async function ownFile(c: Context, fileId: bigint) {
  const file = await c.app.files.find(fileId);
  if (file.ownerId !== c.actor.userId) throw commonErrors.NOT_FOUND();
  return file;
}

/** Returns the name of a check. @throws NOT_FOUND for one of another owner, or that the caller may not see, LIST_GONE */
async function checkOf(c: Context, id: bigint, ownerId: bigint): Promise<{ readonly name: string }> {
  const { rows } = await c.app.db.drizzle.execute<{ resource: ResourceName; name: string; gone: boolean }>(sql`
    select resource, task_name as name, purged_time is not null or status = ${WORK.purged} as gone from work_task
    where id = ${id} and tenant_id = ${c.actor.tenantId} and owner_id = ${ownerId} and kind like 'filter/%' and deleted_at is null`);
  const [check] = rows;
  if (!check || !(await c.app.lists.canRead(c.actor, check.resource, id))) throw commonErrors.NOT_FOUND();
  if (check.gone) throw workErrors.LIST_GONE();
  return check;
}

export const isEmptyList = ({ fileId, text, checkId = null }: TaskList): boolean =>
  fileId === null && checkId === null && !text?.trim();

/** Reads a list. @throws FILE_GONE, LIST_GONE */
export const withTaskList = <T>(
  app: App,
  { fileId, text, checkId = null, results = null }: TaskList,
  read: (source: ListSource) => Promise<T>,
): Promise<T> =>
  checkId === null
    ? withList(app, { fileId: fileId === null ? null : BigInt(fileId), text }, read)
    : withTaskLines(app, BigInt(checkId), results, read);
