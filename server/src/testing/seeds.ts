import { seedOwner, seedReport } from '@trade-assistant/contract/areas/whatsapp/embedded-dictionaries.ts';
import {
  dispatchSeed,
  type PanelMembers,
  type PanelNotice,
  planSeedTasks,
  registerPanelMembers,
  reportSeed,
  seedReceipt,
} from '../engines/messaging/seeds/index.ts';
import { DEFAULT_TENANT } from '../engines/people/identity/index.ts';
import { fictionalNumbers, multipart } from '../engines/stock/inventory/stock-fixture.ts';
import { systemActor } from '../kernel/auth/actor.ts';
import type { TestApp, TestUser } from './app.ts';
import { PIXEL } from './pixel.ts';

type Where = Pick<TestApp, 'db'>;

/** Numbers that other tests of a file do not use. */
const FIRST = 6000;
let next = 0;

/** Panel members that are users of the test: all have given their consent. */
export interface TestPanel extends PanelMembers {
  readonly locks: { readonly ids: readonly bigint[]; readonly until: Date; readonly reason: string }[];
  readonly notices: PanelNotice[];
  readonly locked: Set<bigint>;
}

/** Registers panel members for this process. */
export function openTestPanel(): TestPanel {
  const panel: TestPanel = {
    locks: [],
    notices: [],
    locked: new Set(),
    find: async (_tx, _tenantId, ids) =>
      new Map(
        ids.map((id) => [
          id,
          {
            id,
            name: `Member ${id}`,
            walletUserId: id,
            consentId: 1n,
            isLocked: panel.locked.has(id),
            isTrusted: true,
          },
        ]),
      ),
    lock: async (_tx, _actor, lock) => {
      panel.locks.push(lock);
      for (const id of lock.ids) panel.locked.add(id);
    },
    notify: async (_tx, _actor, notice) => void panel.notices.push(notice),
  };
  registerPanelMembers(panel);
  return panel;
}

/** Adds numbers to the pool: of the platform, or of a member. @returns their ids and digits */
export async function openSeeds(
  { db }: Where,
  count: number,
  { memberId, ...columns }: { memberId?: bigint; country?: string; limit?: number; channel?: number } = {},
): Promise<{ readonly seedId: bigint; readonly e164: bigint; readonly countryCode: string }[]> {
  const numbers = fictionalNumbers(count, FIRST + next);
  next += count;
  const { country = 'US', limit = 5, channel = 1 } = columns;
  const { rows } = await db.pool.query<{ id: string; e164: string }>(
    `insert into sed_number (tenant_id, e164, country_code, channel, owner_kind, app_user_id, consent_id, daily_limit)
     select $1, n::bigint, $2, $3, $4, $5, $6, $7 from unnest($8::text[]) n returning id::text, e164::text`,
    [
      ...[DEFAULT_TENANT, country, channel, memberId ? seedOwner.is.member : seedOwner.is.platform],
      ...[memberId?.toString() ?? null, memberId ? '1' : null, limit, numbers.map(String)],
    ],
  );
  return rows.map(({ id, e164 }) => ({ seedId: BigInt(id), e164: BigInt(e164), countryCode: country }));
}

let orders = 900_000n;

/** A task of an order of its own, sent, with a receipt if one is given. */
export async function sentSeed(
  { db }: Where,
  options: { memberId?: bigint; providerId?: bigint; receipt?: number } = {},
): Promise<{ readonly id: string; readonly orderId: bigint; readonly e164: bigint }> {
  const seeds = await openSeeds({ db }, 1, options.memberId ? { memberId: options.memberId } : {});
  const [seed] = seeds;
  if (!seed) throw new Error('no seed');
  orders += 1n;
  const orderId = orders;
  const [id] = await db.tx(async (tx) => {
    const plan = { tenantId: DEFAULT_TENANT, orderType: 1, orderId, orderNo: `WO${orderId}`, seeds };
    const ids = await planSeedTasks(tx, { ...plan, providerId: options.providerId ?? null });
    await dispatchSeed(tx, orderId, [seed.e164]);
    if (options.receipt !== undefined)
      await seedReceipt(tx, { orderId, e164: seed.e164, providerStatus: options.receipt });
    return ids;
  });
  return { id: String(id), orderId, e164: seed.e164 };
}

/** A sent task whose holder has reported: the program for a member's, staff for the platform's. */
export async function reportedSeed(
  app: Pick<TestApp, 'db' | 'app'>,
  options: { memberId?: bigint; providerId?: bigint; receipt?: number; reported?: 1 | 2 | 3 } = {},
) {
  const task = await sentSeed(app, { receipt: 2, ...options });
  const reportedStatus = options.reported ?? seedReport.is.received;
  const report = { id: BigInt(task.id), reportedStatus, memberId: options.memberId };
  await app.db.tx((tx) => reportSeed(tx, systemActor(DEFAULT_TENANT), app.app, report));
  return task;
}

/** Uploads a screenshot. @returns its link */
export async function screenshot(who: TestUser, content = PIXEL): Promise<string> {
  const { body, headers } = multipart({}, { name: 'screen.png', content });
  const answer = await who.post('whatsapp/embedded-number-task/put-proof', body, headers);
  return answer.body.data?.link;
}

const CALL = 'whatsapp/embedded-number-task';

/** A task marked as cheating by somebody else than the administrator. */
export async function cheatedSeed(product: TestApp, memberId?: bigint) {
  const task = await reportedSeed(product, memberId ? { memberId } : {});
  const judge = await product.staff('administrator');
  const evidence = [await screenshot(judge)];
  const { body } = await judge.post(`${CALL}/update-isCheat`, { id: task.id, status: 1, reason: 'Edited', evidence });
  if (body.code !== 200) throw new Error(body.msg);
  return task;
}

/** Requests to the calls of seed numbers. */
export function seedExamples(product: TestApp, member: TestUser) {
  const call = (step: string) => `${CALL}/${step}`;
  const number = async (count = 1) => String((await openSeeds(product, count))[0]?.seedId);
  const planned = async () => {
    orders += 1n;
    const body = { orderNo: `WO${orders}`, embeddedNumberId: await number() };
    return (await product.admin.post(call('save'), body)).body.data.id as string;
  };
  const appealed = async () => {
    const { id } = await cheatedSeed(product);
    await product.admin.post(call('appeal'), { id, reason: 'My own picture' });
    return id;
  };
  const pool = (step: string) => `whatsapp/embedded-number/${step}`;
  const moved = async (step: string) => {
    const ids = await number();
    if (step === 'enable') await product.admin.post(pool('disable'), { ids });
    return ids;
  };
  return {
    [pool('enable')]: async () => ({ body: { ids: await moved('enable') } }),
    [pool('disable')]: async () => ({ body: { ids: await moved('disable') } }),
    [pool('invalidate')]: async () => ({ body: { ids: await moved('invalidate'), reason: 'Number ported' } }),
    [call('dispatch')]: async () => ({ body: { ids: await planned() } }),
    [call('cancel')]: async () => ({ body: { ids: await planned(), reason: 'Order withdrawn' } }),
    [call('report')]: async () => ({ body: { id: (await sentSeed(product)).id, reportedStatus: 1 } }),
    [call('update-isApproval')]: async () => ({ body: { id: (await reportedSeed(product)).id, status: 1 } }),
    [call('update-isCheat')]: async () => ({
      body: {
        ...{ id: (await reportedSeed(product)).id, status: 1, reason: 'Edited picture' },
        evidence: [await screenshot(product.admin)],
      },
    }),
    [call('appeal')]: async () => ({ body: { id: (await cheatedSeed(product)).id, reason: 'My own picture' } }),
    [call('refuse-appeal')]: async () => ({ body: { id: await appealed(), reason: 'The picture was edited' } }),
    [call('lock-account')]: async () => {
      openTestPanel();
      return { body: { ids: (await cheatedSeed(product, member.id)).id } };
    },
    [call('put-proof')]: () => ({ ...multipart({}, { name: 'screen.png', content: PIXEL }), fields: {} }),
  };
}
