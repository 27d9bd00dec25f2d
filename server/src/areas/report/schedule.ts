import {
  reportSchedule,
  SCHEDULE_RECIPIENTS,
  scheduleChannel,
} from '@trade-assistant/contract/areas/report/schedule.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, asc, eq, ilike, inArray, isNull, or } from 'drizzle-orm';
import { users } from '../../engines/people/identity/index.ts';
import {
  deliverJob,
  nextRunOf,
  openReports,
  purgeDeliveries,
  recipientsOf,
  reportErrors,
  reports,
  runSchedules,
  schedules,
} from '../../engines/reporting/reports/index.ts';
import { businessZone } from '../../kernel/db/business-days.ts';
import type { Tx } from '../../kernel/db/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { defineTimer, type Job, type Timer } from '../../kernel/jobs/index.ts';
import { literal } from '../../kernel/resource/filters.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

const LOOK_MILLIS = 10_000;
const PEOPLE = 200;

export default resourceRoutes(reportSchedule, schedules, {
  scope: 'tenant',
  rows: ({ actor }) => eq(schedules.createUser, actor.userId),
  beforeSave: async (c, tx, input, existing) => {
    const whole = { ...existing, ...input };
    const reportId = existing?.reportId ?? input.reportId ?? 0n;
    const name = await nameOfReport(tx, c, reportId);
    if (whole.channels === 0) throw reportErrors.SCHEDULE_NO_CHANNEL();
    await assertRecipients(tx, c, whole.recipientIds ?? [], whole.channels ?? scheduleChannel.is.message);
    const zone = await businessZone(tx, c.actor.tenantId);
    const rhythm = {
      rhythm: whole.rhythm ?? 1,
      weekday: whole.weekday ?? null,
      monthDay: whole.monthDay ?? null,
      hour: whole.hour ?? 8,
    };
    const isActive = (whole.isActive ?? 1) === 1;
    return {
      ...input,
      reportName: name,
      locale: c.locale,
      nextTime: isActive ? nextRunOf(rhythm, zone, new Date()) : null,
      // Activated again by a person, a paused schedule has its tries again.
      ...(existing?.isActive === 0 && isActive ? { failures: 0, problem: null } : {}),
    };
  },
  actions: {
    people: async (c, { keyword, id }) => {
      const like = `%${literal(keyword)}%`;
      const rows = await c.app.db.drizzle
        .select({ id: users.id, name: users.realName, account: users.account })
        .from(users)
        .where(
          and(
            recipientsOf(c.actor),
            eq(users.status, 1),
            id === undefined ? undefined : eq(users.id, id),
            or(ilike(users.realName, like), ilike(users.account, like)),
          ),
        )
        .orderBy(asc(users.realName), asc(users.id))
        .limit(PEOPLE);
      return rows.map(({ id: value, name, account }) => {
        const label = `${name} · ${account}`;
        return { value, label, labelEn: label, disabled: false };
      });
    },
  },
});

/** @throws NOT_FOUND for a report that the author of the schedule may not open */
async function nameOfReport(tx: Tx, { actor }: Context, id: bigint): Promise<string> {
  const [row] = await tx
    .select({ name: reports.name })
    .from(reports)
    .where(
      and(eq(reports.id, id), eq(reports.tenantId, actor.tenantId), isNull(reports.deletedAt), openReports(actor)),
    );
  if (!row) throw commonErrors.NOT_FOUND({}, { fields: [] });
  return row.name;
}

/** Recipients are within the author's reach; those of e-mail have an address in their profile. */
async function assertRecipients(tx: Tx, { actor }: Context, ids: readonly bigint[], channels: number): Promise<void> {
  const wanted = new Set(ids.map(String));
  if (wanted.size === 0 || wanted.size > SCHEDULE_RECIPIENTS)
    throw reportErrors.SCHEDULE_RECIPIENTS({ max: SCHEDULE_RECIPIENTS });
  const rows = await tx
    .select({ name: users.realName, email: users.email })
    .from(users)
    .where(and(recipientsOf(actor), inArray(users.id, [...wanted].map(BigInt))));
  if (rows.length !== wanted.size) throw reportErrors.SCHEDULE_RECIPIENTS({ max: SCHEDULE_RECIPIENTS });
  if ((channels & scheduleChannel.is.email) === 0) return;
  const silent = rows.filter(({ email }) => email === '').map(({ name }) => name);
  if (silent.length > 0) throw reportErrors.SCHEDULE_NO_ADDRESS({ people: silent.slice(0, 5).join(', ') });
}

export const jobs: readonly Job[] = [deliverJob] as unknown as readonly Job[];

export const timers: readonly Timer[] = [
  defineTimer({ name: 'report/schedules', every: LOOK_MILLIS, run: (app) => runSchedules(app) }),
  defineTimer({ name: 'report/purge', every: { at: '04:05' }, run: purgeDeliveries }),
];
