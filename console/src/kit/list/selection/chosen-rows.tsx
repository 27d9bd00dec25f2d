import { Suspense } from 'react';
import { useStore } from 'zustand';
import { useText } from '../../i18n.ts';
import { InlineLoadBoundary } from '../../inline-load-boundary.tsx';
import { lazyWithRetry } from '../../lazy-with-retry.tsx';
import type { PartOfResult } from '../state/use-part-of-result.ts';
import { type SelectionStore, useSelectionCount } from './selection.tsx';

const SelectEvery = lazyWithRetry(() => import('./select-every.tsx'));

interface ChosenRowsProps {
  readonly selection: SelectionStore;
  readonly onClear: () => void;
  readonly total: number;
  /** Undefined when the whole result is visible. */
  readonly part: PartOfResult | undefined;
}

/** How many rows are chosen, with the offer to choose none or all. Alone in following every tick. */
export function ChosenRows({ selection, onClear, part, total }: ChosenRowsProps) {
  const t = useText();
  const count = useSelectionCount(selection);
  const isPageChosen = useStore(selection, ({ rows }) => part?.rows.every(({ id }) => rows.has(id)) ?? false);
  return (
    <span className="kit-selected" role="status">
      {count > 0 && (
        <>
          {t({ zh: '已选 {n} 条', en: '{n} selected' }, { n: count })}
          <button type="button" className="kit-link" onClick={onClear}>
            {t({ zh: '清除', en: 'Clear' })}
          </button>
          {part && isPageChosen && count < total && (
            <InlineLoadBoundary>
              <Suspense>
                <SelectEvery key={part.key} store={selection} count={count} total={total} fetchPage={part.fetchPage} />
              </Suspense>
            </InlineLoadBoundary>
          )}
        </>
      )}
    </span>
  );
}
