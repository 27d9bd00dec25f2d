import { task } from '@trade-assistant/contract/areas/desk/task.ts';
import { commonErrors, errorText } from '@trade-assistant/contract/kit/errors.ts';
import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import type { RowOf } from '@trade-assistant/contract/kit/resource.ts';
import { and, eq } from 'drizzle-orm';
import type { App } from '../../kernel/app/index.ts';
import type { Actor } from '../../kernel/auth/actor.ts';
import type { StoredFile } from '../../kernel/files/index.ts';
import { type FileAnswer, fileAnswer } from '../../kernel/http/context.ts';
import { serve } from '../../kernel/http/serve.ts';
import { cancelTask, jobErrors, ownTask, type TaskRow, taskScope, tasks } from '../../kernel/jobs/index.ts';
import { countStates } from '../../kernel/resource/counts.ts';
import { exemptTable } from '../../kernel/resource/data-rules.ts';
import { listRows } from '../../kernel/resource/list.ts';

exemptTable(tasks, 'each task belongs to its owner');

export default serve(task, {
  list: async (c, query) => {
    const page = await listRows<TaskRow>(c.app.db, source(c.actor), query);
    return { ...page, records: page.records.map((row) => shown(row, c.locale)) };
  },
  counts: (c, query) => countStates(c.app.db, source(c.actor), query, task),
  detail: async (c, { id }) => {
    const [row] = await c.app.db.drizzle
      .select()
      .from(tasks)
      .where(and(eq(tasks.id, id), taskScope(c.actor)));
    if (!row) throw commonErrors.NOT_FOUND();
    return shown(row, c.locale);
  },
  progress: async (c, { taskNo }) => shown(await ownTask(c.app.db.drizzle, c.actor, taskNo), c.locale),
  cancel: async (c, { taskNo }) => c.tx((tx) => cancelTask(tx, c.actor, taskNo)),
  download: async (c, { taskNo, kind }) => answer(c.app, await fileOf(c.app, c.actor, taskNo, kind)),
  ticket: async (c, { taskNo, kind }) => {
    const file = await fileOf(c.app, c.actor, taskNo, kind);
    return { ticket: await c.app.files.ticket(file.id, c.actor) };
  },
  file: async (c, { ticket }) => answer(c.app, await c.app.files.redeem(ticket)),
});

const source = (actor: Actor) => ({
  actor,
  table: tasks,
  scope: 'tenant' as const,
  where: and(eq(tasks.visible, 1), taskScope(actor)),
});

/** Returns a task for its owner, in the reader's language. */
function shown(row: TaskRow, locale: Locale): RowOf<typeof task> {
  return {
    ...row,
    title: locale === 'en' ? row.titleEn : row.titleZh,
    done: Number(row.done),
    total: Number(row.total),
    note: row.note?.[locale].slice(0, 500) ?? null,
    failure: row.failureCode === null ? null : errorText(row.failureCode, row.failureParams, locale).slice(0, 1000),
    hasResult: row.resultFileId === null ? 0 : 1,
    hasReport: row.reportFileId === null ? 0 : 1,
  };
}

async function fileOf(app: App, actor: Actor, taskNo: string, kind: 'result' | 'report'): Promise<StoredFile> {
  const row = await ownTask(app.db.drizzle, actor, taskNo);
  const fileId = kind === 'result' ? row.resultFileId : row.reportFileId;
  if (fileId === null) throw jobErrors.TASK_FILE_MISSING();
  return app.files.find(fileId);
}

const answer = async (app: App, file: StoredFile): Promise<FileAnswer> =>
  // Always a download: browsers must never run the file within our origin.
  fileAnswer({ name: file.name, type: 'application/octet-stream', stream: await app.files.open(file.id) });
