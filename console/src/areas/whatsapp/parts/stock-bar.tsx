import { stockStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { useDictionary } from '../../../kit/dictionaries.ts';
import { useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import styles from './stock-bar.module.css';
import { STOCK_STATES, type StockCounts } from './stock-states.ts';

/** The states of a stock as a bar, with its text and its tooltip. */
export function StockBar({ counts, hasTotal = true }: { counts: StockCounts; hasTotal?: boolean }) {
  const t = useText();
  const { entries } = useDictionary(stockStatus);
  const parts = STOCK_STATES.map((state) => ({ state, count: counts[state] ?? 0 })).filter(({ count }) => count > 0);
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  const words = parts.map(({ state, count }) => `${t(entries[state])} ${countText(count)}`).join(' · ');
  return (
    <span className={styles.stock} title={words}>
      <span className={styles.bar} role="img" aria-label={words || t({ zh: '没有库存', en: 'No stock' })}>
        {parts.map(({ state, count }) => (
          <span key={state} data-state={state} style={{ flexGrow: count }} />
        ))}
      </span>
      {hasTotal && <span className="kit-number">{countText(total)}</span>}
    </span>
  );
}
