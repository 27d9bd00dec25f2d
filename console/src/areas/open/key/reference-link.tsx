import { useText } from '../../../kit/i18n.ts';
import styles from './key.module.css';

/** The address of the interface, and the page that describes its calls. */
export function ReferenceLink() {
  const t = useText();
  return (
    <div className={styles.reference ?? ''}>
      <span className="kit-weak">{t({ zh: '接口地址', en: 'Address of the interface' })}</span>
      <code>{`${window.location.origin}/api/open/v1`}</code>
      <a href="/api/open/v1/docs" target="_blank" rel="noreferrer">
        {t({ zh: '查看接口参考', en: 'Open the reference' })}
      </a>
    </div>
  );
}
