import {
  seedOwner,
  seedStatus,
  seedTaskStatus,
} from '@trade-assistant/contract/areas/whatsapp/embedded-dictionaries.ts';
import { embeddedNumber } from '@trade-assistant/contract/areas/whatsapp/embedded-number.ts';
import type { embeddedNumberTask } from '@trade-assistant/contract/areas/whatsapp/embedded-number-task.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { ZERO } from '@trade-assistant/contract/kit/money.ts';
import type { InputOf } from '@trade-assistant/contract/kit/resource.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { businessNo } from '../../../kernel/business-no.ts';
import { todayOf } from '../../../kernel/db/business-days.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { declareLimit } from '../../../kernel/declared-limits.ts';
import { readParameter } from '../../../kernel/parameters/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { type ChosenSeed, countUse } from './choose.ts';
import { atField } from './errors.ts';
import { panelMembers } from './panel.ts';
import { recordSteps, settleUse } from './states.ts';
import { seedNumbers } from './tables.ts';

declareLimit({ name: 'tasks of a seed number in a day', window: 'day', unit: 'things' });
export interface SeedPlan {
  readonly tenantId: string;
  /** As `business_type`. */
  readonly orderType: number;
  readonly orderId: bigint;
  readonly orderNo: string;
  readonly seeds: readonly ChosenSeed[];
  readonly expectedTemplate?: string | null;
  readonly expectedSender?: string | null;
  readonly providerId?: bigint | null;
}

/** Plans a task for each chosen seed of an order; seeds that the order already uses are skipped. @returns the ids of the tasks */
export async function planSeedTasks(tx: Tx, plan: SeedPlan): Promise<bigint[]> {
  if (plan.seeds.length === 0) return [];
  const seeds = JSON.stringify(plan.seeds.map(({ seedId }) => ({ id: String(seedId), no: businessNo('SD') })));
  const members = await memberNames(tx, plan);
  const reward = await readParameter(tx, plan.tenantId, 'embedded.reward');
  const { rows } = await tx.execute<{ id: string; seed: string }>(sql`
    insert into sed_task (tenant_id, task_no, order_type, order_id, order_no, embedded_number_id, e164, country_code, owner_kind, app_user_id,
      app_user_name, provider_id, expected_template, expected_sender, reward, reward_paid)
    select ${plan.tenantId}, s.no, ${plan.orderType}, ${plan.orderId}, ${plan.orderNo}, n.id, n.e164, n.country_code, n.owner_kind,
      n.app_user_id, ${members}::jsonb ->> n.app_user_id::text, ${plan.providerId ?? null}::bigint, ${plan.expectedTemplate ?? null},
      ${plan.expectedSender ?? null}, case n.owner_kind when 2 then ${reward}::bigint else 0 end, 0
    from jsonb_to_recordset(${seeds}::jsonb) as s (id bigint, no text) join sed_number n on n.id = s.id and n.tenant_id = ${plan.tenantId}
    order by n.id
    on conflict do nothing returning id::text, embedded_number_id::text as seed`);
  const ids = rows.map(({ id }) => BigInt(id));
  await recordSteps(tx, plan.tenantId, { from: null, to: seedTaskStatus.is.planned, event: 'plan' }, ids);
  await settleUse(
    tx,
    rows.map(({ seed }) => BigInt(seed)),
  );
  announceChange(tx, plan.tenantId, embeddedNumber);
  return ids;
}

/** Returns the names of the members behind some seeds, by id, as JSON. */
async function memberNames(tx: Tx, { tenantId, seeds }: Pick<SeedPlan, 'tenantId' | 'seeds'>): Promise<string> {
  const panel = panelMembers();
  if (!panel) return '{}';
  const { rows } = await tx.execute<{ member: string }>(sql`
    select distinct app_user_id::text as member from sed_number
    where id = any(${sql.param(seeds.map(({ seedId }) => String(seedId)))}::bigint[]) and app_user_id is not null`);
  const found = await panel.find(
    tx,
    tenantId,
    rows.map(({ member }) => BigInt(member)),
  );
  return JSON.stringify(Object.fromEntries([...found].map(([id, { name }]) => [String(id), name])));
}

/**
 * Returns the columns of a task that a person plans, and counts the use of its number.
 * @throws SEED_UNAVAILABLE, SEED_DAILY_LIMIT at the number
 */
export async function taskToPlan(tx: Tx, actor: Actor, input: Partial<InputOf<typeof embeddedNumberTask>>) {
  const [number] = await tx
    .select({
      ...{ id: seedNumbers.id, e164: seedNumbers.e164, countryCode: seedNumbers.countryCode },
      ...{ channel: seedNumbers.channel, ownerKind: seedNumbers.ownerKind, appUserId: seedNumbers.appUserId },
      ...{ status: seedNumbers.status, dailyLimit: seedNumbers.dailyLimit },
      used: sql<number>`case when ${seedNumbers.usedDay} = ${todayOf(actor.tenantId)} then ${seedNumbers.usedCount} else 0 end`,
    })
    .from(seedNumbers)
    .where(and(visible(actor, seedNumbers, 'tenant'), eq(seedNumbers.id, input.embeddedNumberId ?? 0n)))
    .for('update');
  const { available, inUse } = seedStatus.is;
  const isUsable = number && (number.status === available || number.status === inUse);
  if (!isUsable || number.channel !== (input.orderType ?? number.channel))
    throw atField('embeddedNumberId', 'SEED_UNAVAILABLE');
  if (number.used >= number.dailyLimit) throw atField('embeddedNumberId', 'SEED_DAILY_LIMIT', { n: number.used });
  if (input.providerId) await assertProvider(tx, actor, input.providerId);
  const { id, e164, countryCode, ownerKind, appUserId } = number;
  const members = appUserId ? await panelMembers()?.find(tx, actor.tenantId, [appUserId]) : undefined;
  await countUse(tx, actor.tenantId, [id]);
  return {
    ...input,
    ...{ taskNo: businessNo('SD'), orderType: number.channel, e164, countryCode, ownerKind, appUserId },
    appUserName: (appUserId && members?.get(appUserId)?.name) || null,
    rewardPaid: ZERO,
    reward: ownerKind === seedOwner.is.member ? await readParameter(tx, actor.tenantId, 'embedded.reward') : ZERO,
  };
}

async function assertProvider(tx: Tx, actor: Actor, id: bigint): Promise<void> {
  const { rows } = await tx.execute(
    sql`select from prv_provider where id = ${id} and tenant_id = ${actor.tenantId} and deleted_at is null`,
  );
  if (rows.length === 0) throw commonErrors.NOT_FOUND();
}
