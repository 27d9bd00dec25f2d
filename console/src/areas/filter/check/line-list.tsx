import { useQueries } from '@tanstack/react-query';
import { checkLineFields } from '@trade-assistant/contract/areas/filter/check-fields.ts';
import { evidence, foundOrNot, lineType } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { type ReactNode, useRef } from 'react';
import type { Check, CheckResource } from '../../../features/checks/types.ts';
import { call } from '../../../kit/client/call.ts';
import { callKey, queryClient, useCall } from '../../../kit/client/query.ts';
import { PhoneValue } from '../../../kit/fields/phone.tsx';
import { FieldValue } from '../../../kit/fields/value.tsx';
import { type Translate, useLocale, useText } from '../../../kit/i18n.ts';
import { historyOf, NumberLink } from '../../../kit/list/record/number-link.tsx';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { useCan } from '../../../kit/permission.tsx';
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

const TITLE: Text = { zh: '检测明细', en: 'Lines' };
/** Lines fetched at once. */
const BLOCK = 100;
const FOUND_MOST = 500;
const ROW = 36;
/** On a phone a line has its findings below. */
const TALL_ROW = 96;

/** Columns of a line, in order. */
const COLUMNS = [
  ...([
    'lineNo',
    'number',
    'result',
    'registered',
    'business',
    'lineType',
    'carrier',
    'activeDays',
    'evidence',
  ] as const),
  ...(['checkedTime', 'isCharged', 'price', 'providerCode', 'reference', 'why'] as const),
];
type Column = (typeof COLUMNS)[number];
/** For staff who see providers. */
const OF_PROVIDERS: readonly Column[] = ['providerCode', 'reference'];
/** On a phone the others are in the explanation. */
const OF_PHONES: readonly Column[] = ['lineNo', 'number', 'result', 'why'];
const NUMERIC: readonly Column[] = ['lineNo', 'activeDays', 'price'];

/** Lines of a check. Only those in sight are fetched and drawn, so that a million of them scroll. */
export function LineList({ resource, check: { id }, filter, total }: LineListProps) {
  const t = useText();
  const locale = useLocale();
  const isSearch = filter.number !== undefined;
  const found = useCall(resource, 'lines', { id, ...filter, size: FOUND_MOST }, { enabled: isSearch });
  const count = isSearch ? (found.data?.records.length ?? 0) : total;
  const isPhone = useIsPhone();
  const seesProviders = useCan('provider/provider:view');
  const columns = isPhone ? OF_PHONES : COLUMNS.filter((name) => seesProviders || !OF_PROVIDERS.includes(name));
  const heads = useRef<HTMLDivElement>(null);
  const list = useLongList(count, isPhone ? TALL_ROW : ROW);
  const onScroll = () => {
    if (heads.current && list.frame.current) heads.current.scrollLeft = list.frame.current.scrollLeft;
    list.onScroll();
  };
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
    <section aria-label={t(TITLE)}>
      {failed?.error && <ListProblem error={failed.error} onRetry={() => void failed.refetch()} />}
      {/* biome-ignore-start lint/a11y/useSemanticElements: only the rows in sight are drawn, each at its place */}
      <div
        role="table"
        aria-label={t(TITLE)}
        aria-rowcount={count + 1}
        className={styles.table}
        data-providers={seesProviders}
      >
        <div ref={heads} role="row" aria-rowindex={1} tabIndex={-1} className={styles.heads}>
          {columns.map((name) => (
            <span key={name} role="columnheader" tabIndex={-1} className={NUMERIC.includes(name) ? 'kit-number' : ''}>
              {checkLineFields[name].options.label[locale]}
            </span>
          ))}
        </div>
        {count === 0 && !(isSearch && found.isPending) && (
          <p className="kit-weak">{t({ zh: '没有符合条件的号码', en: 'No matching number' })}</p>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is to be scrolled by keys too */}
        <div ref={list.frame} role="rowgroup" className={styles.frame} onScroll={onScroll} tabIndex={0}>
          <div className={styles.lines} style={{ blockSize: list.height }}>
            {numbersFrom(list.from, list.to).map((index) => (
              <div
                key={index}
                role="row"
                tabIndex={-1}
                className={styles.line}
                aria-rowindex={index + 2}
                style={{ insetBlockStart: list.topOf(index) }}
              >
                <LineCells
                  line={lineAt(index)}
                  columns={columns}
                  isPhone={isPhone}
                  history={(line) => historyOf(resource.name, id, line)}
                />
              </div>
            ))}
          </div>
        </div>
      </div>
      {/* biome-ignore-end lint/a11y/useSemanticElements: see above */}
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

interface LineCellsProps {
  readonly line: Line | undefined;
  readonly columns: readonly Column[];
  readonly isPhone: boolean;
  readonly history: (line: string) => string;
}

function LineCells({ line, columns, isPhone, history }: LineCellsProps) {
  const t = useText();
  const locale = useLocale();
  if (!line) return <Cell className="kit-weak">…</Cell>;
  const { number, result, rejectReason } = line;
  const why = [...(isPhone ? findings(line, t, locale) : []), ...(line.why ? [line.why] : [])].join(' · ');
  const shown: Partial<Record<Column, ReactNode>> = {
    lineNo: <span className="kit-weak">{line.lineNo}</span>,
    number: (
      <>
        {number && (/^\+/.test(number) ? <PhoneValue number={number} /> : number)}{' '}
        {number && result !== null && <NumberLink to={history(String(line.lineNo))} />}
      </>
    ),
    ...(result === null && {
      result: (
        <span className="kit-weak">
          {rejectReason === null ? t({ zh: '待检测', en: 'Waiting' }) : t({ zh: '未检测', en: 'Not checked' })}
        </span>
      ),
    }),
    why: <span title={why}>{why}</span>,
  };
  return columns.map((name) => (
    <Cell key={name} className={NUMERIC.includes(name) ? 'kit-number' : styles[name]}>
      {shown[name] ?? <FieldValue field={checkLineFields[name]} value={line[name]} />}
    </Cell>
  ));
}

const Cell = ({ className, children }: { className: string | undefined; children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: as the rows
  <span role="cell" className={className}>
    {children}
  </span>
);

/** Line types that need no mention. */
const ORDINARY: readonly number[] = [lineType.is.unknown, lineType.is.mobile, lineType.is.either];

/** Returns the findings about a number beside its class, for a screen without room for their columns. */
function findings(
  { registered, business, activeDays, lineType: type, carrier, evidence: source, checkedTime, isCharged, price }: Line,
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
    source !== null && entryOf(evidence, source)?.[locale],
    checkedTime,
    isCharged === 1 && t({ zh: '计费 {price}', en: 'Charged {price}' }, { price: price ?? '' }),
  ].filter((text): text is string => typeof text === 'string' && text !== '');
}
