import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import Input from 'antd/es/input/Input';
import { useText } from '../../kit/i18n.ts';
import { CLEAR } from '../../kit/parts/clear-icon.tsx';
import { usePersistedState } from '../../kit/persisted-state.ts';
import styles from './dictionaries.module.css';

const words = {
  list: { zh: '字典', en: 'Dictionaries' },
  find: { zh: '按名称、编码或取值查找', en: 'Search by name, code or value' },
  none: { zh: '没有匹配的字典', en: 'No matching dictionaries' },
} as const satisfies Record<string, Text>;

interface Choice {
  readonly key: string;
  readonly code: string;
  readonly name: string;
  /** Its search text beside its code. */
  readonly words: string;
}

interface ChoicesProps {
  readonly items: readonly Choice[];
  readonly chosen: string | undefined;
  readonly onChoose: (key: string) => void;
}

/** Dictionaries to choose from; the search text survives a reload. */
export function Choices({ items, chosen, onChoose }: ChoicesProps) {
  const t = useText();
  const [wanted, setWanted] = usePersistedState('wanted', '', isText);
  const sought = wanted.trim().toLowerCase();
  const found = items.filter(({ code, words: known }) => `${code} ${known}`.toLowerCase().includes(sought));
  return (
    <section className={styles.part} aria-label={t(words.list)}>
      <Input
        allowClear={CLEAR}
        value={wanted}
        placeholder={t(words.find)}
        aria-label={t(words.find)}
        onChange={(event) => setWanted(event.target.value)}
      />
      {found.length === 0 ? <p className="kit-weak">{t(words.none)}</p> : null}
      <ul className={styles.list}>
        {found.map(({ key, code, name }) => (
          <li key={key}>
            <button type="button" className={styles.entry} aria-current={key === chosen} onClick={() => onChoose(key)}>
              <span>{name}</span>
              <code className="kit-weak">{code}</code>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const isText = (value: unknown): value is string => typeof value === 'string';
