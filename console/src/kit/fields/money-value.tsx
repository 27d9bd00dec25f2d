import { groupedMoney, isNegative, shortMoney } from './money.ts';

/** An amount: short in the cell, exact on hover; below zero it carries its sign and the colour of bad news. */
export function MoneyValue({
  wire,
  currency,
  decimals,
}: {
  wire: string;
  currency?: string | undefined;
  /** At least 1; two by default. Prices of one piece use four. */
  decimals?: number | undefined;
}) {
  return (
    <span
      className="kit-money"
      data-negative={isNegative(wire) || undefined}
      title={`${groupedMoney(wire)}${currency ? ` ${currency}` : ''}`}
    >
      {shortMoney(wire, decimals)}
      {currency && <span className="kit-unit"> {currency}</span>}
    </span>
  );
}
