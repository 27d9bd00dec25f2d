import CloseOutlined from '@ant-design/icons/CloseOutlined';
import type { RefSource } from '@trade-assistant/contract/kit/field.ts';
import { memo } from 'react';
import { useDictionaryVersion } from '../../dictionaries.ts';
import { useCountries } from '../../fields/country.tsx';
import { useRefName } from '../../form/ref-picker.tsx';
import type { NamedFields } from '../../form/values.ts';
import { useLocale, useText } from '../../i18n.ts';
import { type ActiveFilter, activeFilters } from './filter-words.ts';
import './filter-chips.css';

type Filters = Readonly<Record<string, string>>;

interface FilterChipsProps {
  readonly fields: NamedFields;
  /** The field whose filter the tabs of the list show. */
  readonly shownByTabs?: string | undefined;
  readonly filters: Filters;
  readonly onSearch: (filters: Filters) => void;
}

/** The current filters while their form is hidden: each can be removed, or all at once. */
export const FilterChips = memo(function FilterChips({ fields, shownByTabs, filters, onSearch }: FilterChipsProps) {
  const t = useText();
  const locale = useLocale();
  useDictionaryVersion();
  const active = activeFilters(fields, filters, locale).filter(({ name }) => name !== shownByTabs);
  if (active.length === 0) return null;
  return (
    <ul className="kit-chips" aria-label={t({ zh: '当前筛选', en: 'Active filters' })}>
      {active.map((filter) => (
        <li key={filter.name} className="kit-chip">
          <span className="kit-weak">{filter.field.options.label[locale]}</span>
          <Value filter={filter} />
          <button
            type="button"
            className="kit-chip-remove"
            aria-label={t(
              { zh: '移除筛选：{name}', en: 'Remove the filter: {name}' },
              { name: filter.field.options.label[locale] },
            )}
            onClick={() =>
              onSearch(
                Object.fromEntries(Object.entries(filters).filter(([name]) => !filter.parameters.includes(name))),
              )
            }
          >
            <CloseOutlined aria-hidden />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className="kit-link" onClick={() => onSearch({})}>
          {t({ zh: '清除全部', en: 'Clear all' })}
        </button>
      </li>
    </ul>
  );
});

function Value({ filter: { field, code, text } }: { filter: ActiveFilter }) {
  if (code !== undefined && field.source) return <Named source={field.source} code={code} />;
  if (code !== undefined) return <Country code={code} />;
  return <span>{text}</span>;
}

const Named = ({ source, code }: { source: RefSource; code: string }) => (
  <span>{useRefName(source, code) ?? code}</span>
);

const Country = ({ code }: { code: string }) => <span>{useCountries().get(code)?.name ?? code}</span>;
