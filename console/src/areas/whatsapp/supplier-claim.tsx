import { supplierClaimStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { supplierClaim, supplierClaimLines } from '@trade-assistant/contract/areas/whatsapp/supplier-claim.ts';
import { exactMoney, text, textarea } from '@trade-assistant/contract/kit/field.ts';
import { formatMoney, micros, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { REASON_MAX } from '@trade-assistant/contract/kit/transitions.ts';
import { download } from '../../kit/client/download.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { showError } from '../../kit/feedback.tsx';
import { DictValue, Status } from '../../kit/fields/status.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';

const OpenClaims = lazyWithRetry(() => import('../../features/warranty/open-claims.tsx'));
const { sent, accepted, partly } = supplierClaimStatus.is;
const { fields } = supplierClaim;

const answerFields = {
  acceptedAmount: exactMoney({
    label: fields.acceptedAmount.options.label,
    help: { zh: '等于索赔金额为全部认可，0 为拒绝', en: 'The claimed amount accepts it in full, 0 rejects it' },
    required: true,
    least: 0n,
  }),
  answer: textarea({ label: fields.answer.options.label, max: 500, required: true }),
};
const receiveFields = {
  amount: exactMoney({ label: { zh: '收款金额', en: 'Amount received' }, required: true, least: 1n }),
  reason: text({ label: { zh: '凭证或说明', en: 'Reference' }, max: REASON_MAX, required: true }),
};

/** Part of the accepted amount that a supplier has not paid. */
const dueOf = ({ acceptedAmount, receivedAmount }: WireRowOf<typeof supplierClaim>): string =>
  formatMoney(micros(parseMoney(acceptedAmount ?? '0') - parseMoney(receivedAmount)));

/** Claims on suppliers: numbers, evidence, answer and payments. */
export default resourcePage(supplierClaim, {
  leading: ['claimNo', 'supplierName', 'status', 'itemCount', 'amount', 'acceptedAmount', 'receivedAmount', 'deadline'],
  columns: {
    createTime: { isHiddenAtFirst: true },
    batchNo: { isHiddenAtFirst: true },
    status: {
      render: ({ status, isOverdue }) =>
        isOverdue === 1 ? (
          <Status tone="bad" words={{ zh: '逾期未答复', en: 'Overdue' }} />
        ) : (
          <DictValue dictionary={supplierClaimStatus} value={status} />
        ),
    },
  },
  toolbarActions: [
    {
      key: 'open',
      label: { zh: '新建索赔', en: 'Open claims' },
      permission: 'add',
      isPrimary: true,
      panel: ({ onClose }) => <OpenClaims onClose={onClose} />,
    },
  ],
  rowActions: [
    {
      key: 'answer',
      label: { zh: '登记答复', en: 'Record the answer' },
      permission: 'answer',
      isOffered: ({ status }) => status === sent,
      fields: answerFields,
      initial: ([row]) => ({ acceptedAmount: row?.amount }),
      call: 'answer',
      input: ([row], values) => ({ id: row?.id, ...values }),
      done: { zh: '答复已登记', en: 'Answer recorded' },
    },
    {
      key: 'receive',
      label: { zh: '登记收款', en: 'Record a payment' },
      permission: 'answer',
      isOffered: ({ status }) => status === accepted || status === partly,
      fields: receiveFields,
      initial: ([row]) => ({ amount: row ? dueOf(row) : undefined }),
      call: 'receive',
      input: ([row], values) => ({ id: row?.id, ...values }),
      done: { zh: '收款已登记', en: 'Payment recorded' },
    },
    {
      key: 'statement',
      label: { zh: '导出对账单', en: 'Export statement' },
      permission: 'export',
      run: async ([row]) => {
        if (row) await download(supplierClaim, 'statement', { id: row.id }).catch(showError);
      },
    },
  ],
  unmentioned: ['supplierId', 'isOverdue'],
  tabs: [
    {
      key: 'lines',
      label: { zh: '号码', en: 'Numbers' },
      list: {
        resource: supplierClaimLines,
        call: 'lines',
        path: supplierClaim.name,
        filter: ({ id }) => ({ claimId: id }),
        columns: ['number', 'amount', 'checks', 'createTime'],
      },
    },
  ],
});
