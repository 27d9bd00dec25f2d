import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '../i18n.ts';
import './figures.css';

export interface FigureItem {
  readonly label: Text;
  /** Undefined until it is known. */
  readonly value: ReactNode;
  readonly note?: ReactNode;
  readonly tone?: 'good' | 'bad' | undefined;
  /** The rows behind the figure. */
  readonly to?: string;
}

/** A few numbers that matter, side by side. */
export function Figures({ items }: { items: readonly FigureItem[] }) {
  const t = useText();
  return (
    <dl className="kit-figures">
      {items.map(({ label, value, note, tone, to }) => (
        <div key={label.en} data-tone={tone} aria-busy={value === undefined || undefined}>
          <dt>{t(label)}</dt>
          <dd className="kit-number">{to && value !== undefined ? <Link to={to}>{value}</Link> : (value ?? '…')}</dd>
          {note && <dd className="kit-figure-note">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

/** A count as people read it. */
export const countText = (count: number): string => count.toLocaleString('en-US');
