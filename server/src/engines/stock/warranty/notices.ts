import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { formatMoney } from '@trade-assistant/contract/kit/money.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { systemActor } from '../../../kernel/auth/actor.ts';
import { businessZone } from '../../../kernel/db/business-days.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { maskNumber } from '../../../kernel/phone/index.ts';
import { sendMessage } from '../../office/messages/index.ts';
import { CLAIM } from './states.ts';
import type { Claim } from './tables.ts';

type Key = 'REPLACED' | 'REFUNDED' | 'REFUSED' | 'ASKED' | 'NO_STOCK' | 'UNCONFIRMED';

/** Notifies the buyer about a step of a claim. Numbers are masked. */
export async function notifyOwner(tx: Tx, claim: Claim, step: Key, reason = ''): Promise<void> {
  const zone = await businessZone(tx, claim.tenantId);
  const until = step === 'ASKED' ? claim.choiceUntil : step === 'NO_STOCK' ? claim.stockUntil : claim.warrantyUntil;
  await sendMessage(tx, systemActor(claim.tenantId), {
    to: { userIds: [claim.ownerId] },
    key: `WARRANTY_${step}`,
    params: {
      no: claim.claimNo,
      order: claim.orderNo,
      old: maskNumber(claim.e164),
      number: claim.replacementE164 === null ? '' : maskNumber(claim.replacementE164),
      note: claim.replacementNoteNo ?? '',
      amount: `${formatMoney(claim.refundAmount ?? 0n)} ${BOOK_CURRENCY}`,
      time: formatTime(new Date(), zone).slice(11, 16),
      until: until ? formatTime(until, zone).slice(0, 16) : '',
      reason,
    },
    bizType: CLAIM,
    bizId: String(claim.id),
    route: `/${CLAIM}/index?record=${claim.id}`,
  });
}
