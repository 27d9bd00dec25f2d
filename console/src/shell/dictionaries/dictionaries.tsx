import type { DictionaryEntry } from '@trade-assistant/contract/kit/dictionary.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import Input from 'antd/es/input/Input';
import Table from 'antd/es/table';
import { type ReactNode, useMemo } from 'react';
import { Status } from '../../kit/fields/status.tsx';
import { useText } from '../../kit/i18n.ts';
import { CLEAR } from '../../kit/parts/clear-icon.tsx';
import { usePersistedState } from '../../kit/persisted-state.ts';
import styles from './dictionaries.module.css';
import { type KnownDictionary, knownDictionaries } from './known.ts';

const words = {
  help: {
    zh: '系统内置的业务字典，只读；随版本更新',
    en: 'The closed lists the product works with. Read-only; they change with its versions.',
  },
  list: { zh: '字典', en: 'Dictionaries' },
  find: { zh: '按名称、编码或取值查找', en: 'Find by name, code or value' },
  none: { zh: '没有匹配的字典', en: 'No dictionary matches' },
  key: { zh: '键值', en: 'Value' },
  name: { zh: '名称', en: 'Name' },
  meaning: { zh: '含义', en: 'Meaning' },
  usedBy: { zh: '用于', en: 'Used by' },
  nothing: { zh: '—', en: '—' },
  waiting: { zh: '等待', en: 'Waiting' },
  running: { zh: '进行中', en: 'Running' },
  good: { zh: '正常', en: 'Good' },
  attention: { zh: '需注意', en: 'Attention' },
  bad: { zh: '异常', en: 'Bad' },
  off: { zh: '停用', en: 'Off' },
} as const satisfies Record<string, Text>;

interface Node {
  readonly key: string;
  readonly value: string;
  readonly zh: string;
  readonly en: string;
  readonly entry?: DictionaryEntry;
  readonly children?: Node[];
}

/** The dictionaries of the product: the list of them, and the tree of the one that is chosen. */
export function Dictionaries({ title, arrangement }: { title: Text; arrangement: 'side-by-side' | 'stacked' }) {
  const t = useText();
  const known = useMemo(() => knownDictionaries(), []);
  const [wanted, setWanted] = usePersistedState('wanted', '', isText);
  const [chosenCode, choose] = usePersistedState('chosen', known[0]?.dictionary.code ?? '', isText);
  const found = known.filter((one) => matches(one, wanted.trim().toLowerCase()));
  const chosen = found.find(({ dictionary }) => dictionary.code === chosenCode) ?? found[0];
  return (
    <div className="kit-page">
      <header className="kit-title">
        <h1>{t(title)}</h1>
        <span className="kit-weak">{t(words.help)}</span>
      </header>
      <div className={styles.parts} data-arrangement={arrangement}>
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
            {found.map(({ dictionary, title: name }) => (
              <li key={dictionary.code}>
                <button
                  type="button"
                  className={styles.entry}
                  aria-current={dictionary === chosen?.dictionary}
                  onClick={() => choose(dictionary.code)}
                >
                  <span>{t(name)}</span>
                  <code className="kit-weak">{dictionary.code}</code>
                  <span className={styles.count}>{dictionary.values.length}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
        <section className={styles.part} aria-live="polite">
          {chosen ? <Tree known={chosen} /> : null}
        </section>
      </div>
    </div>
  );
}

function Tree({ known: { dictionary, title, uses } }: { known: KnownDictionary }) {
  const t = useText();
  const root: Node = {
    key: dictionary.code,
    value: dictionary.code,
    ...title,
    children: Object.entries(dictionary.entries).map(([name, entry]) => ({
      key: `${dictionary.code}.${name}`,
      value: String(entry.value),
      zh: entry.zh,
      en: entry.en,
      entry,
    })),
  };
  return (
    <>
      <Table<Node>
        key={dictionary.code}
        size="small"
        pagination={false}
        dataSource={[root]}
        expandable={{ defaultExpandAllRows: true }}
        scroll={{ x: 480 }}
        columns={[
          { title: t(words.key), dataIndex: 'value', width: 200 },
          { title: `${t(words.name)} (中文)`, dataIndex: 'zh' },
          { title: `${t(words.name)} (English)`, dataIndex: 'en' },
          {
            title: t(words.meaning),
            width: 120,
            render: (_, { entry }) => (entry?.tone ? <Status tone={entry.tone} words={words[entry.tone]} /> : null),
          },
        ]}
      />
      <Uses>
        {uses.length === 0
          ? t(words.nothing)
          : uses.map(({ resource, field }) => `${t(resource)} · ${t(field)}`).join(t({ zh: '、', en: ', ' }))}
      </Uses>
    </>
  );
}

function Uses({ children }: { children: ReactNode }) {
  const t = useText();
  return (
    <p>
      <span className="kit-weak">{t(words.usedBy)}</span> {children}
    </p>
  );
}

const isText = (value: unknown): value is string => typeof value === 'string';

const matches = ({ dictionary, title }: KnownDictionary, wanted: string): boolean =>
  [
    dictionary.code,
    title.zh,
    title.en,
    ...Object.values(dictionary.entries).flatMap(({ zh, en, value }) => [zh, en, String(value)]),
  ].some((text) => text.toLowerCase().includes(wanted));
