import { checkResult } from '@trade-assistant/contract/dictionaries.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { useMemo, useState } from 'react';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { ChildRows } from '../../../kit/list/record/child-rows.tsx';
import { countText } from '../../../kit/parts/figures.tsx';
import styles from './results.module.css';
import type { Check } from './types.ts';

const { vacant, live, suspended, absent, silent, risk, unknown } = checkResult.is;

/** Classes with the field that counts them, the most wanted first. */
const CLASSES = [
  [live, 'liveCount'],
  [silent, 'silentCount'],
  [risk, 'riskCount'],
  [vacant, 'vacantCount'],
  [suspended, 'suspendedCount'],
  [absent, 'noDataCount'],
  [unknown, 'unknownCount'],
] as const;

/** The lines of a check: shares of the classes, which are also the filter of the lines below. */
export function CheckResults({ check, lines }: { check: Check; lines: Resource }) {
  const t = useText();
  const locale = useLocale();
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set());
  const all = CLASSES.reduce((sum, [, field]) => sum + check[field], 0);
  const toggle = (value: number) => {
    const next = new Set(chosen);
    if (!next.delete(value)) next.add(value);
    choose(next);
  };
  const list = useMemo(
    () => ({
      resource: lines,
      call: 'lines',
      path: null,
      filter: ({ id }: { id: string }) => ({ id, ...(chosen.size > 0 ? { result_in: [...chosen].join(',') } : {}) }),
      columns: ['lineNo', 'number', 'result', 'registered', 'business', 'activeDays', 'lineType', 'rejectReason'],
      sort: 'lineNo',
    }),
    [lines, chosen],
  );
  return (
    <>
      <fieldset className={styles.shares} aria-label={t({ zh: '按结果筛选', en: 'Filter by result' })}>
        {CLASSES.map(([value, field]) => {
          const count = check[field];
          const share = all === 0 ? 0 : (100 * count) / all;
          return (
            <button
              key={value}
              type="button"
              className={styles.share}
              aria-pressed={chosen.has(value)}
              disabled={count === 0}
              onClick={() => toggle(value)}
            >
              <span>{entryOf(checkResult, value)?.[locale]}</span>
              <span className={styles.bar}>
                <span data-tone={entryOf(checkResult, value)?.tone} style={{ inlineSize: `${share}%` }} />
              </span>
              <span className="kit-number">{countText(count)}</span>
              <span className="kit-weak kit-number">{`${share.toFixed(1)} %`}</span>
            </button>
          );
        })}
      </fieldset>
      <ChildRows list={list} row={check} />
    </>
  );
}
