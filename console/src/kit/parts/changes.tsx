import { Nothing } from '../fields/status.tsx';
import { useText } from '../i18n.ts';
import './changes.css';

/** A change of a field: the record, the field, the old and the new value. */
export interface Change {
  readonly record: string;
  readonly label: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** Changes by record; a record is named where there are several or `isNamed` is set. */
export function Changes({ changes, isNamed = false }: { changes: readonly Change[]; isNamed?: boolean }) {
  const t = useText();
  const records = [...Map.groupBy(changes, ({ record }) => record)];
  return records.map(([record, lines]) => (
    <section key={record} className="kit-changes">
      {(isNamed || records.length > 1) && <h3>{record}</h3>}
      <dl>
        {lines.map(({ label, from, to }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several lines may have one label (roles given), and none ever moves
          <div key={place}>
            <dt className="kit-weak">{label}</dt>
            <dd>
              {from === null ? null : <del>{from}</del>}{' '}
              {from !== null && (
                <span aria-label={t({ zh: '变为', en: 'to' })} role="img">
                  →
                </span>
              )}{' '}
              {to ??
                (from === null ? <Nothing /> : <span className="kit-weak">{t({ zh: '（空）', en: '(empty)' })}</span>)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}
