import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../client/call-error.ts';
import { showError } from '../../feedback.tsx';
import { useText } from '../../i18n.ts';
import { type FetchPage, fetchAllRows, MAX_SELECTABLE } from './fetch-all-rows.ts';
import { chooseRows, type SelectionStore } from './selection.tsx';

interface SelectEveryProps {
  readonly store: SelectionStore;
  readonly count: number;
  readonly total: number;
  readonly fetchPage: FetchPage;
}

/** After a page is selected: offers to select the whole result, with progress and a button that stops it. */
export default function SelectEvery({ store, count, total, fetchPage }: SelectEveryProps) {
  const t = useText();
  const [progress, setProgress] = useState<{ found: number; wanted: number } | null>(null);
  const under = useRef<AbortController>(null);
  useEffect(() => () => under.current?.abort(), []);

  const start = async () => {
    const way = new AbortController();
    under.current = way;
    setProgress({ found: 0, wanted: Math.min(total, MAX_SELECTABLE) });
    try {
      const rows = await fetchAllRows(fetchPage, (found, wanted) => setProgress({ found, wanted }), way.signal);
      chooseRows(store, rows);
    } catch (error) {
      if (!way.signal.aborted && !(error instanceof CallError && error.failure === 'aborted'))
        showError(error, () => void start());
    } finally {
      setProgress(null);
    }
  };

  const text = (n: number) => n.toLocaleString('en-US');
  if (progress)
    return (
      <>
        {t(
          { zh: '正在选择 {found} / {wanted}…', en: 'Selecting {found} of {wanted}…' },
          {
            found: text(progress.found),
            wanted: text(progress.wanted),
          },
        )}
        <button type="button" className="kit-link" onClick={() => under.current?.abort()}>
          {t({ zh: '取消', en: 'Cancel' })}
        </button>
      </>
    );
  if (count >= MAX_SELECTABLE)
    return t({ zh: '（一次最多选择 {most} 条）', en: '(at most {most} at once)' }, { most: text(MAX_SELECTABLE) });
  return (
    <button type="button" className="kit-link" onClick={() => void start()}>
      {total > MAX_SELECTABLE
        ? t(
            { zh: '选择前 {most} 条（共 {n} 条）', en: 'Select the first {most} of {n} results' },
            {
              most: text(MAX_SELECTABLE),
              n: text(total),
            },
          )
        : t({ zh: '选择全部 {n} 条结果', en: 'Select all {n} results' }, { n: text(total) })}
    </button>
  );
}
