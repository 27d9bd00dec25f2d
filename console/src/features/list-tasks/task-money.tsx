import type { ReactNode } from 'react';
import { MoneyValue } from '../../kit/fields/money-value.tsx';
import { useText } from '../../kit/i18n.ts';
import { TotalLine, TotalLines } from '../../kit/parts/total-lines.tsx';
import { JournalRows } from '../journals/journal-rows.tsx';

interface TaskMoneyProps {
  readonly no: string;
  readonly currency: string | null;
  /** Amounts as the wire carries them; `held`: what still is. */
  readonly held: string;
  readonly charged: string;
  readonly returned: string;
  readonly children?: ReactNode;
}

/** The money of a task in all, and each of its movements in the finance log. */
export function TaskMoney({ no, currency, held, charged, returned, children }: TaskMoneyProps) {
  const t = useText();
  const amount = (wire: string) => <MoneyValue wire={wire} currency={currency ?? undefined} decimals={6} />;
  return (
    <>
      <TotalLines>
        <TotalLine label={t({ zh: '冻结', en: 'Held' })}>{amount(held)}</TotalLine>
        <TotalLine label={t({ zh: '扣费', en: 'Charged' })}>{amount(charged)}</TotalLine>
        <TotalLine label={t({ zh: '退回', en: 'Returned' })}>{amount(returned)}</TotalLine>
      </TotalLines>
      {children}
      <JournalRows bizNo={no} />
    </>
  );
}
