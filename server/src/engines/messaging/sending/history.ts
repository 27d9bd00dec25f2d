import type { TemplateComponents } from '@trade-assistant/contract/template.ts';
import { filledText, fillTemplate } from '@trade-assistant/contract/template.ts';
import { and, desc, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { workTasks } from '../work/index.ts';
import { detailsOf, isSms } from './channels.ts';
import { contentPurpose, smsText } from './content.ts';
import { type MessageRow, messages, templates } from './tables.ts';

/** A message with its text. */
export interface ShownMessage {
  readonly row: MessageRow;
  /** Null where there is none to show: codes are kept by nobody. */
  readonly content: string | null;
  readonly orderNo: string | null;
}

/** Returns messages under a condition, newest first, with their texts. `before`: the place of the oldest known one. */
export async function messagesWhere(
  app: App,
  condition: SQL,
  before: bigint | null,
  limit: number,
): Promise<ShownMessage[]> {
  const rows = await app.db.drizzle
    .select()
    .from(messages)
    .where(and(condition, before === null ? undefined : lt(messages.seq, before)))
    .orderBy(desc(messages.seq))
    .limit(limit);
  return withContents(app, rows);
}

/** Returns messages by their places. */
export async function messagesAt(app: App, condition: SQL, places: readonly bigint[]): Promise<ShownMessage[]> {
  const rows = await app.db.drizzle
    .select()
    .from(messages)
    .where(and(condition, inArray(messages.seq, [...places])));
  return withContents(app, rows);
}

async function withContents(app: App, rows: readonly MessageRow[]): Promise<ShownMessage[]> {
  const taskIds = [...new Set(rows.flatMap(({ taskId }) => (taskId === null ? [] : [taskId])))];
  const tasks = new Map(
    taskIds.length === 0
      ? []
      : (await app.db.drizzle.select().from(workTasks).where(inArray(workTasks.id, taskIds))).map((task) => [
          task.id,
          task,
        ]),
  );
  const params = await paramsOf(app, rows);
  const used = [...new Set([...tasks.values()].flatMap(({ templateId }) => (templateId === null ? [] : [templateId])))];
  const parts = new Map<bigint, TemplateComponents>(
    used.length === 0
      ? []
      : (await app.db.drizzle.select().from(templates).where(inArray(templates.id, used))).map(({ id, components }) => [
          id,
          components,
        ]),
  );
  return rows.map((row) => {
    const task = row.taskId === null ? undefined : tasks.get(row.taskId);
    const values = params.get(`${row.taskId}:${row.lineNo}`) ?? {};
    return { row, orderNo: task?.taskNo ?? null, content: contentOf() };

    function contentOf(): string | null {
      if (row.content !== null) return app.secrets.open(row.content, contentPurpose(row.id));
      if (row.direction === 2 || !task) return null;
      const components = task.templateId === null ? undefined : parts.get(task.templateId);
      if (components) {
        const { header, body, footer } = fillTemplate(components, values);
        return [header?.text, body, footer].filter(Boolean).join('\n');
      }
      if (isSms(task)) return smsText(task, values);
      const { text } = detailsOf(task);
      return text === undefined ? null : filledText(text, values);
    }
  });
}

/** Returns the values of the lines of some messages. */
async function paramsOf(app: App, rows: readonly MessageRow[]): Promise<ReadonlyMap<string, Record<string, string>>> {
  const own = rows.filter(({ direction, taskId, lineNo }) => direction === 1 && taskId !== null && lineNo !== null);
  if (own.length === 0) return new Map();
  const found = await app.db.drizzle.execute<{ key: string; params: Record<string, string> }>(sql`
    select l.task_id || ':' || l.line_no as key, l.params
    from unnest(${sql.param(own.map(({ taskId }) => String(taskId)))}::bigint[], ${sql.param(own.map(({ lineNo }) => lineNo))}::int[]) f (task_id, line_no)
      join work_task t on t.id = f.task_id
      join work_line l on l.task_id = f.task_id and l.line_no = f.line_no and l.create_time = t.create_time and l.is_current
    where l.params is not null`);
  return new Map(found.rows.map(({ key, params }) => [key, params]));
}
