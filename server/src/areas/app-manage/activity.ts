import { activity } from '@trade-assistant/contract/areas/app-manage/activity.ts';
import { activityStatus, activityType } from '@trade-assistant/contract/areas/app-manage/dictionaries.ts';
import { micros } from '@trade-assistant/contract/kit/money.ts';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import {
  type ActivityRow,
  activities,
  activityErrors,
  assertSound,
  budgetApproval,
  claimCoupon,
  grants,
  lockActivityRequests,
  obstacleOf,
  publishActivity,
  receivedBonus,
  rewardInvitations,
  runDueActivities,
  takeUnearnedBack,
  withdrawRequest,
} from '../../engines/customers/activities/index.ts';
import { audienceOf, contentErrors, errorAt, isFor, richTexts } from '../../engines/customers/content/index.ts';
import { pictureLinks } from '../../kernel/files/picture-links.ts';
import type { Context } from '../../kernel/http/context.ts';
import { pictureHandlers } from '../../kernel/http/pictures.ts';
import { defineTimer } from '../../kernel/jobs/index.ts';
import { listRows } from '../../kernel/resource/list.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';

const TURN_MILLIS = 5_000;
const REWARD_MILLIS = 60_000;
/** Most activities a user is shown. */
const SHOWN_MOST = 50;

export const approvals = [budgetApproval];

export const timers = [
  defineTimer({
    name: 'activities/turn',
    every: TURN_MILLIS,
    run: async ({ db }) => void (await runDueActivities(db)),
  }),
  defineTimer({
    name: 'activities/reward-invitations',
    every: REWARD_MILLIS,
    run: async ({ db }) => void (await rewardInvitations(db)),
  }),
  defineTimer({
    name: 'activities/take-back',
    every: REWARD_MILLIS,
    run: async ({ db }) => void (await takeUnearnedBack(db)),
  }),
];

const { draft, scheduled, running } = activityStatus.is;

const texts = richTexts({
  resource: activity.name,
  table: activities,
  fields: { content: 'optional', contentEn: 'optional' },
  readable: shownTo,
});
const covers = pictureLinks('/api/app-manage/activity/cover?name=');
const coverCalls = pictureHandlers(covers);
const linksOf = (cover: string | null | undefined): string[] => (cover ? [cover] : []);

/** Fields that bind the operator once an activity is published. */
const BINDING = [
  ...(['activityType', 'startTime', 'endTime', 'userTypes', 'countries'] as const),
  ...(['ruleJson', 'budget', 'perUserLimit', 'isPerTree'] as const),
];

export default resourceRoutes(activity, activities, {
  scope: 'tenant',
  lockBefore: (_c, tx, ids) => lockActivityRequests(tx, ids),
  beforeSave: async (c, tx, input, existing) => {
    if (existing && existing.status !== draft) assertUnbound(input, existing);
    const next = { ...existing, ...input };
    if (next.startTime && next.endTime && next.endTime <= next.startTime)
      throw errorAt('endTime', activityErrors, 'ACTIVITY_TIMES');
    assertSound({
      activityType: next.activityType ?? activityType.is.recharge,
      ...{ ruleJson: next.ruleJson ?? null, budget: next.budget ?? null, perUserLimit: next.perUserLimit ?? null },
    });
    if (existing) await withdrawRequest(tx, c.actor, existing);
    await covers.keep(tx, c.actor, c.app.files, {
      ...{ before: linksOf(existing?.cover), after: linksOf(next.cover) },
      gone: () => errorAt('cover', contentErrors, 'PICTURE_GONE'),
    });
    return texts.clean(c, tx, input, existing);
  },
  afterSave: (c, tx, row) => texts.keep(c, tx, row),
  beforeRemove: async (c, tx, rows) => {
    const open = rows.find(({ status }) => status === scheduled || status === running);
    if (open) throw activityErrors.ACTIVITY_RUNNING({ title: open.title });
    const spent = rows.find(({ usedBudget }) => usedBudget > 0n);
    if (spent) throw activityErrors.ACTIVITY_GRANTED({ title: spent.title });
    for (const row of rows) await withdrawRequest(tx, c.actor, row);
    const before = rows.flatMap(({ cover }) => linksOf(cover));
    await covers.keep(tx, c.actor, c.app.files, { before, after: [], gone: contentErrors.PICTURE_GONE });
    await texts.drop(c, tx, rows);
  },
  actions: {
    ...texts.calls,
    'put-cover': coverCalls.put,
    cover: coverCalls.show,
    publish: (c, { id }) => c.tx((tx) => publishActivity(tx, c.actor, id, visible(c.actor, activities, 'tenant'))),
    grants: (c, query) => {
      const reached = c.app.db.drizzle
        .select({ id: activities.id })
        .from(activities)
        .where(visible(c.actor, activities, 'tenant'));
      const where = inArray(grants.activityId, reached);
      return listRows(c.app.db, { actor: c.actor, table: grants, scope: 'tenant', where }, query);
    },
    current,
    claim: (c, { id }) => c.tx((tx) => claimCoupon(tx, c.actor, id)),
  },
});

/** Returns a value as text: rows that are sent back have whole seconds, and objects in the order of the database. */
const plain = (value: unknown): string => {
  if (value instanceof Date) return String(Math.floor(value.getTime() / 1000));
  if (Array.isArray(value)) return `[${value.map(plain).join()}]`;
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  const parts = Object.entries(value).filter(([, part]) => part !== null && part !== undefined);
  return JSON.stringify(parts.toSorted(([a], [b]) => (a < b ? -1 : 1)));
};

/** Refuses changes of a published activity that users relied on. @throws ACTIVITY_PUBLISHED */
function assertUnbound(input: Readonly<Record<string, unknown>>, existing: ActivityRow): void {
  const changed = BINDING.find((name) => input[name] !== undefined && plain(input[name]) !== plain(existing[name]));
  if (changed) throw errorAt(changed, activityErrors, 'ACTIVITY_PUBLISHED');
}

/** Returns the condition of activities that the caller is shown: those running or scheduled for them. */
async function shownTo(c: Context) {
  const audience = await audienceOf(c.app.db.drizzle, c.actor);
  return and(
    eq(activities.tenantId, c.actor.tenantId),
    isNull(activities.deletedAt),
    inArray(activities.status, [scheduled, running]),
    sql`${activities.endTime} > now()`,
    isFor(activities.userTypes, activities.countries, audience),
  );
}

async function current(c: Context) {
  const { drizzle } = c.app.db;
  const rows = await drizzle
    .select()
    .from(activities)
    .where(await shownTo(c))
    .orderBy(asc(activities.sort), asc(activities.endTime), asc(activities.id))
    .limit(SHOWN_MOST);
  const received = await receivedBonus(
    drizzle,
    c.actor.userId,
    rows.map(({ id }) => id),
  );
  return Promise.all(
    rows.map(async (row) => {
      const isCoupon = row.activityType === activityType.is.coupon && row.startTime <= new Date();
      const obstacle = isCoupon ? await obstacleOf(drizzle, row, c.actor.userId) : null;
      return {
        ...row,
        received: micros(received.get(row.id) ?? 0n),
        canClaim: isCoupon && obstacle === null,
        obstacle,
      };
    }),
  );
}
