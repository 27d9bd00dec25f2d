import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { exportCall } from '../../kit/export.ts';
import { listQuery, pageOf } from '../../kit/page.ts';
import { resource, rowSchema } from '../../kit/resource.ts';
import { id } from '../../kit/schema.ts';
import { time } from '../../kit/time.ts';
import { REASON_MAX } from '../../kit/transitions.ts';
import { rebateChart, rebateFields, rebateTotals } from './rebate-fields.ts';

/** The calls about rebates, served at the address of agents. */
export const rebateCalls = {
  /** The earnings of the reader; for staff those of all agents. */
  rebate: get({ title: { zh: '返佣概览', en: 'Commission summary' }, access: 'rebates', data: rebateTotals }),
  'rebate/page': get({
    title: { zh: '返佣记录', en: 'Commissions' },
    access: 'rebates',
    input: listQuery(rebateFields),
    data: pageOf(rowSchema(rebateFields)),
  }),
  'rebate/export': exportCall(rebateFields, { access: 'rebate-export' }),
  /** From the day of one time to that of another, both included; without them the last seven or thirty days or twelve months (`range`), a year at most. */
  'rebate/chart': get({
    title: { zh: '返佣走势', en: 'Daily commission' },
    access: 'rebates',
    input: z.object({ from: time().optional(), to: time().optional(), range: z.enum(['7', '30', '12m']).optional() }),
    data: rebateChart,
  }),
  /** Asks a second person to void an earned rebate; nothing is taken back before that. */
  'rebate/void': post({
    title: { zh: '作废返佣', en: 'Void a commission' },
    access: 'rebate-void',
    stepUp: true,
    input: z.object({ id: id(), reason: z.string().trim().min(1).max(REASON_MAX) }),
    data: z.object({ approvalId: id(), approvalNo: z.string() }),
  }),
};

/** The rebates at the address of agents as a separate list for screens; not mounted. */
export const rebates = resource('agent/user', {
  title: { zh: '返佣记录', en: 'Commissions' },
  help: {
    zh: '下级消费产生的返佣，到期后结算到佣金',
    en: 'Earned on purchases by your sub-accounts; paid into your commission balance when due',
  },
  empty: { zh: '下级代理消费后，返佣会出现在这里', en: 'Commissions appear here once a sub-agent has purchased' },
  nameField: 'rebateNo',
  defaultSort: '-createTime',
  fields: rebateFields,
  calls: {
    'rebate/page': rebateCalls['rebate/page'],
    'rebate/export': rebateCalls['rebate/export'],
    'rebate/void': rebateCalls['rebate/void'],
  },
});
