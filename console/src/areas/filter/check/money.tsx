import type { Check } from '../../../features/checks/types.ts';
import { JournalRows } from '../../../features/journals/journal-rows.tsx';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { useText } from '../../../kit/i18n.ts';
import { TotalLine, TotalLines } from '../../../kit/parts/total-lines.tsx';

const EXACT = 6;

/** The money of a check, and each of its movements in the finance log. */
export default function CheckMoney({ check }: { check: Check }) {
  const t = useText();
  const currency = check.currency ?? undefined;
  const amount = (wire: string) => <MoneyValue wire={wire} currency={currency} decimals={EXACT} />;
  return (
    <>
      <TotalLines>
        <TotalLine label={t({ zh: '冻结', en: 'Held' })}>{amount(check.holdAmount)}</TotalLine>
        <TotalLine label={t({ zh: '扣费', en: 'Charged' })}>{amount(check.chargedAmount)}</TotalLine>
        <TotalLine label={t({ zh: '退回', en: 'Returned' })}>{amount(check.refundedAmount)}</TotalLine>
      </TotalLines>
      <JournalRows bizNo={check.taskNo} />
    </>
  );
}
