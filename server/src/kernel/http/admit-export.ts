import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '../auth/actor.ts';
import type { Tx } from '../db/index.ts';
import type { Context } from './context.ts';
import { assertSecondFactor } from './step-up.ts';

export const exportErrors = defineErrors({
  EXPORT_NEEDS_APPROVAL: {
    status: 400,
    zh: '本次导出 {rows} 行，24 小时内已导出 {taken} 行；合计超过 {max} 行，须由另一人复核后生成',
    en: 'This export has {rows} rows, after {taken} in the last 24 hours; above {max} a second person must approve it',
  },
  EXPORT_GREW: {
    status: 400,
    zh: '复核时为 {approved} 行，现在有 {rows} 行，请重新申请',
    en: '{approved} rows were approved, now there are {rows}; please request it again',
  },
});

/** Mode of an export without a request: only counted, or made as it was approved. */
export type ExportPass =
  | { readonly kind: 'measured'; found: number | null }
  | { readonly kind: 'approved'; readonly rows: number; found: number | null };

/** Allowed growth of a list since its approval, since rows may be added while the request waits. */
const GROWTH = 1.1;

const passes = new WeakMap<Context, ExportPass>();
const admitted = new WeakSet<Context>();

/** Ends a call that was made to learn how many rows it would answer with. */
export class Measured extends Error {}

export function giveExportPass(c: Context, pass: ExportPass): void {
  passes.set(c, pass);
}

/** Whether a call is made in the background, where it may take longer. */
export const isExportedLater = (c: Context): boolean => passes.has(c);

/** Whether `admitExport` let the call's rows go. */
export const wasAdmitted = (c: Context): boolean => admitted.has(c);

/**
 * Admits the rows of a file before any is read or written. Every export must call it as soon as it knows their number: an answer with rows
 * that did not pass is a defect and is not sent. Rows of staff count towards their daily limit even if the file never arrives. @param tx of
 * the caller: a rollback also undoes the count @throws those of `assertSecondFactor` above `export.stepUpRows`; EXPORT_NEEDS_APPROVAL for
 * staff above `export.approvalRows`: the rows of customers are their own
 */
export async function admitExport(c: Context, rows: number, tx?: Tx): Promise<void> {
  const pass = passes.get(c);
  if (pass) pass.found = rows;
  if (pass?.kind === 'approved') {
    const figures = { approved: pass.rows.toLocaleString('en-US'), rows: rows.toLocaleString('en-US') };
    if (rows > pass.rows * GROWTH) throw exportErrors.EXPORT_GREW(figures);
    admitted.add(c);
    return;
  }
  const { parameters } = c.app;
  if (rows > parameters.get(c.actor.tenantId, 'export.stepUpRows')) assertSecondFactor(c.app, c.request, true);
  if (pass?.kind === 'measured') throw new Measured();
  const max = limitOf(c);
  if (max !== null && rows > 0) await (tx ? count(tx, c, rows, max) : c.app.db.tx((own) => count(own, c, rows, max)));
  admitted.add(c);
}

/**
 * Adds the rows to the user's count of this hour; the lock makes the user's other exports wait until this one is
 * decided.
 */
async function count(tx: Tx, { actor }: Context, rows: number, max: number): Promise<void> {
  await tx.execute(sql`
    insert into kernel_export_hour as h (tenant_id, user_id, hour, rows)
    values (${actor.tenantId}, ${actor.userId}, date_trunc('hour', now()), ${rows})
    on conflict (tenant_id, user_id, hour) do update set rows = h.rows + excluded.rows`);
  const taken = (await takenOf(tx, actor)) - rows;
  if (taken + rows <= max) return;
  const [inWords, before, most] = [rows, taken, max].map((figure) => figure.toLocaleString('en-US'));
  throw exportErrors.EXPORT_NEEDS_APPROVAL({ rows: inWords ?? '', taken: before ?? '', max: most ?? '' });
}

/** Whether this many rows, with those of the last 24 hours, exceed the limit of one person. */
export async function needsApproval(c: Pick<Context, 'app' | 'actor'>, rows: number): Promise<boolean> {
  const max = limitOf(c);
  return max !== null && rows > 0 && rows + (await takenOf(c.app.db.drizzle, c.actor)) > max;
}

/** Null: no limit. Customers only export their own rows. */
function limitOf({ app, actor }: Pick<Context, 'app' | 'actor'>): number | null {
  const max = app.parameters.get(actor.tenantId, 'export.approvalRows');
  return actor.userType === userType.is.staff && max > 0 ? max : null;
}

/** Rows taken in the last 24 hours, to the hour: none is forgotten too early. */
async function takenOf(run: Pick<Tx, 'execute'>, { tenantId, userId }: Actor): Promise<number> {
  const { rows } = await run.execute<{ taken: string }>(sql`
    select coalesce(sum(rows), 0)::text as taken from kernel_export_hour
    where tenant_id = ${tenantId} and user_id = ${userId} and hour >= date_trunc('hour', now() - interval '24 hours')`);
  return Number(rows[0]?.taken ?? 0);
}
