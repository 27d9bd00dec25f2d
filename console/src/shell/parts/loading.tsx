import { useText } from '../../kit/i18n.ts';
import { words } from '../words.ts';
import styles from './loading.module.css';

/** A thin moving bar that waits a moment before it shows, so that quick loads do not flicker. */
export function Loading() {
  const t = useText();
  return (
    <div className={styles.loading} role="progressbar" aria-label={t(words.loading)}>
      <span className={styles.bar} />
    </div>
  );
}
