import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import type { StateCounts } from '@trade-assistant/contract/kit/page.ts';
import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import Button from 'antd/es/button';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useCall } from '../../../kit/client/query.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { useKeys } from '../../../kit/keys.ts';
import { ExportButton } from '../../../kit/list/actions/export-button.tsx';
import { clearSelection, createSelection } from '../../../kit/list/selection/selection.tsx';
import { FIRST_PAGE, type ListState, listInput } from '../../../kit/list/state/address.ts';
import { pageOf } from '../../../kit/list/state/use-part-of-result.ts';
import { columnsOf } from '../../../kit/list/table/columns.tsx';
import { DataTable } from '../../../kit/list/table/data-table.tsx';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import type { Row } from '../../../kit/list/types.ts';
import { SteadyCount } from '../../../kit/parts/steady-count.tsx';
import { useCanAny } from '../../../kit/permission.tsx';
import { useIsPhone } from '../../../kit/use-media.ts';
import { NumberSearch } from '../../list-tasks/number-search.tsx';
import type { MessageChannel, Order, Recipient } from '../types.ts';
import { applies, VERDICTS, type VerdictKind } from '../verdicts.ts';
import { filterLines, LINE_STATES, useLineFilter } from './line-filter.ts';
import { RecipientDetail } from './recipient-detail.tsx';
import styles from './recipients.module.css';
import { Verdict } from './verdict.tsx';

const COLUMNS = ['lineNo', 'number', 'lineStatus', 'why', 'chargeState'];
const EXPORTED = [...COLUMNS, 'errorCode', 'submitTime', 'deliverTime', 'readTime'].join(',');
const WHOLE_NUMBER = { number: { wraps: false } } as const;
const NONE: readonly number[] = [];
const keyOf = (index: number): string => String((index + 1) % 10);

/** The recipients of an order: their states with counts, which are also the filter, and verdicts on chosen ones. */
export default function Recipients({ channel, order }: { readonly channel: MessageChannel; readonly order: Order }) {
  const t = useText();
  const locale = useLocale();
  const can = useCanAny();
  const isPhone = useIsPhone();
  const { recipients: resource } = channel;
  const states = useLineFilter((filter) => (filter.orderId === order.id ? filter.states : NONE));
  const [number, setNumber] = useState('');
  const [shown, setShown] = useState<ListState>(() => ({ ...FIRST_PAGE, sort: '' }));
  const [selection] = useState(createSelection);
  const chosen = useStore(selection, ({ rows }) => rows);
  const [verdict, setVerdict] = useState<VerdictKind | null>(null);
  const [opened, setOpened] = useState<Row | null>(null);
  const canDecide = can(`${resource.name}:decide`);
  const counts = useCall(resource, 'counts', { orderId: order.id });
  const filters = useMemo(
    () => ({
      orderId: order.id,
      ...(states.length > 0 ? { lineStatus_in: states.toSorted((a, b) => a - b).join(',') } : {}),
      ...(number.trim() === '' ? {} : { number: number.trim() }),
    }),
    [order.id, states, number],
  );
  const state = useMemo(() => ({ ...shown, filters }), [shown, filters]);
  const rows = useCall(resource, 'list', listInput(state), { keepPrevious: true });
  const page = useMemo(() => pageOf(rows.data), [rows.data]);
  const columns = useMemo(() => {
    const all = columnsOf(resource, WHOLE_NUMBER, can, locale);
    return COLUMNS.flatMap((name) => all.find((column) => column.name === name) ?? []);
  }, [resource, can, locale]);
  const toggle = (value: number) => {
    setShown({ ...shown, current: 1 });
    filterLines(order.id, states.includes(value) ? states.filter((one) => one !== value) : [...states, value]);
  };
  const countOf = new Map(
    ((counts.data as StateCounts | undefined)?.states ?? []).map(({ value, count }) => [value, count]),
  );
  useKeys(
    Object.fromEntries(
      LINE_STATES.map((value, index) => [keyOf(index), countOf.get(value) ? () => toggle(value) : undefined]),
    ),
    'drawer',
  );
  const picked = (opened ? [opened] : [...chosen.values()]) as unknown as readonly Recipient[];
  if (verdict)
    return (
      <Verdict
        channel={channel}
        kind={verdict}
        rows={picked.filter((row) => applies(verdict, row))}
        onEnd={(isDone) => {
          if (isDone) clearSelection(selection);
          setVerdict(null);
        }}
      />
    );
  if (opened)
    return (
      <RecipientDetail
        channel={channel}
        row={opened as unknown as Recipient}
        canDecide={canDecide}
        onVerdict={setVerdict}
        onBack={() => setOpened(null)}
      />
    );
  return (
    <section className="kit-table-frame" aria-label={t({ zh: '收件人', en: 'Recipients' })}>
      <fieldset className={styles.states} aria-label={t({ zh: '按状态筛选', en: 'Filter by state' })}>
        {LINE_STATES.map((value, index) => {
          const count = countOf.get(value) ?? 0;
          const entry = entryOf(lineStatus, value);
          if (count === 0 && !states.includes(value)) return null;
          return (
            <button
              key={value}
              type="button"
              aria-pressed={states.includes(value)}
              aria-keyshortcuts={keyOf(index)}
              onClick={() => toggle(value)}
            >
              <span className="kit-status" data-tone={entry?.tone}>
                {entry?.[locale]}
              </span>
              <SteadyCount value={count} />
              <kbd aria-hidden>{keyOf(index)}</kbd>
            </button>
          );
        })}
      </fieldset>
      <div className={styles.tools}>
        <NumberSearch
          value={number}
          onChange={(typed) => {
            setNumber(typed);
            setShown({ ...shown, current: 1 });
          }}
        />
        {canDecide &&
          VERDICTS.map(({ kind, words }) => {
            const fitting = picked.filter((row) => applies(kind, row)).length;
            return (
              <Button key={kind} disabled={fitting === 0} onClick={() => setVerdict(kind)}>
                {t(words)}
                {fitting > 0 && ` ${fitting}`}
              </Button>
            );
          })}
        {can(`${resource.name}:export`) && (
          <ExportButton
            resource={resource}
            call="export"
            input={() => ({ ...listInput(state), columns: EXPORTED })}
            total={page?.total ?? 0}
            selection={selection}
          />
        )}
      </div>
      {rows.error && <ListProblem error={rows.error} onRetry={() => void rows.refetch()} />}
      <div className="kit-table" data-density="small" data-loading={rows.isFetching || undefined}>
        <DataTable
          label={t(resource.title)}
          columns={columns}
          isCards={isPhone}
          page={page}
          state={state}
          onState={(change) => setShown({ ...shown, ...change })}
          isLoading={rows.isPending}
          empty={<p className="kit-weak">{t({ zh: '没有符合条件的收件人', en: 'No matching recipient' })}</p>}
          selection={canDecide ? selection : undefined}
          onOpen={setOpened}
          rowMenu={(row: Row) => (
            <Button type="link" size="small" onClick={() => setOpened(row)}>
              {t({ zh: '查看', en: 'View' })}
            </Button>
          )}
        />
      </div>
    </section>
  );
}
