import {
  businessTypes,
  financeDirection,
  holdDirection,
  isReversible,
  operatorText,
} from '@trade-assistant/contract/areas/finance/dictionaries.ts';
import { financeLog } from '@trade-assistant/contract/areas/finance/log.ts';
import { textarea } from '@trade-assistant/contract/kit/field.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { MoneyValue } from '../../kit/fields/money-value.tsx';
import { DictValue, Status } from '../../kit/fields/status.tsx';
import { first, without } from '../../kit/form/values.ts';
import { useText } from '../../kit/i18n.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { Document } from './log/document.tsx';
import { TypeTag, WalletTag } from './log/tags.tsx';

const Statistics = lazyWithRetry(() => import('./log/statistics.tsx'));
const Reversal = lazyWithRetry(() => import('../../features/payments/reversal.tsx'));
const StatementDialog = lazyWithRetry(() => import('./log/statement-dialog.tsx'));

interface Moved {
  readonly financeType: number;
  readonly direction: number;
}

/** The direction of a movement; money that only goes to or from a hold is neither income nor expense. */
function Direction({ row }: { row: Moved }) {
  const words = holdDirection(row);
  return words ? <Status words={words} /> : <DictValue dictionary={financeDirection} value={row.direction} />;
}

/** The author of a movement and its approver. */
function Operator({ row }: { row: { readonly operatorName: string; readonly approverName: string | null } }) {
  const t = useText();
  return t(operatorText(row));
}

function Business({ code }: { code: string }) {
  const t = useText();
  const words = businessTypes[code];
  return words ? t(words) : code;
}

/** The finance log: movements of all wallets the user may see. Read-only. */
export default resourcePage(financeLog, {
  // A user is picked, not typed.
  search: (fields) => first(without(fields, 'userName'), 'userId', 'financeType', 'createTime', 'walletKind'),
  leading: [
    'createTime',
    'userName',
    'walletKind',
    'financeType',
    'direction',
    'amount',
    'afterAmount',
    'bizNo',
    'beforeAmount',
  ],
  columns: {
    walletKind: { render: ({ walletKind }) => <WalletTag kind={walletKind} /> },
    financeType: { render: ({ financeType }) => <TypeTag type={financeType} /> },
    amount: {
      render: ({ amount, direction, currency }) => (
        <span className="kit-number" data-direction={direction}>
          {direction === financeDirection.is.in ? '+' : '−'}
          <MoneyValue wire={amount.replace('-', '')} currency={currency} />
        </span>
      ),
    },
    bizNo: { render: (row) => <Document row={row} /> },
    direction: { render: (row) => <Direction row={row} /> },
    operatorName: { render: (row) => <Operator row={row} /> },
    bizType: { render: (row) => <Business code={row.bizType} /> },
    currency: { isHiddenAtFirst: true },
    remark: { isHiddenAtFirst: true },
  },
  toolbarActions: [
    {
      key: 'statement',
      label: { zh: '对账单', en: 'Statement' },
      permission: 'export',
      parameter: 'statement',
      panel: ({ onClose }) => <StatementDialog onClose={onClose} />,
    },
    {
      key: 'statistics',
      label: { zh: '资金统计', en: 'Statistics' },
      panel: ({ onClose }) => <Statistics onClose={onClose} />,
    },
  ],
  rowActions: [
    {
      key: 'reverse',
      label: { zh: '冲回', en: 'Reverse' },
      permission: 'agent/user:adjust',
      isOffered: isReversible,
      panel: ({ rows: [row], onClose }) => (row ? <Reversal movement={row} onClose={onClose} /> : null),
    },
    {
      key: 'remark',
      label: { zh: '备注', en: 'Remark' },
      permission: 'edit',
      call: 'submit',
      fields: { remark: textarea({ label: { zh: '备注', en: 'Remark' }, max: 255 }) },
      initial: ([row]) => ({ remark: row?.remark }),
      input: ([row], { remark }) => ({ id: row?.id, remark: remark ?? null }),
      done: { zh: '备注已更新', en: 'Remark saved' },
    },
    {
      key: 'statement',
      label: { zh: '用户对账单', en: 'User statement' },
      permission: 'export',
      panel: ({ rows: [row], onClose }) => (
        <StatementDialog userId={row?.userId} userName={row?.userName} onClose={onClose} />
      ),
    },
    {
      key: 'statistics',
      label: { zh: '用户统计', en: 'User statistics' },
      panel: ({ rows: [row], onClose }) => (
        <Statistics userId={row?.userId} userName={row?.userName} onClose={onClose} />
      ),
    },
  ],
  facts: {
    direction: (row) => <Direction row={row} />,
    bizType: (row) => <Business code={row.bizType} />,
    bizNo: (row) => <Document row={row} />,
    operatorName: (row) => <Operator row={row} />,
  },
  unmentioned: ['userId', 'bizId', 'approverName'],
});
