import { serviceType } from '@trade-assistant/contract/dictionaries.ts';
import { micros, times } from '@trade-assistant/contract/kit/money.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { readParameter } from '../../../kernel/parameters/index.ts';
import { charge } from '../../money/ledger/index.ts';
import { markUsed, resolvePrice } from '../../money/pricing/index.ts';
import { earnRebates } from '../../money/rebates/index.ts';
import { findUser } from '../../people/identity/index.ts';
import { deliverOutbound, lockOutbound, type Outbound } from '../inventory/index.ts';
import { customerOf, readerOf } from './buyer.ts';
import { orderErrors } from './errors.ts';
import { revenueOf } from './revenue.ts';

/**
 * Delivers a reserved note that has no order. A customer is charged its own price for the numbers, in the same
 * transaction. A gift is free, and the person who marked it as a gift may not deliver it. Without a customer nothing
 * is charged.
 * @throws GIFT_SECOND_PERSON, PRICE_NOT_FOUND, BALANCE_NOT_ENOUGH, STATE_CONFLICT
 */
export async function deliverByHand(tx: Tx, actor: Actor, outboundId: bigint): Promise<Outbound> {
  const { agentId, isGift, giftUser, ...note } = await lockOutbound(tx, actor, outboundId);
  if (agentId === null) return deliverOutbound(tx, actor, note.id);
  const warrantyHours = await readParameter(tx, actor.tenantId, 'orders.warrantyHours');
  if (isGift === 1) {
    if (giftUser === actor.userId) throw orderErrors.GIFT_SECOND_PERSON();
    const nothing = micros(0n);
    return deliverOutbound(tx, actor, note.id, { warrantyHours, unitPrice: nothing, amount: nothing });
  }
  const { tenantId, ownerPath, userType, realName } = await findUser(tx, actor, agentId);
  const price = await resolvePrice(
    tx,
    await readerOf(tx, { tenantId, ownerPath, userType: userType as Actor['userType'], userId: agentId }),
    { businessType: note.businessType, serviceType: serviceType.is.number, countryCode: note.countryCode },
    note.quantity,
  );
  const { unitPrice } = price;
  const amount = times(unitPrice, note.quantity);
  const delivered = await deliverOutbound(tx, actor, note.id, { warrantyHours, unitPrice, amount });
  if (amount > 0n) {
    const { journalId } = await charge(tx, actor, {
      userId: agentId,
      amount,
      to: revenueOf(note.businessType),
      idemKey: `note:${note.outboundNo}`,
      bizType: 'outbound',
      bizId: note.id,
      bizNo: note.outboundNo,
    });
    await earnRebates(tx, [
      {
        tenantId,
        agentId: customerOf({ ownerPath, userType, userId: agentId }),
        userId: agentId,
        userName: realName,
        businessType: note.businessType,
        serviceType: serviceType.is.number,
        countryCode: note.countryCode,
        source: 'delivery',
        sourceId: note.id,
        sourceNo: note.outboundNo,
        journalId,
        amount,
        warrantyUntil: delivered.warrantyUntil,
      },
    ]);
  }
  if ((price.source === 'level' || price.source === 'all') && !price.used) await markUsed(tx, price.priceId);
  return delivered;
}
