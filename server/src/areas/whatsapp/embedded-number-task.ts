import { seedTaskStatus } from '@trade-assistant/contract/areas/whatsapp/embedded-dictionaries.ts';
import { embeddedNumberTask } from '@trade-assistant/contract/areas/whatsapp/embedded-number-task.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import {
  appealCheat,
  endAllOverdue,
  lockMembers,
  markCheat,
  panelMembers,
  refuseAppeal,
  removeSeedTasks,
  reportSeed,
  reviewProviders,
  reviewSeed,
  SEED_TASK,
  type SeedReport,
  seedErrors,
  seedProofs,
  seedTasks,
  settleUse,
  stepSeedTasks,
  taskToPlan,
  withdrawCheat,
} from '../../engines/messaging/seeds/index.ts';
import { providers } from '../../engines/vendors/providers/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { pictureHandlers, ticketed } from '../../kernel/http/pictures.ts';
import { defineTimer } from '../../kernel/jobs/index.ts';
import { maskNumber, plainNumber } from '../../kernel/phone/index.ts';
import { findNumbers } from '../../kernel/resource/numbers.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { recordPlainView } from './plain-view.ts';

const PLAIN = `${embeddedNumberTask.name}:plain` as const;
const MINUTE_MILLIS = 60_000;
const proofs = pictureHandlers(seedProofs, { isPrivate: true });

export const timers = [
  defineTimer({ name: 'seeds/overdue', every: MINUTE_MILLIS, run: (app) => endAllOverdue(app) }),
  defineTimer({
    name: 'seeds/providers',
    every: MINUTE_MILLIS,
    run: async (app) => void (await reviewProviders(app.db)),
  }),
];

/** Agents never see seed numbers or their tasks, whatever their roles grant. */
const reachable = ({ actor }: Context): SQL | undefined =>
  actor.userType === userType.is.staff ? undefined : sql`false`;
const assertStaff = ({ actor }: Context): void => {
  if (actor.userType !== userType.is.staff) throw commonErrors.NO_PERMISSION();
};

const { planned, cancelled } = seedTaskStatus.is;
const REMOVABLE: readonly number[] = [planned, cancelled];
/** Fields of a task that may change after it was sent. */
const REMARKS: readonly string[] = ['remark'];

export default resourceRoutes(embeddedNumberTask, seedTasks, {
  scope: 'tenant',
  rows: reachable,
  conditions: (c) => ({ number: findNumbers(seedTasks.e164, c.can(PLAIN)) }),
  unique: {
    sed_task_order: () => {
      const { zh, en } = seedErrors.declarations.SEED_IN_ORDER;
      return seedErrors.SEED_IN_ORDER({}, { fields: [{ field: 'embeddedNumberId', message: { zh, en } }] });
    },
  },
  computed: {
    fields: ['number', 'providerName', 'evidence', 'cheatEvidence', 'appealEvidence'],
    fill: async (c, rows) => {
      const isPlain = c.can(PLAIN);
      if (isPlain) await recordPlainView(c, SEED_TASK, rows);
      const names = await namesOf(
        c,
        rows.flatMap(({ providerId }) => (providerId === null ? [] : [providerId])),
      );
      return rows.map(({ e164, providerId, evidence, cheatEvidence, appealEvidence }) => ({
        number: isPlain ? plainNumber(e164) : maskNumber(e164),
        providerName: names.get(providerId ?? 0n) ?? null,
        evidence: ticketed(c, evidence ?? []),
        cheatEvidence: ticketed(c, cheatEvidence ?? []),
        appealEvidence: ticketed(c, appealEvidence ?? []),
      }));
    },
    order: () => ({ number: sql`${seedTasks.e164}` }),
  },
  beforeSave: async (c, tx, input, existing) => {
    assertStaff(c);
    if (!existing) return taskToPlan(tx, c.actor, input);
    const isSent = existing.status !== planned;
    if (isSent && Object.keys(input).some((name) => !REMARKS.includes(name))) throw commonErrors.STATE_CONFLICT();
    return input;
  },
  afterSave: (_c, tx, { embeddedNumberId }) => settleUse(tx, [embeddedNumberId]),
  beforeRemove: async (_c, tx, rows) => {
    if (rows.some(({ status }) => !REMOVABLE.includes(status))) throw commonErrors.STATE_CONFLICT();
    await removeSeedTasks(tx, rows);
  },
  onTransition: (_c, tx, rows, { name }) => stepSeedTasks(tx, rows, name as 'dispatch' | 'cancel'),
  actions: {
    report: (c, input) => c.tx((tx) => reportSeed(tx, c.actor, c.app, input as SeedReport)),
    'update-isApproval': (c, { id, status, reason }) =>
      c.tx((tx) => reviewSeed(tx, c.actor, panelMembers(), { id, reason, isApproved: status === 1 })),
    'update-isCheat': (c, { status, ...decision }) =>
      c.tx((tx) =>
        status === 1
          ? markCheat(tx, c.actor, c.app, panelMembers(), decision)
          : withdrawCheat(tx, c.actor, panelMembers(), decision),
      ),
    appeal: (c, input) => c.tx((tx) => appealCheat(tx, c.actor, c.app, input)),
    'refuse-appeal': (c, input) => c.tx((tx) => refuseAppeal(tx, c.actor, panelMembers(), input)),
    'lock-account': (c, { ids }) => c.tx((tx) => lockMembers(tx, c.actor, panelMembers(), ids)),
    'put-proof': proofs.put,
    proof: proofs.show,
  },
});

async function namesOf({ app, actor }: Context, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, string>> {
  if (ids.length === 0) return new Map();
  const rows = await app.db.drizzle
    .select({ id: providers.id, name: providers.providerName })
    .from(providers)
    .where(and(inArray(providers.id, [...new Set(ids)]), eq(providers.tenantId, actor.tenantId)));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
