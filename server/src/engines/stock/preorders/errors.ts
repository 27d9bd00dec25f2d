import { preOrderStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import { type AppError, defineErrors, type ErrorParams } from '@trade-assistant/contract/kit/errors.ts';
import { fill } from '@trade-assistant/contract/kit/locale.ts';
import { saying } from '../../../kernel/resource/errors.ts';
import { type PreOrderEvent, preOrderMachine } from './states.ts';

export const preOrderErrors = defineErrors({
  PREORDER_PRODUCT: {
    status: 400,
    zh: '只有号码商品可以预定',
    en: 'Only products that sell numbers can be pre-ordered',
  },
  LATEST_DATE: {
    status: 400,
    zh: '最晚交付日期应在 {from} 至 {until} 之间',
    en: 'The latest delivery must be between {from} and {until}',
  },
  EXPECT_DATE: {
    status: 400,
    zh: '需求日期应在 {from} 至 {until} 之间',
    en: 'The wanted date must be between {from} and {until}',
  },
  APPROVED_QTY: { status: 400, zh: '批准数量不能超过 {n}', en: 'At most {n} can be approved' },
  PREORDER_OWN: { status: 403, zh: '不能审核自己的预定单', en: 'You cannot approve your own pre-order' },
  USE_REVOKE: { status: 400, zh: '未批准的预定单请使用撤销', en: 'Use revoke for a pre-order that is not approved' },
  PREORDER_REFUND_EXCEEDS: { status: 400, zh: '最多可退 {n}', en: 'At most {n} can be refunded' },
  PREORDER_MISMATCH: {
    status: 400,
    zh: '号码条件与预定单不符',
    en: 'The numbers are of another business, country, type or capability than pre-ordered',
  },
  PREORDER_ENOUGH: {
    status: 400,
    zh: '该预定单最多还需 {n} 个号码',
    en: 'The pre-order needs at most {n} more numbers',
  },
  PREORDER_PIECES: { status: 400, zh: '数量须为 {n} 的倍数', en: 'The quantity must be a multiple of {n}' },
});

/** Returns a refusal that forms show at a field. */
export function atField(
  field: string,
  name: 'LATEST_DATE' | 'EXPECT_DATE' | 'APPROVED_QTY' | 'PREORDER_REFUND_EXCEEDS',
  params: ErrorParams,
): AppError {
  const { zh, en } = preOrderErrors.declarations[name];
  const message = { zh: fill(zh, params), en: fill(en, params) };
  return preOrderErrors[name](params as never, { fields: [{ field, message }] });
}

/** Returns the refusal of an event, with the state that the pre-order has by now. */
export function conflict(event: PreOrderEvent, preOrderNo: string, status: number): AppError {
  const state = entryOf(preOrderStatus, status);
  const { title } = preOrderMachine[event];
  return saying(
    'STATE_CONFLICT',
    {
      zh: `预定单 {no} 为“${state?.zh}”，不能${title.zh}`,
      en: `Pre-order {no} is “${state?.en}”: it is not possible to ${title.en} it`,
    },
    { no: preOrderNo },
    { status },
  );
}
