import { TierTable } from '../../../features/prices/tier-table.tsx';
import { useText } from '../../../kit/i18n.ts';

/** The tiers of a price, where it has any. */
export function TierFacts({
  tiers,
  currency,
}: {
  tiers: readonly { fromQty: number; price: string }[];
  currency: string;
}) {
  const t = useText();
  if (tiers.length === 0) return null;
  return (
    <section className="kit-group">
      <h2 className="kit-heading">{t({ zh: '阶梯价', en: 'Tiers' })}</h2>
      <TierTable tiers={tiers} currency={currency} />
    </section>
  );
}
