import type { Dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import type { StateCounts } from '@trade-assistant/contract/kit/page.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { memo, useMemo, useState } from 'react';
import { useCall } from '../../client/query.ts';
import { useDictionary } from '../../dictionaries.ts';
import { useLocale, useText } from '../../i18n.ts';
import { chosenStates, isParameterOf } from './filter-words.ts';
import './state-tabs.css';

type Filters = Readonly<Record<string, string>>;

interface StateTabsProps {
  readonly resource: Resource;
  /** The field that distinguishes the rows. */
  readonly field: string;
  readonly dictionary: Dictionary;
  readonly filters: Filters;
  readonly onSearch: (filters: Filters) => void;
}

/** Fewer states without rows than these are shown: one button in the place of one saves nothing. */
const FOLDED_MIN = 2;

/**
 * Tabs of the states of a list with the row count of each under the other filters; choosing one shows its rows. Several are current when an
 * address filters by them. States without rows fold into "more".
 */
export const StateTabs = memo(function StateTabs({
  resource,
  field,
  dictionary: declared,
  filters,
  onSearch,
}: StateTabsProps) {
  const t = useText();
  const locale = useLocale();
  const dictionary = useDictionary(declared);
  const others = useMemo(
    () => Object.fromEntries(Object.entries(filters).filter(([name]) => !isParameterOf(field, name))),
    [filters, field],
  );
  const { data } = useCall(resource, 'counts', others, { keepPrevious: true });
  const [isUnfolded, setUnfolded] = useState(false);
  const states = (data as StateCounts | undefined)?.states ?? [];
  const counts = new Map(states.map((state) => [state.value, state]));
  const parameter = resource.fields[field]?.options.search === 'in' ? `${field}_in` : field;
  const hasOwn = Object.keys(filters).some((name) => isParameterOf(field, name));
  const total = {
    count: states.reduce((sum, { count }) => sum + count, 0),
    isEstimate: states.some(({ isEstimate }) => isEstimate),
  };
  const tab = (key: string, label: string, count: typeof total | undefined, isCurrent: boolean, next: Filters) => (
    <button
      key={key}
      type="button"
      className="kit-state"
      aria-current={isCurrent || undefined}
      data-empty={count?.count === 0 || undefined}
      onClick={() => onSearch(next)}
    >
      {label}
      {data !== undefined && (
        <span className="kit-state-count">
          {count?.isEstimate ? '≈' : ''}
          {(count?.count ?? 0).toLocaleString('en-US')}
        </span>
      )}
    </button>
  );
  const chosen = chosenStates(field, filters) ?? [];
  const isChosen = (value: number) => chosen.includes(String(value));
  const entries = Object.values(dictionary.entries);
  const withoutRows = entries.filter(({ value }) => counts.get(value)?.count === 0 && !isChosen(value));
  const folded = new Set(isUnfolded || withoutRows.length < FOLDED_MIN ? [] : withoutRows);
  return (
    <nav className="kit-states" aria-label={resource.fields[field]?.options.label[locale]}>
      {tab('all', t({ zh: '全部', en: 'All' }), total, !hasOwn, others)}
      {entries.map((entry) => {
        if (folded.has(entry)) return null;
        const value = String(entry.value);
        const isCurrent = isChosen(entry.value);
        const next = { ...others, [parameter]: value };
        const state = counts.get(entry.value);
        return tab(
          value,
          entry[locale],
          state && { count: state.count, isEstimate: !!state.isEstimate },
          isCurrent,
          next,
        );
      })}
      {(folded.size > 0 || isUnfolded) && (
        <button type="button" className="kit-state" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
          {isUnfolded ? t({ zh: '收起', en: 'Less' }) : t({ zh: '更多 {n}', en: '{n} more' }, { n: folded.size })}
        </button>
      )}
    </nav>
  );
});
