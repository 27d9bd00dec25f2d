import type { Dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { ReactNode } from 'react';
import { DictValue, Nothing } from '../fields/status.tsx';
import { TimeValue } from '../fields/time-value.tsx';
import { FieldValue } from '../fields/value.tsx';
import type { NamedFields, Values } from '../form/values.ts';
import { useText } from '../i18n.ts';
import './history.css';

export interface HistoryEntry {
  readonly id: string;
  /** `yyyy-MM-dd HH:mm:ss`. */
  readonly time: string;
  /** Null: the program itself. */
  readonly who: string | null;
  /** The action, where the changes do not show it. */
  readonly what?: Text;
  readonly changes: readonly HistoryChange[];
  readonly reason?: string | null;
}

interface HistoryChange {
  /** Which field; without it, the state. */
  readonly label?: Text;
  readonly from: ReactNode;
  readonly to: ReactNode;
}

/** Changes of a record with editor, time, old and new values and reason; latest first. */
export function History({ entries }: { entries: readonly HistoryEntry[] }) {
  const t = useText();
  if (entries.length === 0) return <p className="kit-weak">{t({ zh: '还没有变更', en: 'No changes yet' })}</p>;
  const latestFirst = entries.toSorted((a, b) => b.time.localeCompare(a.time));
  return (
    <ol className="kit-history">
      {latestFirst.map(({ id, time, who, what, changes, reason }) => (
        <li key={id}>
          {what && <p>{t(what)}</p>}
          <dl>
            {changes.map(({ label, from, to }) => (
              <div key={label?.en ?? ''}>
                <dt className="kit-weak">{t(label ?? { zh: '状态', en: 'State' })}</dt>
                <dd>
                  {from}{' '}
                  <span aria-label={t({ zh: '变为', en: 'to' })} role="img">
                    →
                  </span>{' '}
                  {to}
                </dd>
              </div>
            ))}
          </dl>
          {reason && (
            <p>
              <q>{reason}</q>
            </p>
          )}
          <p className="kit-weak">
            {who ?? t({ zh: '系统', en: 'System' })} · <TimeValue wire={time} />
          </p>
        </li>
      ))}
    </ol>
  );
}

/** A move from one state of a dictionary to another; null before it was created. */
export const stateChange = (states: Dictionary, from: number | null, to: number): HistoryChange => ({
  from: from === null ? <Nothing /> : <DictValue dictionary={states} value={from} />,
  to: <DictValue dictionary={states} value={to} />,
});

/** The differences between two versions of a row, in the order of its fields. */
export const fieldChanges = (fields: NamedFields, before: Values, after: Values): readonly HistoryChange[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    JSON.stringify(before[name] ?? null) === JSON.stringify(after[name] ?? null)
      ? []
      : {
          label: field.options.label,
          from: <FieldValue field={field} value={before[name]} isWhole />,
          to: <FieldValue field={field} value={after[name]} isWhole />,
        },
  );
