import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { type ReactNode, useId } from 'react';
import { useText } from '../../kit/i18n.ts';
import styles from './samples.module.css';

/** One part, under its name. */
export function Sample({ title, isWide, children }: { title: Text; isWide?: boolean; children: ReactNode }) {
  const t = useText();
  const id = useId();
  return (
    <section className={styles.sample} data-wide={isWide} aria-labelledby={id}>
      <h2 id={id}>{t(title)}</h2>
      {children}
    </section>
  );
}
