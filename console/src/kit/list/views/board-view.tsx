import type { Dictionary, DictionaryEntry } from '@trade-assistant/contract/kit/dictionary.ts';
import { useCallback, useMemo, useRef } from 'react';
import { useCall } from '../../client/query.ts';
import { useDictionary } from '../../dictionaries.ts';
import { Status } from '../../fields/status.tsx';
import { useLocale, useText } from '../../i18n.ts';
import { useEvent } from '../../use-event.ts';
import { RowMenu } from '../actions/row-menu.tsx';
import { isParameterOf } from '../search/filter-words.ts';
import { listInput } from '../state/address.ts';
import { pageOf } from '../state/use-part-of-result.ts';
import type { Column } from '../table/columns.tsx';
import { ListProblem } from '../table/list-problem.tsx';
import { RowCard } from '../table/row-cards.tsx';
import { focusRow, useFocusKept, useRowKeys, useRowStop } from '../table/row-keys.ts';
import type { Row } from '../types.ts';
import type { List } from '../use-list.ts';
import type { ListLook } from '../use-list-look.ts';
import './board.css';

interface BoardViewProps {
  readonly list: List;
  readonly look: ListLook;
  /** Distinguishes the rows. */
  readonly field: string;
  readonly dictionary: Dictionary;
}

/** So many rows a column shows at most; the others are seen in another view. */
const COLUMN_ROWS = 20;

/** A list by the states of its rows: a column for each, with its first rows as cards. */
export default function BoardView({ list, look, field, dictionary: declared }: BoardViewProps) {
  const locale = useLocale();
  const dictionary = useDictionary(declared);
  const { filters } = list.state;
  const parameter = list.resource.fields[field]?.options.search === 'in' ? `${field}_in` : field;
  const wanted = filters[parameter]?.split(',');
  const others = useMemo(
    () => Object.fromEntries(Object.entries(filters).filter(([name]) => !isParameterOf(field, name))),
    [filters, field],
  );
  // The column already shows the state.
  const columns = useMemo(() => look.columns.filter(({ name }) => name !== field), [look.columns, field]);
  const rest = look.tools.views.find((view) => view !== 'board');
  return (
    <section className="kit-board" aria-label={list.resource.fields[field]?.options.label[locale]}>
      {Object.values(dictionary.entries)
        .filter(({ value }) => wanted?.includes(String(value)) ?? true)
        .map((entry) => {
          const own = { ...others, [parameter]: String(entry.value) };
          return (
            <BoardColumn
              key={entry.value}
              list={list}
              columns={columns}
              entry={entry}
              filters={own}
              onMore={() => {
                list.search(own);
                if (rest) look.tools.onView(rest);
              }}
            />
          );
        })}
    </section>
  );
}

interface BoardColumnProps {
  readonly list: List;
  readonly columns: readonly Column[];
  readonly entry: DictionaryEntry;
  readonly filters: Readonly<Record<string, string>>;
  readonly onMore: () => void;
}

function BoardColumn({ list, columns, entry, filters, onMore }: BoardColumnProps) {
  const t = useText();
  const frame = useRef<HTMLElement>(null);
  const { ofRow, startOne } = list;
  const rows = useCall(list.resource, list.call, listInput({ ...list.state, filters, current: 1, size: COLUMN_ROWS }), {
    keepPrevious: true,
  });
  const page = pageOf(rows.data);
  const shown = page?.records ?? NONE;
  const shownNow = useEvent(() => shown);
  const rowMenu = useCallback(
    (row: Row) => <RowMenu row={row} actions={ofRow} onStart={startOne} />,
    [ofRow, startOne],
  );
  const onKeyDown = useRowKeys({
    shown,
    tree: undefined,
    reveal: (id) => focusRow(frame, id),
    onOpen: list.view,
    onEdit: list.edit,
    onRemove: list.remove,
  });
  const rememberFocus = useFocusKept(frame, shown);
  const stopAt = useRowStop(frame);
  const onFocus = useEvent(({ id }: Row) => {
    rememberFocus(id);
    stopAt(id);
  });
  return (
    <section ref={frame} aria-busy={rows.isPending || undefined}>
      <h2>
        <Status tone={entry.tone} words={entry} />
        {page && (
          <span className="kit-weak kit-number">
            {page.totalIsEstimate ? '≈' : ''}
            {page.total.toLocaleString('en-US')}
          </span>
        )}
      </h2>
      {rows.error && <ListProblem error={rows.error} onRetry={() => void rows.refetch()} />}
      {shown.length > 0 && (
        <ul className="kit-cards">
          {shown.map((row) => (
            <RowCard
              key={row.id}
              row={row}
              columns={columns}
              tree={undefined}
              selection={list.selection}
              shown={shownNow}
              rowMenu={rowMenu}
              onOpen={list.view}
              onKeyDown={onKeyDown}
              onFocus={onFocus}
            />
          ))}
        </ul>
      )}
      {page && page.total > shown.length && (
        <button type="button" className="kit-link" onClick={onMore}>
          {t({ zh: '查看全部', en: 'Show all' })}
        </button>
      )}
    </section>
  );
}

const NONE: readonly Row[] = [];
