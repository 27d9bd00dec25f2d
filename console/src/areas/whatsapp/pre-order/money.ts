import type { preOrder } from '@trade-assistant/contract/areas/whatsapp/pre-order.ts';
import { formatMoney, type Micro, micros, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { groupedMoney } from '../../../kit/fields/money.ts';

export type PreOrder = WireRowOf<typeof preOrder>;

/** Returns pieces that are neither delivered nor refunded. */
export const piecesLeft = ({ approvedQty, quantity, deliveredQty, refundedQty }: PreOrder): number =>
  (approvedQty ?? quantity) - deliveredQty - refundedQty;

/** Returns the part of the deposit for some pieces, rounded down to a micro-unit as a preview. */
export const depositOf = ({ depositAmount, quantity }: PreOrder, pieces: number): Micro =>
  micros((parseMoney(depositAmount) * BigInt(pieces)) / BigInt(quantity));

/** Returns an amount of money with its currency, as text. */
export const moneyText = (amount: Micro, { currency }: PreOrder): string =>
  `${groupedMoney(formatMoney(amount))} ${currency}`;
