import { financeLog } from '@trade-assistant/contract/areas/finance/log.ts';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { useText } from '../../../kit/i18n.ts';
import { ChildRows } from '../../../kit/list/record/child-rows.tsx';
import type { Row } from '../../../kit/list/types.ts';
import { TotalLine, TotalLines } from '../../../kit/parts/total-lines.tsx';
import { useCan } from '../../../kit/permission.tsx';
import type { Check } from './types.ts';

const EXACT = 6;

/** A charge of one number is below a cent. */
const exactLog = {
  ...financeLog,
  fields: { ...financeLog.fields, amount: { ...financeLog.fields.amount, decimals: EXACT } },
};
const journals = {
  resource: exactLog,
  filter: ({ taskNo }: Row) => ({ bizNo: String(taskNo) }),
  columns: ['createTime', 'financeType', 'walletKind', 'direction', 'amount', 'journalNo'],
  sort: '-createTime',
};

/** The money of a check, and each of its movements in the finance log. */
export default function CheckMoney({ check }: { check: Check }) {
  const t = useText();
  const canSeeLog = useCan('finance/log:view');
  const currency = check.currency ?? undefined;
  const amount = (wire: string) => <MoneyValue wire={wire} currency={currency} decimals={EXACT} />;
  return (
    <>
      <TotalLines>
        <TotalLine label={t({ zh: '冻结', en: 'Held' })}>{amount(check.holdAmount)}</TotalLine>
        <TotalLine label={t({ zh: '扣费', en: 'Charged' })}>{amount(check.chargedAmount)}</TotalLine>
        <TotalLine label={t({ zh: '退回', en: 'Returned' })}>{amount(check.refundedAmount)}</TotalLine>
      </TotalLines>
      {canSeeLog && <ChildRows list={journals} row={check} />}
    </>
  );
}
