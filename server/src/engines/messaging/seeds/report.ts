import { seedOwner, seedReport } from '@trade-assistant/contract/areas/whatsapp/embedded-dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { App } from '../../../kernel/app/index.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { pictureLinks } from '../../../kernel/files/picture-links.ts';
import { atField, seedErrors } from './errors.ts';
import { isLate, matchOf } from './match.ts';
import { lockTask, moveTask, SEED_TASK, STATUS, settleUse } from './states.ts';

/** Screenshots of reports and of decisions about cheating. */
export const seedProofs = pictureLinks(`/api/${SEED_TASK}/proof?name=`);

export interface SeedReport {
  readonly id: bigint;
  /** As `seed_report`: 1 to 3. */
  readonly reportedStatus: (typeof seedReport.is)[keyof typeof seedReport.is];
  readonly receivedTime?: Date | null | undefined;
  readonly evidence?: readonly string[] | null | undefined;
  readonly remark?: string | null | undefined;
  /** The panel member who reports about their own number; without it staff report about a number of the platform. */
  readonly memberId?: bigint | undefined;
}

/**
 * Records what arrived at a seed number, once. A report after 24 hours counts as late and is not rewarded.
 * @throws NOT_FOUND, STATE_CONFLICT, SEED_MEMBER_REPORTS, SEED_RECEIVED_TIME, SEED_PROOF_GONE
 */
export async function reportSeed(
  tx: Tx,
  actor: Actor,
  { files }: Pick<App, 'files'>,
  report: SeedReport,
): Promise<void> {
  const task = await lockTask(tx, actor, report.id);
  if (report.memberId === undefined && task.ownerKind !== seedOwner.is.platform) throw seedErrors.SEED_MEMBER_REPORTS();
  if (report.memberId !== undefined && task.appUserId !== report.memberId) throw commonErrors.NOT_FOUND();
  const isAwaited = task.status === STATUS.running || task.status === STATUS.timedOut;
  if (!isAwaited || task.reportedStatus !== seedReport.is.none) throw commonErrors.STATE_CONFLICT();
  const now = new Date();
  const receivedTime = report.reportedStatus === seedReport.is.missing ? null : (report.receivedTime ?? now);
  // Clocks of phones differ a little.
  if (
    receivedTime &&
    (receivedTime > now || receivedTime.getTime() < (task.dispatchTime?.getTime() ?? 0) - MINUTE_MILLIS)
  )
    throw atField('receivedTime', 'SEED_RECEIVED_TIME');
  const evidence = (report.evidence ?? []).map(seedProofs.bare);
  const gone = () => atField('evidence', 'SEED_PROOF_GONE');
  // The program acts for a member, whose uploads they are.
  const uploader = { ...actor, userId: report.memberId ?? actor.userId };
  await seedProofs.keep(tx, uploader, files, { before: [], after: evidence, gone });
  const cameLate = isLate({ dueTime: task.dueTime, receivedTime, reportTime: now });
  const { providerStatus } = task;
  const { reportedStatus } = report;
  await moveTask(tx, actor, task, cameLate ? 'reportLate' : 'report', {
    ...{ reportedStatus, receivedTime, evidence, reportTime: now, reportRemark: report.remark || null },
    ...{ reporter: actor.userId, reporterName: task.appUserName ?? (actor.realName || actor.account) },
    matchResult: matchOf({ providerStatus, reportedStatus, isLate: cameLate, isOver: true }),
  });
  await settleUse(tx, [task.embeddedNumberId]);
}

const MINUTE_MILLIS = 60_000;
