import { useQueries } from '@tanstack/react-query';
import { foundOrNot, lineType } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { checkResult } from '@trade-assistant/contract/number-dictionaries.ts';
import type { Check, CheckResource } from '../../../features/checks/types.ts';
import { call } from '../../../kit/client/call.ts';
import { callKey, queryClient, useCall } from '../../../kit/client/query.ts';
import { PhoneValue } from '../../../kit/fields/phone.tsx';
import { DictValue } from '../../../kit/fields/status.tsx';
import { type Translate, useLocale, useText } from '../../../kit/i18n.ts';
import { historyOf, NumberLink } from '../../../kit/list/record/number-link.tsx';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { useIsPhone } from '../../../kit/use-media.ts';
import styles from './line-list.module.css';
import { useLongList } from './use-long-list.ts';

type Lines = CallData<CheckResource, 'lines', 'in'>;
type Line = Lines['records'][number];

interface LineListProps {
  readonly resource: CheckResource;
  readonly check: Check;
  readonly filter: { readonly results?: string; readonly number?: string };
  /** Lines of the chosen classes. A search shows the lines that it finds instead. */
  readonly total: number;
}

/** Lines fetched at once. */
const BLOCK = 100;
const FOUND_MOST = 500;
const ROW = 36;
/** On a phone a line has its explanation below. */
const TALL_ROW = 60;

/** Lines of a check. Only those in sight are fetched and drawn, so that a million of them scroll. */
export function LineList({ resource, check: { id }, filter, total }: LineListProps) {
  const t = useText();
  const isSearch = filter.number !== undefined;
  const found = useCall(resource, 'lines', { id, ...filter, size: FOUND_MOST }, { enabled: isSearch });
  const count = isSearch ? (found.data?.records.length ?? 0) : total;
  const list = useLongList(count, useIsPhone() ? TALL_ROW : ROW);
  const firstBlock = Math.floor(list.from / BLOCK);
  const blocks = isSearch ? [] : numbersFrom(firstBlock, Math.ceil(list.to / BLOCK));
  const keyOf = (block: number) => callKey(resource, 'lines', { id, ...filter, block });
  const pages = useQueries({
    queries: blocks.map((block) => ({
      queryKey: keyOf(block),
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<Lines> => {
        // After a known line the server continues from an index; otherwise it counts.
        const before = queryClient.getQueryData<Lines>(keyOf(block - 1))?.records;
        const last = before?.length === BLOCK ? before.at(-1) : undefined;
        const place = last ? { after: last.lineNo } : { skip: block * BLOCK };
        return call(resource, 'lines', { id, ...filter, ...place, size: BLOCK }, { signal });
      },
    })),
  });
  const lineAt = (index: number): Line | undefined =>
    isSearch ? found.data?.records[index] : pages[Math.floor(index / BLOCK) - firstBlock]?.data?.records[index % BLOCK];
  const failed = isSearch ? (found.error ? found : undefined) : pages.find(({ error }) => error);
  return (
    <section aria-label={t({ zh: '检测明细', en: 'Lines' })}>
      {failed?.error && <ListProblem error={failed.error} onRetry={() => void failed.refetch()} />}
      <Heads />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is to be scrolled by keys too */}
      <div ref={list.frame} className={styles.frame} onScroll={list.onScroll} tabIndex={0}>
        {count === 0 && !(isSearch && found.isPending) && (
          <p className="kit-weak">{t({ zh: '没有符合条件的号码', en: 'No matching number' })}</p>
        )}
        <ol className={styles.lines} style={{ blockSize: list.height }}>
          {numbersFrom(list.from, list.to).map((index) => (
            <li
              key={index}
              className={styles.line}
              aria-setsize={count}
              aria-posinset={index + 1}
              style={{ insetBlockStart: list.topOf(index) }}
            >
              <LineCells line={lineAt(index)} history={(line) => historyOf(resource.name, id, line)} />
            </li>
          ))}
        </ol>
      </div>
      {isSearch && count === FOUND_MOST && (
        <p className="kit-weak">
          {t({ zh: '仅显示前 {n} 个', en: 'Only the first {n} are shown' }, { n: String(FOUND_MOST) })}
        </p>
      )}
    </section>
  );
}

const numbersFrom = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

function Heads() {
  const t = useText();
  return (
    <div className={styles.heads} aria-hidden>
      <span className="kit-number">{t({ zh: '行号', en: 'Line' })}</span>
      <span>{t({ zh: '号码', en: 'Number' })}</span>
      <span>{t({ zh: '检测结果', en: 'Result' })}</span>
      <span>{t({ zh: '说明', en: 'Explanation' })}</span>
    </div>
  );
}

function LineCells({ line, history }: { line: Line | undefined; history: (line: string) => string }) {
  const t = useText();
  const locale = useLocale();
  if (!line) return <span className="kit-weak">…</span>;
  const { lineNo, number, result, rejectReason, why } = line;
  const explained = [...findings(line, t, locale), ...(why ? [why] : [])].join(' · ');
  return (
    <>
      <span className="kit-number kit-weak">{lineNo}</span>
      <span className={styles.number}>
        {number && (/^\+/.test(number) ? <PhoneValue number={number} /> : number)}{' '}
        {number && result !== null && <NumberLink to={history(String(lineNo))} />}
      </span>
      <span>
        {result !== null ? (
          <DictValue dictionary={checkResult} value={result} />
        ) : rejectReason !== null ? (
          <span className="kit-weak">{t({ zh: '未检测', en: 'Not checked' })}</span>
        ) : (
          <span className="kit-weak">{t({ zh: '待检测', en: 'Waiting' })}</span>
        )}
      </span>
      <span className={styles.why} title={explained}>
        {explained}
      </span>
    </>
  );
}

/** Line types that need no mention. */
const ORDINARY: readonly number[] = [lineType.is.unknown, lineType.is.mobile, lineType.is.either];

/** Returns the findings about a number beside its class. */
function findings(
  { registered, business, activeDays, lineType: type, carrier }: Line,
  t: Translate,
  locale: 'zh' | 'en',
) {
  const days = { n: String(activeDays ?? 0) };
  return [
    registered === foundOrNot.is.yes && t({ zh: '已开通', en: 'Has an account' }),
    registered === foundOrNot.is.no && t({ zh: '未开通', en: 'No account' }),
    business === foundOrNot.is.yes && t({ zh: '商业号', en: 'Business account' }),
    activeDays !== null && t({ zh: '{n} 天前活跃', en: 'Active {n} {n|day|days} ago' }, days),
    type !== null && !ORDINARY.includes(type) && entryOf(lineType, type)?.[locale],
    carrier,
  ].filter((text): text is string => typeof text === 'string' && text !== '');
}
