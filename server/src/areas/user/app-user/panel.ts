import type { appUser } from '@trade-assistant/contract/areas/user/app-user.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { desc, eq } from 'drizzle-orm';
import {
  appealCheat,
  reportSeed,
  type SeedReport,
  seedProofs,
  seedTasks,
} from '../../../engines/messaging/seeds/index.ts';
import { systemActor } from '../../../kernel/auth/actor.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { pictureHandlers, ticketed } from '../../../kernel/http/pictures.ts';
import { plainNumber } from '../../../kernel/phone/index.ts';

type Input<K extends 'panel-report' | 'panel-appeal'> = CallInput<typeof appUser, K, 'out'>;

const TASKS_MAX = 100;

/** What a panel member does with their own tasks. The program acts in the engine, which checks that the task is theirs. */
export const panelHandlers = {
  'panel-tasks': async (c: Context) => {
    const { app, actor } = c;
    const rows = await app.db.drizzle
      .select()
      .from(seedTasks)
      .where(eq(seedTasks.appUserId, actor.userId))
      .orderBy(desc(seedTasks.id))
      .limit(TASKS_MAX);
    return rows
      .filter(({ deletedAt }) => deletedAt === null)
      .map(({ e164, ...task }) => ({
        ...task,
        number: plainNumber(e164),
        evidence: ticketed(c, task.evidence ?? []),
        appealEvidence: ticketed(c, task.appealEvidence ?? []),
        reviewRemark: task.isCheat === 1 ? task.cheatReason : task.reviewRemark,
      }));
  },
  'panel-report': (c: Context, { id, reportedStatus, evidence, remark }: Input<'panel-report'>): Promise<undefined> =>
    c.tx(async (tx) => {
      const report = {
        id,
        reportedStatus: reportedStatus as SeedReport['reportedStatus'],
        evidence,
        remark,
        memberId: c.actor.userId,
      };
      await reportSeed(tx, systemActor(c.actor.tenantId), c.app, report);
      return undefined;
    }),
  'panel-appeal': (c: Context, { id, reason, evidence }: Input<'panel-appeal'>): Promise<undefined> =>
    c.tx(async (tx) => {
      await appealCheat(tx, systemActor(c.actor.tenantId), c.app, { id, reason, evidence, memberId: c.actor.userId });
      return undefined;
    }),
  'panel-proof': pictureHandlers(seedProofs, { isPrivate: true }).put,
};
