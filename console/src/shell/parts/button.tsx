import type { ComponentProps } from 'react';
import styles from './button.module.css';

interface Props extends Omit<ComponentProps<'button'>, 'className'> {
  readonly kind?: 'primary' | 'default';
  readonly size?: 'middle' | 'large';
  readonly isBusy?: boolean;
}

/** A button for the pages that must be there before (and when) the big component library is not. */
export const Button = ({ kind = 'default', size = 'middle', isBusy = false, children, ...more }: Props) => (
  <button type="button" {...more} className={styles.button} data-kind={kind} data-size={size} aria-busy={isBusy}>
    {isBusy ? <span className={styles.spinner} /> : null}
    {children}
  </button>
);
