import type { Page } from '@trade-assistant/contract/kit/page.ts';
import { memo, type ReactNode, useMemo, useRef } from 'react';
import { useEvent } from '../../use-event.ts';
import { useIsPhone } from '../../use-media.ts';
import type { SelectionStore } from '../selection/selection.tsx';
import type { ListState } from '../state/address.ts';
import type { Row } from '../types.ts';
import type { Column } from './columns.tsx';
import './table.css';
import { ListPager } from './list-pager.tsx';
import { ListTable, type TableHandle } from './list-table.tsx';
import { RowCards } from './row-cards.tsx';
import { focusRow, useFocusKept, useRowKeys, useRowStop } from './row-keys.ts';
import type { Folding } from './use-folded-columns.ts';
import type { Tree } from './use-tree.ts';

interface DataTableProps {
  /** A label of the rows for screen readers. */
  readonly label: string;
  readonly columns: readonly Column[];
  readonly isCards: boolean;
  readonly page: Page<Row> | undefined;
  readonly tree?: Tree | undefined;
  readonly state: ListState;
  readonly onState: (change: Partial<ListState>) => void;
  /** How many rows the window has room for, where that is measured. */
  readonly fitting?: number;
  /** Page sizes to choose from; by default those of every list. */
  readonly sizes?: readonly number[];
  /** Before the first answer. */
  readonly isLoading: boolean;
  readonly empty: ReactNode;
  /** The rows chosen so far; undefined where nothing can be done to several rows. */
  readonly selection?: SelectionStore | undefined;
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** One click opens a row instead of two. */
  readonly opensOnClick?: boolean;
  readonly onEdit?: ((row: Row) => void) | undefined;
  readonly onRemove?: ((row: Row) => void) | undefined;
  readonly rowMenu?: ((row: Row) => ReactNode) | undefined;
  /** Without it all columns are shown, even without room. */
  readonly folding?: Folding | undefined;
}

/** The rows of a list and its pager, as a table or as cards. */
export const DataTable = memo(function DataTable(props: DataTableProps) {
  const { page, state, onState, selection, tree, columns, isCards, rowMenu } = props;
  const frame = useRef<HTMLDivElement>(null);
  const table = useRef<TableHandle>(null);
  const isPhone = useIsPhone();
  const rows = tree?.rows ?? page?.records ?? NO_ROWS;
  const shown = useMemo(() => flattened(rows, tree?.opened), [rows, tree?.opened]);
  const reveal = (id: string) => {
    table.current?.scrollTo(shown.findIndex((row) => row.id === id));
    focusRow(frame, id);
  };
  const onKeyDown = useRowKeys({ ...props, shown, reveal });
  const rememberFocus = useFocusKept(frame, shown);
  const stopAt = useRowStop(frame, true);
  const onFocus = useEvent(({ id }: Row) => {
    rememberFocus(id);
    stopAt(id);
  });
  const onSort = useEvent((sort: string) => onState({ sort, current: 1 }));
  const parts = {
    label: props.label,
    columns,
    shown,
    tree,
    selection,
    rowMenu,
    empty: props.isLoading ? <Waiting rows={state.size} /> : props.empty,
    onOpen: props.onOpen,
    onKeyDown,
    onFocus,
  };
  return (
    <div ref={frame} aria-busy={props.isLoading || undefined}>
      {isCards ? (
        <RowCards {...parts} />
      ) : (
        <ListTable
          ref={table}
          {...parts}
          rows={rows}
          sort={state.sort}
          onSort={onSort}
          opensOnClick={props.opensOnClick}
          folding={props.folding}
        />
      )}
      <ListPager
        page={page}
        state={state}
        fitting={props.fitting}
        sizes={props.sizes}
        isSmall={isPhone}
        onState={onState}
      />
    </div>
  );
});

const NO_ROWS: readonly Row[] = [];

/** As high as the rows will be, so that nothing below them moves. */
const Waiting = ({ rows }: { rows: number }) => (
  <div className="kit-waiting" style={{ height: `calc(var(--kit-row-height) * ${rows})` }} />
);

/** Returns all visible rows, those of opened branches below their own. */
function flattened(rows: readonly Row[], opened: readonly string[] | undefined): readonly Row[] {
  if (!opened) return rows;
  const isOpen = new Set(opened);
  const below = (row: Row): readonly Row[] => [
    row,
    ...(isOpen.has(row.id) && Array.isArray(row.children) ? (row.children as Row[]).flatMap(below) : []),
  ];
  return rows.flatMap(below);
}
