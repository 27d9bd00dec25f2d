import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Context } from './context.ts';
import { assertSecondFactor } from './step-up.ts';

export const exportErrors = defineErrors({
  EXPORT_NEEDS_APPROVAL: {
    status: 400,
    zh: '本次导出 {rows} 行，超过 {max} 行，须由另一人复核后生成',
    en: 'This export has {rows} rows; above {max} somebody else has to approve it first',
  },
  EXPORT_GREW: {
    status: 400,
    zh: '复核时为 {approved} 行，现在有 {rows} 行，请重新申请',
    en: '{approved} rows were approved and there are {rows} now; please ask again',
  },
});

/** How an export is carried out that nobody asks for over the wire: only counted, or made as it was approved. */
export type ExportPass =
  | { readonly kind: 'measured'; found: number | null }
  | { readonly kind: 'approved'; readonly rows: number; found: number | null };

/** By how much a list may have grown since its export was approved: those that are written to grow while they wait. */
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
 * The one place all rows pass that leave as a file: called by whatever makes one, as soon as it knows how many, before
 * anything is written or read for it. An answer with rows that did not pass here is a defect, and is not sent.
 * @throws those of `assertSecondFactor` above `export.stepUpRows`; EXPORT_NEEDS_APPROVAL for staff above
 * `export.approvalRows`: the rows of customers are their own
 */
export function admitExport(c: Context, rows: number): void {
  const pass = passes.get(c);
  if (pass) pass.found = rows;
  if (pass?.kind === 'approved') {
    const figures = { approved: pass.rows.toLocaleString('en-US'), rows: rows.toLocaleString('en-US') };
    if (rows > pass.rows * GROWTH) throw exportErrors.EXPORT_GREW(figures);
    admitted.add(c);
    return;
  }
  const { parameters } = c.app;
  if (rows > parameters.get(c.actor.tenantId, 'export.stepUpRows')) assertSecondFactor(c.app, c.request);
  if (pass?.kind === 'measured') throw new Measured();
  if (needsApproval(c, rows)) {
    const max = parameters.get(c.actor.tenantId, 'export.approvalRows').toLocaleString('en-US');
    throw exportErrors.EXPORT_NEEDS_APPROVAL({ rows: rows.toLocaleString('en-US'), max });
  }
  admitted.add(c);
}

/** Whether so many rows are more than one person may take. What customers reach is their own. */
export function needsApproval({ app, actor }: Pick<Context, 'app' | 'actor'>, rows: number): boolean {
  const max = app.parameters.get(actor.tenantId, 'export.approvalRows');
  return actor.userType === userType.is.staff && max > 0 && rows > max;
}
