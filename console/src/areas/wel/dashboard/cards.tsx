import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import Button from 'antd/es/button';
import Select from 'antd/es/select';
import type { ReactNode } from 'react';
import { useText } from '../../../kit/i18n.ts';
import { type PreferenceRecord, type PreferenceValue, usePreference } from '../../../kit/preferences.ts';
import styles from './cards.module.css';

/** A card of the dashboard. */
export interface Card {
  readonly key: string;
  readonly title: Text;
  /** Columns it takes unless the user chose otherwise. */
  readonly width: 1 | 2 | 3;
  readonly content: ReactNode;
}

const WIDTHS: readonly { readonly value: 1 | 2 | 3; readonly label: Text }[] = [
  { value: 1, label: { zh: '一列', en: 'One column' } },
  { value: 2, label: { zh: '两列', en: 'Two columns' } },
  { value: 3, label: { zh: '整行', en: 'Full row' } },
];

interface Arrangement {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
}
const DEFAULT: Arrangement = { order: [], hidden: [], widths: {} };

const isStrings = (value: PreferenceValue | undefined): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
const isArrangement = (value: PreferenceValue): boolean => {
  const { order, hidden, widths } = (value ?? {}) as PreferenceRecord;
  return isStrings(order) && isStrings(hidden) && typeof widths === 'object' && widths !== null;
};

interface CardsProps {
  readonly cards: readonly Card[];
  readonly isArranging: boolean;
}

/** Cards in the order, with the widths and without the ones that the user chose; the choice is kept on the server. */
export function Cards({ cards, isArranging }: CardsProps) {
  const t = useText();
  const [kept, keep] = usePreference<PreferenceRecord>('dashboard', { ...DEFAULT }, isArrangement);
  const arrangement = kept as unknown as Arrangement;
  const change = (next: Partial<Arrangement>) => keep({ ...arrangement, ...next } as unknown as PreferenceRecord);
  const place = ({ key }: Card) => {
    const at = arrangement.order.indexOf(key);
    return at < 0 ? arrangement.order.length + cards.findIndex((card) => card.key === key) : at;
  };
  const sorted = cards.toSorted((a, b) => place(a) - place(b));
  const shown = sorted.filter(({ key }) => !arrangement.hidden.includes(key));
  const hidden = sorted.filter(({ key }) => arrangement.hidden.includes(key));
  const widthOf = ({ key, width }: Card) => arrangement.widths[key] ?? width;
  /** Moves a card before or behind its shown neighbour. */
  const move = (card: Card, by: -1 | 1) => {
    const other = shown[shown.indexOf(card) + by];
    if (!other) return;
    const keys = sorted.map(({ key }) => key).filter((key) => key !== card.key);
    keys.splice(keys.indexOf(other.key) + (by > 0 ? 1 : 0), 0, card.key);
    change({ order: keys });
  };
  return (
    <>
      {isArranging && (
        <section className={styles.hidden} aria-label={t({ zh: '已隐藏的卡片', en: 'Hidden cards' })}>
          <span className="kit-weak">
            {hidden.length > 0
              ? t({ zh: '已隐藏：', en: 'Hidden:' })
              : t({
                  zh: '移动、调整宽度或隐藏卡片；设置随账号保存',
                  en: 'Move, resize or hide cards; kept with your account',
                })}
          </span>
          {hidden.map((card) => (
            <Button
              key={card.key}
              size="small"
              onClick={() => change({ hidden: arrangement.hidden.filter((key) => key !== card.key) })}
            >
              {t({ zh: '显示“{title}”', en: 'Show “{title}”' }, { title: t(card.title) })}
            </Button>
          ))}
          <Button size="small" type="link" onClick={() => keep(undefined)}>
            {t({ zh: '恢复默认', en: 'Reset' })}
          </Button>
        </section>
      )}
      <div className={styles.cards}>
        {shown.map((card, index) => (
          <div key={card.key} className={styles.card} data-width={widthOf(card)}>
            {isArranging && (
              <section className={styles.bar} aria-label={t(card.title)}>
                <strong>{t(card.title)}</strong>
                <Button size="small" disabled={index === 0} onClick={() => move(card, -1)}>
                  {t({ zh: '前移', en: 'Earlier' })}
                </Button>
                <Button size="small" disabled={index === shown.length - 1} onClick={() => move(card, 1)}>
                  {t({ zh: '后移', en: 'Later' })}
                </Button>
                <Select
                  size="small"
                  aria-label={t({ zh: '宽度', en: 'Width' })}
                  value={widthOf(card)}
                  options={WIDTHS.map(({ value, label }) => ({ value, label: t(label) }))}
                  onChange={(width) => change({ widths: { ...arrangement.widths, [card.key]: width } })}
                />
                <Button size="small" onClick={() => change({ hidden: [...arrangement.hidden, card.key] })}>
                  {t({ zh: '隐藏', en: 'Hide' })}
                </Button>
              </section>
            )}
            {card.content}
          </div>
        ))}
      </div>
    </>
  );
}
