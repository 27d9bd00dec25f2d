import { recharge } from '@trade-assistant/contract/areas/agent/recharge.ts';
import type { instructions as instructionsOf } from '@trade-assistant/contract/areas/agent/recharge-fields.ts';
import { paymentType } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { reversedRecharges } from '../../engines/customers/adjustments/index.ts';
import {
  cancelRecharges,
  claimsOn,
  correctRecharge,
  expireRecharges,
  methodOf,
  orderRecharge,
  passRecharges,
  proofPictures,
  proofToWrite,
  type RechargeRow,
  rechargeApproval,
  rechargeOf,
  recharges,
  refuseRecharges,
  reopenRecharges,
} from '../../engines/money/payments/index.ts';
import { lockRequestsOf } from '../../engines/office/approvals/index.ts';
import type { Tx } from '../../kernel/db/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { pictureHandlers, ticketed } from '../../kernel/http/pictures.ts';
import { defineTimer, setApart } from '../../kernel/jobs/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';

const EXPIRE_EVERY_MILLIS = 15_000;

export const approvals = [rechargeApproval];

const expiries = setApart('payments/expire-recharges');

export const timers = [
  defineTimer({
    name: 'payments/expire-recharges',
    every: EXPIRE_EVERY_MILLIS,
    run: async (app) => void (await app.db.tx((tx) => expireRecharges(tx, expiries.batch(app)))),
  }),
];

/** Staff see recharges of agents, other users their own. */
const reachable = ({ actor }: Context) =>
  actor.userType === userType.is.staff ? eq(recharges.userType, userType.is.agent) : eq(recharges.userId, actor.userId);

const within = (c: Context) => and(visible(c.actor, recharges, 'tenant'), reachable(c));

const pictures = pictureHandlers(proofPictures, { isPrivate: true });

export default resourceRoutes(recharge, recharges, {
  scope: 'tenant',
  rows: reachable,
  computed: {
    fields: ['proofs', 'reversalNo'],
    fill: async (c, rows) => {
      const reversals = await reversedRecharges(c.app.db.drizzle, c.actor, rows);
      return rows.map((row) => ({
        proofs: row.proofs && ticketed(c, row.proofs),
        reversalNo: reversals.get(row.id) ?? null,
      }));
    },
  },
  beforeSave: (c, tx, input, existing) => {
    // Only create-order and save add rows.
    if (!existing) throw commonErrors.NOT_FOUND();
    return proofToWrite(tx, c.actor, c.app.files, input, existing);
  },
  lockBefore: (_c, tx, ids) => lockRequestsOf(tx, recharges, ids),
  onTransition: async (c, tx, rows, { name, reason = '' }) => {
    if (name === 'pass') return passRecharges(tx, c.actor, rows);
    if (name === 'turn-down') return refuseRecharges(tx, c.actor, rows, reason);
    if (name === 'remove') return cancelRecharges(tx, c.actor, rows);
    if (name === 'reopen') return reopenRecharges(tx, c.actor, rows);
  },
  actions: {
    'create-order': (c, input) => c.tx(async (tx) => howToPay(tx, await orderRecharge(tx, c.actor, input))),
    save: (c, { amount, paymentMethod, ...proof }) =>
      c.tx(async (tx) => {
        const row = await orderRecharge(tx, c.actor, { amount, paymentMethod });
        if (Object.values(proof).some((given) => given !== undefined && given !== null)) {
          const columns = await proofToWrite(tx, c.actor, c.app.files, proof, row);
          await tx.update(recharges).set(columns).where(eq(recharges.id, row.id));
        }
        return { id: row.id };
      }),
    instructions: (c, { id }) => c.app.db.tx(async (tx) => howToPay(tx, await rechargeOf(tx, id, within(c)))),
    claims: (c, { id }) => c.app.db.tx(async (tx) => claimsOn(tx, await rechargeOf(tx, id, within(c)))),
    correct: (c, input) => c.tx((tx) => correctRecharge(tx, c.actor, input, within(c))),
    'put-proof': pictures.put,
    proof: pictures.show,
  },
});

async function howToPay(tx: Tx, row: RechargeRow): Promise<z.output<typeof instructionsOf>> {
  const method = await methodOf(tx, row);
  const isCrypto = row.methodType === paymentType.is.crypto;
  return {
    ...row,
    currency: BOOK_CURRENCY,
    // All wallets accept a bare address; only some accept an amount in it, and they read it differently.
    qrContent: isCrypto ? row.receiveAddress : null,
    notice: method?.notice ?? null,
    noticeEn: method?.noticeEn ?? null,
  };
}
