import { formatMoney, micros, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import type { Check } from '../../../features/checks/types.ts';
import { TaskMoney } from '../../../features/list-tasks/task-money.tsx';

/** The money of a check: what of it is still held, and what became of the rest. */
export default function CheckMoney({ check }: { readonly check: Check }) {
  const { holdAmount, chargedAmount, refundedAmount } = check;
  const held = micros(parseMoney(holdAmount) - parseMoney(chargedAmount) - parseMoney(refundedAmount));
  return (
    <TaskMoney
      no={check.taskNo}
      currency={check.currency}
      held={formatMoney(held)}
      charged={chargedAmount}
      returned={refundedAmount}
    />
  );
}
