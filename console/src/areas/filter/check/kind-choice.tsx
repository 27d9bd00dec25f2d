import { activePeriod, needsPeriod } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import type { Dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import Form from 'antd/es/form';
import { useId } from 'react';
import { DictSelect } from '../../../kit/form/dict-select.tsx';
import { useText } from '../../../kit/i18n.ts';

/** A kind of check; the period is 0 for kinds without one. */
export interface KindOfCheck {
  readonly filterType: number;
  readonly activePeriod: number;
}

/** Returns the choice of a kind, with a week as the first period of those that need one. */
export const kindOf = (kinds: Dictionary, filterType: number): KindOfCheck => ({
  filterType,
  activePeriod: needsPeriod(kinds, filterType) ? activePeriod.is.week : 0,
});

interface KindChoiceProps {
  readonly kinds: Dictionary;
  /** Only these; by default all. */
  readonly offered?: readonly number[];
  readonly value: KindOfCheck;
  readonly onChange: (kind: KindOfCheck) => void;
}

/** The kind of check, and the period where it needs one. */
export function KindChoice({ kinds, offered = kinds.values, value, onChange }: KindChoiceProps) {
  const t = useText();
  const id = useId();
  const entries = Object.entries(kinds.entries).filter(([, entry]) => offered.includes(entry.value));
  return (
    <>
      <Form.Item label={t({ zh: '检测类型', en: 'Check' })} htmlFor={`${id}-type`}>
        <DictSelect
          id={`${id}-type`}
          dictionary={{ ...kinds, entries: Object.fromEntries(entries) }}
          isClearable={false}
          value={value.filterType}
          onChange={(type) => typeof type === 'number' && onChange(kindOf(kinds, type))}
        />
      </Form.Item>
      {needsPeriod(kinds, value.filterType) && (
        <Form.Item label={t({ zh: '活跃周期', en: 'Active period' })} htmlFor={`${id}-period`}>
          <DictSelect
            id={`${id}-period`}
            dictionary={PERIODS}
            isClearable={false}
            value={value.activePeriod}
            onChange={(period) => typeof period === 'number' && onChange({ ...value, activePeriod: period })}
          />
        </Form.Item>
      )}
    </>
  );
}

/** An activity check needs a period. */
const PERIODS = {
  ...activePeriod,
  entries: Object.fromEntries(Object.entries(activePeriod.entries).filter(([, { value }]) => value > 0)),
};
