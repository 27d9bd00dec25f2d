import type { Field } from '@trade-assistant/contract/kit/field.ts';
import { useLocale } from '../i18n.ts';
import { viewOf } from '../kinds/kinds.ts';
import { Nothing } from './status.tsx';

interface FieldValueProps {
  readonly field: Field;
  readonly value: unknown;
  /** Shown after an amount whose heading does not contain it. */
  readonly currency?: string | undefined;
  /** True in a record, where there is room; not in a table. */
  readonly isWhole?: boolean;
}

/** Any value of a row, as its field's kind wants to be read. */
export function FieldValue({ field, value, currency, isWhole = false }: FieldValueProps) {
  const locale = useLocale();
  const { emptyMeans, namedValues } = field.options;
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return emptyMeans ? <span className="kit-weak">{emptyMeans[locale]}</span> : <Nothing />;
  const name = namedValues?.[Number(value)];
  if (name) return <span className="kit-tag">{name[locale]}</span>;
  const { Cell, Detail = Cell } = viewOf(field);
  const Shown = isWhole ? Detail : Cell;
  return <Shown field={field} value={value} currency={currency} />;
}
