import type { whatsappFilter } from '@trade-assistant/contract/areas/filter/whatsapp-filter.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { ListQuery } from '@trade-assistant/contract/kit/page.ts';
import { and, eq, sql } from 'drizzle-orm';
import { type WorkLine, workLines } from '../../../engines/work/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { maskNumber, plainNumber } from '../../../kernel/phone/index.ts';
import { exemptTable } from '../../../kernel/resource/data-rules.ts';
import { listRows } from '../../../kernel/resource/list.ts';
import { findNumbers } from '../../../kernel/resource/numbers.ts';
import type { CheckRow } from './table.ts';

exemptTable(workLines, 'the task decides who may see its lines');

/** Refuses a list that is another person's, except for staff who may see lists of customers. @throws NO_PERMISSION */
export function assertOwnList(c: Context, task: CheckRow, resource: typeof whatsappFilter): void {
  if (task.ownerId !== c.actor.userId && !c.can(`${resource.name}:lines`)) throw commonErrors.NO_PERMISSION();
}

/** Returns a page of the lines of a task, each with its present result; numbers are whole for their owner only. */
export async function listLines(c: Context, task: CheckRow, query: ListQuery, resource: typeof whatsappFilter) {
  assertOwnList(c, task, resource);
  const isOwn = task.ownerId === c.actor.userId;
  const page = await listRows<WorkLine>(
    c.app.db,
    {
      actor: c.actor,
      table: workLines,
      scope: 'platform',
      where: and(
        eq(workLines.taskId, task.id),
        eq(workLines.createTime, task.createTime),
        eq(workLines.isCurrent, sql`true`),
      ),
      columns: { number: workLines.e164, regionCode: workLines.countryCode },
      conditions: { number: findNumbers(workLines.e164, isOwn) },
    },
    query,
  );
  return {
    ...page,
    records: page.records.map((line) => ({
      ...line,
      id: BigInt(line.lineNo),
      regionCode: line.countryCode,
      number: line.e164 === null ? (isOwn ? line.raw : null) : isOwn ? plainNumber(line.e164) : maskNumber(line.e164),
    })),
  };
}
