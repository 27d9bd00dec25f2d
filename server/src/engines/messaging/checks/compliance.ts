import type { App } from '../../../kernel/app/index.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { type Batch, type ComplianceError, complianceErrors, type Decision, decide } from '../compliance/index.ts';
import type { Admission, OpenLine, WorkTask } from '../work/index.ts';
import type { CheckChannel } from './channels.ts';

/** Returns the compliance facts of a task. */
export const batchOf = (
  { businessType }: Pick<CheckChannel, 'businessType'>,
  { tenantId, ownerId, ownerPath, countryCode, consentId }: WorkTask,
): Omit<Batch, 'numbers'> => ({ tenantId, ownerId, ownerPath, channel: businessType, countryCode, consentId });

/**
 * Decides about the numbers of a list while it is read, so that refused ones are not priced.
 * @throws CONSENT_REQUIRED, CONSENT_EXPIRED, which end the task
 */
export async function decideRead(
  app: App,
  channel: CheckChannel,
  task: WorkTask,
  numbers: readonly bigint[],
): Promise<Decision['refused']> {
  const { refused, consent } = await decide(app, app.db.drizzle, { ...batchOf(channel, task), numbers });
  if (consent === 'missing') throw complianceErrors.CONSENT_REQUIRED();
  if (consent === 'expired') throw complianceErrors.CONSENT_EXPIRED();
  return refused;
}

/** Decides again about lines in the transaction that hands them over. */
export async function admitLines(
  app: App,
  tx: Tx,
  channel: CheckChannel,
  task: WorkTask,
  lines: readonly OpenLine[],
): Promise<Admission> {
  const numbers = lines.map(({ e164 }) => e164);
  const { refused, consent } = await decide(app, tx, { ...batchOf(channel, task), numbers });
  const byLine = new Map(
    [...refused].flatMap(([index, refusal]) => {
      const line = lines[index];
      return line ? [[line.lineNo, refusal] as const] : [];
    }),
  );
  const pause: ComplianceError | undefined =
    consent === 'missing' ? 'CONSENT_REQUIRED' : consent === 'expired' ? 'CONSENT_EXPIRED' : undefined;
  return pause ? { refused: byLine, pause } : { refused: byLine };
}
