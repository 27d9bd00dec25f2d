import { rebates as rebateList } from '@trade-assistant/contract/areas/agent/rebates.ts';
import { ZERO } from '@trade-assistant/contract/kit/money.ts';
import { bigint } from 'drizzle-orm/pg-core';
import { ruleTable } from '../../../kernel/resource/data-rules.ts';
import { micro } from '../../../kernel/resource/micro.ts';
import { tableOf } from '../../../kernel/resource/table.ts';

const id = () => bigint({ mode: 'bigint' }).notNull();

export const rebates = tableOf('agt_rebate', rebateList, {
  more: { fromUserId: id(), sourceId: id(), chargeJournalId: id(), postedAmount: micro().notNull().default(ZERO) },
});
export type RebateRow = typeof rebates.$inferSelect;

ruleTable(rebates, { resource: rebateList, code: 'agent/rebate', scope: 'tenant' });
