import { nameOf } from '@trade-assistant/contract/kit/name.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { ReactNode } from 'react';
import { FieldValue } from '../../fields/value.tsx';
import { useLocale } from '../../i18n.ts';
import { currencyOf } from '../table/columns.tsx';
import type { Row } from '../types.ts';

interface RecordHeadProps {
  readonly resource: Resource;
  readonly row: Row;
  /** How the screen shows single facts. */
  readonly shown?: Readonly<Record<string, (row: Row) => ReactNode>> | undefined;
}

/** The name of a record, its state and its key figures. */
export function RecordHead({ resource, row, shown: own = {} }: RecordHeadProps) {
  const locale = useLocale();
  const { nameField, fields, head = resource.stateField ? [resource.stateField] : [] } = resource;
  const name = nameField ? nameOf(nameField, row)[locale] : '';
  const shown = head.filter((field) => fields[field] && row[field] !== undefined && row[field] !== null);
  if (name === '' && shown.length === 0) return null;
  return (
    <header className="kit-record-head">
      {name && <h2>{name}</h2>}
      {shown.map((field) => {
        const declared = fields[field] as Resource['fields'][string];
        return (
          <span key={field} title={declared.options.label[locale]} data-figure={declared.kind === 'money' || undefined}>
            {own[field]?.(row) ?? <FieldValue field={declared} value={row[field]} currency={currencyOf(field, row)} />}
          </span>
        );
      })}
    </header>
  );
}
