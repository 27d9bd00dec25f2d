import { dictionaryList } from '@trade-assistant/contract/dictionary-list.ts';
import type { Dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { currentDictionary, useDictionary, useDictionaryVersion } from '../../kit/dictionaries.ts';
import { DictValue } from '../../kit/fields/status.tsx';
import { useLocale, useText } from '../../kit/i18n.ts';
import { usePersistedState } from '../../kit/persisted-state.ts';
import { Choices } from './choices.tsx';
import styles from './dictionaries.module.css';

const words = {
  help: { zh: '系统使用的取值与名称，只读', en: 'Values and names used by the system; read-only' },
  key: { zh: '键值', en: 'Key' },
  name: { zh: '名称', en: 'Name' },
  sealed: { zh: '已封存', en: 'Archived' },
} as const satisfies Record<string, Text>;

/** The names of values, for users without the permission to manage dictionaries. */
export function ReadOnly({ title, arrangement }: { title: Text; arrangement: 'side-by-side' | 'stacked' }) {
  const t = useText();
  const locale = useLocale();
  useDictionaryVersion();
  const [chosenCode, choose] = usePersistedState('chosen', '', isText);
  const chosen = dictionaryList.find(({ dictionary }) => dictionary.code === chosenCode) ?? dictionaryList[0];
  const items = dictionaryList.map(({ dictionary, ...name }) => ({
    key: dictionary.code,
    code: dictionary.code,
    name: name[locale],
    words: [name, ...Object.values(currentDictionary(dictionary).entries)].map(({ zh, en }) => `${zh} ${en}`).join(' '),
  }));
  return (
    <div className="kit-page">
      <header className="kit-title">
        <h1>{t(title)}</h1>
        <span className="kit-weak">{t(words.help)}</span>
      </header>
      <div className={styles.parts} data-arrangement={arrangement}>
        <Choices items={items} chosen={chosen?.dictionary.code} onChoose={choose} />
        <section className={styles.part} aria-live="polite">
          {chosen && <Entries dictionary={chosen.dictionary} />}
        </section>
      </div>
    </div>
  );
}

function Entries({ dictionary: declared }: { dictionary: Dictionary }) {
  const t = useText();
  const dictionary = useDictionary(declared);
  return (
    <table className="kit-lines">
      <thead>
        <tr>
          <th>{t(words.key)}</th>
          <th>{t(words.name)}</th>
        </tr>
      </thead>
      <tbody>
        {Object.values(dictionary.entries).map(({ value, isSealed }) => (
          <tr key={value}>
            <td className="kit-number">{value}</td>
            <td>
              <DictValue dictionary={declared} value={value} />{' '}
              {isSealed && <span className="kit-weak">{t(words.sealed)}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const isText = (value: unknown): value is string => typeof value === 'string';
