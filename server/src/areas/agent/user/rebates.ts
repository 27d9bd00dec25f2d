import { rebates as rebateList } from '@trade-assistant/contract/areas/agent/rebates.ts';
import type { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { ZERO } from '@trade-assistant/contract/kit/money.ts';
import type { ListQuery } from '@trade-assistant/contract/kit/page.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { eq } from 'drizzle-orm';
import { balancesOf } from '../../../engines/money/ledger/index.ts';
import {
  askToVoid,
  postRebates,
  type RebateRow,
  rebateFigures,
  rebates,
  rebatesByDay,
  settleRebates,
} from '../../../engines/money/rebates/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { defineTimer, setApart } from '../../../kernel/jobs/index.ts';
import { exportList } from '../../../kernel/resource/export.ts';
import { listRows } from '../../../kernel/resource/list.ts';

const POST_EVERY_MILLIS = 5_000;
const SETTLE_EVERY_MILLIS = 60_000;
const [postings, settlements] = [setApart('rebates/post'), setApart('rebates/settle')];

export const rebateTimers = [
  defineTimer({
    name: 'rebates/post',
    every: POST_EVERY_MILLIS,
    run: async (app) => void (await postRebates(app.db, () => postings.batch(app))),
  }),
  defineTimer({
    name: 'rebates/settle',
    every: SETTLE_EVERY_MILLIS,
    run: async (app) => void (await settleRebates(app.db, () => settlements.batch(app))),
  }),
];

export const rebateHandlers = {
  rebate: async (c: Context) => {
    const { db } = c.app;
    const [wallet] = await db.tx((tx) => balancesOf(tx, c.actor, { userIds: [c.actor.userId] }));
    return { ...(await rebateFigures(db.drizzle, c.actor, earnedBy(c))), debt: wallet?.rebateDebt ?? ZERO };
  },
  'rebate/page': async (c: Context, query: ListQuery) => {
    const options = { actor: c.actor, table: rebates, scope: 'tenant', where: earnedBy(c) } as const;
    const page = await listRows<RebateRow>(c.app.db, options, query);
    return { ...page, records: page.records.map(maskedFor(c)) };
  },
  'rebate/export': (c: Context, query: ListQuery) => {
    const { name: resource, title, fields } = rebateList;
    const source = { table: rebates, scope: 'tenant', where: earnedBy(c) } as const;
    const complete = async (rows: RebateRow[]) => rows.map(maskedFor(c));
    return exportList<RebateRow>(c, { resource, title, fields, ...source, complete }, query);
  },
  'rebate/chart': (c: Context, input: CallInput<typeof agentUser, 'rebate/chart', 'out'>) =>
    rebatesByDay(c.app.db.drizzle, c.actor, earnedBy(c), input),
  'rebate/void': (c: Context, input: CallInput<typeof agentUser, 'rebate/void', 'out'>) =>
    c.tx((tx) => askToVoid(tx, c.actor, input)),
};

/** Staff see all rebates, other users their own. */
const earnedBy = ({ actor }: Context) =>
  actor.userType === userType.is.staff ? undefined : eq(rebates.beneficiaryId, actor.userId);

/**
 * Masks a rebate: agents see only the first letter of customers (who may be another agent's) and no requests about
 * their rebates. Base and rate of a margin rebate are for staff who may see costs, because the cost follows from
 * either of them and the charge.
 */
const maskedFor = (c: Context) => {
  const isStaff = c.actor.userType === userType.is.staff;
  const seesCosts = isStaff && c.can('whatsapp/price-configure:cost');
  return (row: RebateRow): RebateRow => ({
    ...row,
    ...(isStaff ? {} : { fromUserName: `${[...row.fromUserName][0] ?? ''}***`, approvalId: null }),
    ...(seesCosts || row.costAmount === null
      ? {}
      : { chargeAmount: null, costAmount: null, baseAmount: null, rate: null }),
  });
};
