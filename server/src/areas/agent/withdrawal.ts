import { withdrawal } from '@trade-assistant/contract/areas/agent/withdrawal.ts';
import type { withdrawalOrder } from '@trade-assistant/contract/areas/agent/withdrawal-fields.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import {
  accountOf,
  bankBatch,
  changeNote,
  closeWithoutPaying,
  endWithdrawals,
  moveBrokerage,
  orderWithdrawal,
  paymentErrors,
  receiveCallback,
  usablePayees,
  withdrawalApproval,
  withdrawals,
} from '../../engines/money/payments/index.ts';
import { lockRequestsOf } from '../../engines/office/approvals/index.ts';
import { postedOf } from '../../engines/vendors/providers/index.ts';
import { openExport, withExportLog } from '../../kernel/export-log.ts';
import { admitExport } from '../../kernel/http/admit-export.ts';
import { type Context, fileAnswer } from '../../kernel/http/context.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';

export const approvals = [withdrawalApproval];

/** Staff see withdrawals of agents, other users their own. */
const reachable = ({ actor }: Context) =>
  actor.userType === userType.is.staff
    ? eq(withdrawals.userType, userType.is.agent)
    : eq(withdrawals.userId, actor.userId);

const decision = (c: Context, ids: readonly bigint[]) => ({
  resource: withdrawal,
  reachable: and(visible(c.actor, withdrawals, 'tenant'), reachable(c)),
  ids,
});

export default resourceRoutes(withdrawal, withdrawals, {
  scope: 'tenant',
  rows: reachable,
  lockBefore: (_c, tx, ids) => lockRequestsOf(tx, withdrawals, ids),
  onTransition: (c, tx, rows, { name, reason = '' }) => closeWithoutPaying(tx, c.actor, rows, { name, reason }),
  actions: {
    'create-order': (c, input) => c.tx((tx) => orderWithdrawal(tx, c.actor, c.app.secrets, input)),
    submit: (c, { id, ...input }) =>
      c.tx(async (tx) => {
        if (id !== undefined) {
          await changeNote(tx, c.actor, { id, applyNote: input.applyNote ?? null }, decision(c, []).reachable);
          return { id };
        }
        // The contract refuses incomplete input without an id.
        return orderWithdrawal(tx, c.actor, c.app.secrets, input as z.output<typeof withdrawalOrder>);
      }),
    pass: (c, { ids, txHash }) => c.tx((tx) => endWithdrawals(tx, c, decision(c, ids), { way: 'pass', txHash })),
    'third-channel': (c, { ids, type }) =>
      c.tx((tx) => endWithdrawals(tx, c, decision(c, ids), { way: 'channel', channel: type })),
    'bank-batch': async (c, { ids, password }) => {
      const { count, name, type, format, content } = await bankBatch(c, { ...decision(c, ids), password });
      await admitExport(c, count);
      // Logged before the first number is sent.
      const entry = { source: 'payouts', format, objectIds: ids, isMasked: false } as const;
      const exportId = await c.app.db.tx((tx) => openExport(tx, c.actor, entry));
      return fileAnswer({ name, type, stream: withExportLog(c.app.db, exportId, content, () => count) });
    },
    'reveal-account': async (c, { id }) => ({ cardNo: await accountOf(c, decision(c, [id])) }),
    transfer: (c, { amount, ids }) =>
      c.tx(async (tx) => {
        if (ids !== undefined && c.actor.userType === userType.is.staff)
          return endWithdrawals(tx, c, decision(c, ids), { way: 'transfer' });
        if (amount === undefined) throw paymentErrors.TRANSFER_WHICH();
        return [await moveBrokerage(tx, c.actor, amount)];
      }),
    payees: async (c) =>
      (await usablePayees(c.app.db, c.actor)).map(({ coolUntil, ...payee }) => ({
        ...payee,
        coolUntil: coolUntil && formatTime(coolUntil),
      })),
    callback: async (c, { id }) => receiveCallback(c.app, id, postedOf(c)),
  },
});
