import type { ComponentProps } from 'react';
import styles from './bar-button.module.css';

interface Props extends Omit<ComponentProps<'button'>, 'type' | 'title' | 'className'> {
  /** The action, for the tooltip and screen readers. */
  readonly label: string;
}

/** A plain square button of the top bar; in the bar's “more” list a line with its label. */
export const BarButton = ({ label, children, ...more }: Props) => (
  <button type="button" {...more} className={styles.button} title={label} aria-label={label}>
    {children}
    <span className={styles.words} aria-hidden="true">
      {label}
    </span>
  </button>
);
