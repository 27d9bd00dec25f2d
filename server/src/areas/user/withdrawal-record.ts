import { withdrawal } from '@trade-assistant/contract/areas/agent/withdrawal.ts';
import { withdrawalRecord } from '@trade-assistant/contract/areas/user/withdrawal-record.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { and, eq, ne } from 'drizzle-orm';
import {
  accountOf,
  bankBatch,
  closeWithoutPaying,
  endWithdrawals,
  withdrawals,
} from '../../engines/money/payments/index.ts';
import { lockRequestsOf } from '../../engines/office/approvals/index.ts';
import { openExport, withExportLog } from '../../kernel/export-log.ts';
import { admitExport } from '../../kernel/http/admit-export.ts';
import { type Context, fileAnswer } from '../../kernel/http/context.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';

/** Staff see withdrawals of users who are not agents, other users their own. */
const reachable = ({ actor }: Context) =>
  and(
    ne(withdrawals.userType, userType.is.agent),
    actor.userType === userType.is.staff ? undefined : eq(withdrawals.userId, actor.userId),
  );

const decision = (c: Context, ids: readonly bigint[]) => ({
  resource: withdrawalRecord,
  reachable: and(visible(c.actor, withdrawals, 'tenant'), reachable(c)),
  ids,
});

/** The rows of `agent/withdrawal` whose user is not an agent, for staff. */
export default resourceRoutes(withdrawalRecord, withdrawals, {
  scope: 'tenant',
  rows: reachable,
  lockBefore: (_c, tx, ids) => lockRequestsOf(tx, withdrawals, ids),
  onTransition: (c, tx, rows, { name, reason = '' }) => closeWithoutPaying(tx, c.actor, rows, { name, reason }),
  timelineOf: withdrawal.name,
  actions: {
    'bank-batch': async (c, { ids, password }) => {
      const { count, name, type, format, content } = await bankBatch(c, { ...decision(c, ids), password });
      await admitExport(c, count);
      // Logged before the first number is sent.
      const entry = { source: 'payouts', format, objectIds: ids, isMasked: false } as const;
      const exportId = await c.app.db.tx((tx) => openExport(tx, c.actor, entry));
      return fileAnswer({ name, type, stream: withExportLog(c.app.db, exportId, content, () => count) });
    },
    'reveal-account': async (c, { id }) => ({ cardNo: await accountOf(c, decision(c, [id])) }),
    pass: (c, { ids, txHash }) => c.tx((tx) => endWithdrawals(tx, c, decision(c, ids), { way: 'pass', txHash })),
    'third-channel': (c, { ids, type }) =>
      c.tx((tx) => endWithdrawals(tx, c, decision(c, ids), { way: 'channel', channel: type })),
  },
});
