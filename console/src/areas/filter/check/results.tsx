import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import { checkResult } from '@trade-assistant/contract/number-dictionaries.ts';
import Button from 'antd/es/button';
import { useDeferredValue, useState } from 'react';
import { CLASSES } from '../../../features/checks/classes.ts';
import type { Check, CheckResource } from '../../../features/checks/types.ts';
import { NumberSearch } from '../../../features/list-tasks/number-search.tsx';
import { downloadWithProgress } from '../../../kit/client/use-download.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { useKeys } from '../../../kit/keys.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import { useCan } from '../../../kit/permission.tsx';
import { LineList } from './line-list.tsx';
import styles from './results.module.css';
import { SendToNumbers } from './send-to-numbers.tsx';

/** The key of a class: 1 to 9, and 0 for the tenth. */
const keyOf = (index: number): string => String((index + 1) % 10);

/** The lines of a check: shares of the classes, which are also the filter of the lines below and of the download. */
export default function CheckResults({ check, resource }: { check: Check; resource: CheckResource }) {
  const t = useText();
  const locale = useLocale();
  const [chosen, choose] = useState<readonly number[]>([]);
  const [typed, setTyped] = useState('');
  const number = useDeferredValue(typed.trim());
  const canDownload = useCan(`${resource.name}:download`);
  const shown = CLASSES.filter(([value]) => chosen.length === 0 || chosen.includes(value));
  const total = shown.reduce<number>((sum, [, field]) => sum + check[field], 0);
  const filter = {
    ...(chosen.length > 0 ? { results: chosen.toSorted((a, b) => a - b).join(',') } : {}),
    ...(number === '' ? {} : { number }),
  };
  const toggle = (value: number) =>
    choose(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  const download = () => void downloadWithProgress(resource, 'download', { id: check.id, ...filter });
  const isEmpty = chosen.length > 0 && total === 0;
  useKeys(
    {
      ...Object.fromEntries(
        CLASSES.map(([value, field], index) => [keyOf(index), check[field] > 0 ? () => toggle(value) : undefined]),
      ),
      d: canDownload && !isEmpty ? download : undefined,
    },
    'drawer',
  );
  return (
    <>
      <fieldset className={styles.shares} aria-label={t({ zh: '按结果筛选', en: 'Filter by result' })}>
        {CLASSES.map(([value, field], index) => {
          const count = check[field];
          const share = check.totalCount === 0 ? 0 : (100 * count) / check.totalCount;
          const entry = entryOf(checkResult, value);
          return (
            <button
              key={value}
              type="button"
              className={styles.share}
              aria-pressed={chosen.includes(value)}
              aria-keyshortcuts={keyOf(index)}
              disabled={count === 0}
              onClick={() => toggle(value)}
            >
              <span>{entry?.[locale]}</span>
              <span className={styles.bar}>
                <span data-tone={entry?.tone} style={{ inlineSize: `${share}%` }} />
              </span>
              <span className="kit-number">{countText(count)}</span>
              <span className="kit-weak kit-number">{`${share.toFixed(1)} %`}</span>
              <kbd aria-hidden>{keyOf(index)}</kbd>
            </button>
          );
        })}
      </fieldset>
      <div className={styles.tools}>
        <NumberSearch value={typed} onChange={setTyped} />
        {canDownload && (
          <Button onClick={download} disabled={isEmpty}>
            {Object.keys(filter).length === 0
              ? t({ zh: '下载全部', en: 'Download all' })
              : t({ zh: '下载当前筛选', en: 'Download this filter' })}
          </Button>
        )}
        <SendToNumbers check={check} resource={resource} results={chosen} />
      </div>
      <LineList
        key={JSON.stringify(filter)}
        resource={resource}
        check={check}
        filter={filter}
        total={chosen.length === 0 ? check.totalCount : total}
      />
    </>
  );
}
