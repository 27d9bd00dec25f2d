import { MoneyValue } from '../../kit/fields/money-value.tsx';
import { useText } from '../../kit/i18n.ts';

/** The unit price by quantity. */
export function TierTable({
  tiers,
  currency,
}: {
  tiers: readonly { readonly fromQty: number; readonly price: string }[];
  currency: string;
}) {
  const t = useText();
  return (
    <table className="kit-lines">
      <thead>
        <tr>
          <th>{t({ zh: '数量', en: 'Quantity' })}</th>
          <th data-align="right">{t({ zh: '单价', en: 'Unit price' })}</th>
        </tr>
      </thead>
      <tbody>
        {tiers.map(({ fromQty, price }, index) => {
          const next = tiers[index + 1];
          return (
            <tr key={fromQty}>
              <td className="kit-number">
                {next
                  ? `${fromQty.toLocaleString('en-US')} – ${(next.fromQty - 1).toLocaleString('en-US')}`
                  : `≥ ${fromQty.toLocaleString('en-US')}`}
              </td>
              <td data-align="right">
                <MoneyValue wire={price} currency={currency} decimals={4} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
