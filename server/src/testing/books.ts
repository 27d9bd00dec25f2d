import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { sql } from 'drizzle-orm';
import { BUSINESS_CHECKS } from '../areas/finance/proof.ts';
import { WORK_OPEN } from '../engines/messaging/work/index.ts';
import { type Mismatch, verifyLedger } from '../engines/money/ledger/index.ts';
import type { Db } from '../kernel/db/index.ts';

const { pending, submitted, deferred } = lineStatus.is;

/** Units that are still held for a task or a text that has ended. */
const HOLD_CHECKS = [
  sql`select 'task-keeps-units' as "check", t.task_no as key, '0' as expected, sum(c.units - c.used - c.released)::text as actual
    from work_lane l join agt_quota_charge c on c.id = l.charge_id join work_task t on t.id = l.task_id
    where c.used + c.released < c.units and not t.status = any(${sql.param([...WORK_OPEN])}::int[])
    group by t.task_no`,
  sql`select 'text-keeps-units' as "check", m.id::text as key, '0' as expected, (c.units - c.used - c.released)::text as actual
    from agt_quota_charge c join snd_message m on m.charge_id = c.id
    where c.used + c.released < c.units and not m.status = any(${sql.param([pending, submitted, deferred])}::int[])`,
];

/** Returns what the nightly proof would find in the books, and units held for what has ended; empty when all is right. */
export const mismatches = (product: { readonly db: Db }): Promise<Mismatch[]> =>
  product.db.tx((tx) => verifyLedger(tx, undefined, [...BUSINESS_CHECKS, ...HOLD_CHECKS]));
