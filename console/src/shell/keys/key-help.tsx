import { useText } from '../../kit/i18n.ts';
import { EscButton, OverDialog } from '../search/over-dialog.tsx';
import { keyGroups } from './key-groups.ts';
import styles from './key-help.module.css';
import { keyWords } from './key-words.ts';

/** The list of keys, over everything. */
export default function KeyHelp() {
  const t = useText();
  return (
    <OverDialog label={t(keyWords.title)} isWide>
      <header className={styles.head}>
        <h2>{t(keyWords.title)}</h2>
        <EscButton />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is to be scrolled by keys too */}
      <section className={styles.groups} tabIndex={0} aria-label={t(keyWords.title)}>
        <div className={styles.columns}>
          {keyGroups.map(({ title, lines }) => (
            <section key={title.en}>
              <h3>{t(title)}</h3>
              <dl>
                {lines.map(({ keys, does }) => (
                  <div key={does.en}>
                    <dt>{t(does)}</dt>
                    <dd>
                      {keys.map((together) => (
                        <span key={together}>
                          {together.split(' ').map((key) => (
                            <kbd key={key}>{key}</kbd>
                          ))}
                        </span>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </section>
    </OverDialog>
  );
}
