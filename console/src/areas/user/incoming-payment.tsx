import { incomingPaymentStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { incomingPayment } from '@trade-assistant/contract/areas/user/incoming-payment.ts';
import { identifier, textarea } from '@trade-assistant/contract/kit/field.ts';
import { REASON_MAX } from '@trade-assistant/contract/kit/transitions.ts';
import { DECIDED } from '../../features/payments/recharge-resource.ts';
import { resourcePage } from '../../kit/resource-page.tsx';

const attachment = {
  rechargeNo: identifier({
    label: { zh: '充值单号', en: 'Recharge no.' },
    help: { zh: '待支付、待审核或已过期的充值', en: 'Of one that awaits payment or review, or has expired' },
    max: 24,
    required: true,
  }),
  reason: textarea({
    label: { zh: '原因', en: 'Reason' },
    help: { zh: '金额不符时按实际到账入账', en: 'Another amount is credited as it arrived' },
    max: REASON_MAX,
    required: true,
  }),
};

/** Payments that were seen, and attaching by hand what matched no recharge. */
export default resourcePage(incomingPayment, {
  leading: ['txHash', 'amount', 'status', 'problem', 'rechargeNo', 'userName', 'paidTime'],
  rowActions: [
    {
      key: 'attach',
      label: { zh: '关联充值', en: 'Attach to a recharge' },
      permission: 'handle',
      isOffered: ({ status }) => status === incomingPaymentStatus.is.unmatched,
      fields: attachment,
      initial: ([row]) => ({ rechargeNo: row?.rechargeNo ?? undefined }),
      call: 'attach',
      input: ([row], values) => ({ id: row?.id, ...values }),
      done: { zh: '已关联，充值转为待审核', en: 'Attached; the recharge waits for its review' },
    },
  ],
  alsoInvalidates: DECIDED,
});
