import type { ReactNode } from 'react';
import styles from './dashboard.module.css';

interface Bar {
  readonly key: string;
  readonly name: ReactNode;
  /** Of the width, in per cent. */
  readonly share: number;
  readonly value: ReactNode;
}

/** A ranking: every line shows its figure, with a bar for comparison. */
export const Bars = ({ bars }: { bars: readonly Bar[] }) => (
  <ol className={styles.bars}>
    {bars.map(({ key, name, share, value }) => (
      <li key={key}>
        <span className="kit-cut" title={typeof name === 'string' ? name : undefined}>
          {name}
        </span>
        <span className="kit-number">{value}</span>
        {share > 0 && <i aria-hidden="true" style={{ width: `${share}%` }} />}
      </li>
    ))}
  </ol>
);
