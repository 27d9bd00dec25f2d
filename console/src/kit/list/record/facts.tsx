import { type Field, isFitting } from '@trade-assistant/contract/kit/field.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import Button from 'antd/es/button';
import { type ReactNode, useState } from 'react';
import { FieldValue } from '../../fields/value.tsx';
import { groupsOf, isWide } from '../../form/field-form.tsx';
import { useLocale, useText } from '../../i18n.ts';
import { currencyOf } from '../table/columns.tsx';
import type { Row } from '../types.ts';
import { historyOf, isNumberOf, NumberLink } from './number-link.tsx';

/**
 * A record's facts in the groups of its contract. Fields left out by the server (no permission) and those that other values exclude
 * (`when`) are not shown.
 */
export function Facts({
  resource,
  row,
  unmentioned = [],
  shown = {},
}: {
  resource: Resource;
  row: Row;
  unmentioned?: readonly string[] | undefined;
  /** By field name: what is shown instead of the value. */
  shown?: Readonly<Record<string, (row: never) => ReactNode>> | undefined;
}) {
  const t = useText();
  const locale = useLocale();
  const [areEmptyShown, showEmpty] = useState(false);
  const groups = withHistoryLast(groupsOf(resource.fields));
  // In English, a name shows its English field when that is not shown separately.
  const shownValue = (name: string) => {
    const english = `${name}En`;
    return (locale === 'en' && unmentioned.includes(english) && row[english]) || row[name];
  };
  const isMentioned = (name: string): boolean => {
    const field = resource.fields[name];
    return !unmentioned.includes(name) && (!field || isFitting(field, row));
  };
  const empty = groups
    .flatMap(({ names }) => names)
    .filter((name) => isMentioned(name) && isEmpty(resource.fields[name], row[name]));
  const facts = groups.map(({ heading, names }) => {
    const present = names.filter((name) => row[name] !== undefined && name !== 'version' && isMentioned(name));
    const filled = present.filter((name) => areEmptyShown || !isEmpty(resource.fields[name], row[name]));
    if (filled.length === 0) return null;
    return (
      <section key={heading?.en ?? ''} className="kit-group">
        {heading && <h2 className="kit-heading">{heading[locale]}</h2>}
        <dl className="kit-facts">
          {filled.map((name) => {
            const field = resource.fields[name];
            if (!field) return null;
            return (
              <div key={name} data-wide={(isWide(field) && field.kind !== 'dictionarySet') || undefined}>
                <dt>{field.options.label[locale]}</dt>
                <dd>
                  {shown[name]?.(row as never) ?? (
                    <FieldValue field={field} value={shownValue(name)} currency={currencyOf(name, row)} isWhole />
                  )}
                  {isNumberOf(resource, name) && <NumberLink to={historyOf(resource.name, row.id)} />}
                </dd>
              </div>
            );
          })}
        </dl>
      </section>
    );
  });
  return (
    <>
      {facts}
      {empty.length > 0 && (
        <Button type="link" className="kit-show-empty" onClick={() => showEmpty(!areEmptyShown)}>
          {areEmptyShown
            ? t({ zh: '隐藏空字段', en: 'Hide empty fields' })
            : t({ zh: '显示 {n} 个空字段', en: 'Show {n} empty {n|field|fields}' }, { n: empty.length })}
        </Button>
      )}
    </>
  );
}

/** Whether a field of a record says nothing. Fields that explain what an empty value means always say something. */
const isEmpty = (field: Field | undefined, value: unknown): boolean =>
  field?.options.emptyMeans === undefined &&
  (value === null || value === '' || (Array.isArray(value) && value.length === 0));

const HISTORY: ReadonlySet<string> = new Set(['createUserName', 'createTime', 'updateUserName', 'updateTime']);

/** The creator and last editor come last. */
function withHistoryLast(groups: ReturnType<typeof groupsOf>): ReturnType<typeof groupsOf> {
  const history = groups.flatMap(({ names }) => names.filter((name) => HISTORY.has(name)));
  return [
    ...groups.map(({ heading, names }) => ({ heading, names: names.filter((name) => !HISTORY.has(name)) })),
    { heading: { zh: '记录信息', en: 'History' }, names: history },
  ];
}
