import {
  type ColumnDef,
  columnPinningFeature,
  createExpandedRowModel,
  rowExpandingFeature,
  rowSortingFeature,
  type SortingState,
  type Column as TableColumn,
  type Row as TableRow,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react';
import { useLocale, useText } from '../../i18n.ts';
import { useEvent } from '../../use-event.ts';
import { useIsPrinting } from '../../use-is-printing.ts';
import { PageCheckbox, RowCheckbox, type SelectionStore } from '../selection/selection.tsx';
import type { Row } from '../types.ts';
import { type Column, Wrapped } from './columns.tsx';
import { useIsWide, useSteadyWidths } from './table-layout.ts';
import { type Folding, useFoldedColumns } from './use-folded-columns.ts';
import type { Tree } from './use-tree.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

const features = tableFeatures({
  columnPinningFeature,
  rowExpandingFeature,
  rowSortingFeature,
  expandedRowModel: createExpandedRowModel(),
});
type Features = typeof features;

const SELECTION = 'selection';
const ACTIONS = 'actions';

export interface RowHandlers {
  readonly onOpen?: ((row: Row) => void) | undefined;
  readonly onKeyDown?: ((event: KeyboardEvent<HTMLElement>, row: Row) => void) | undefined;
  readonly onFocus?: ((row: Row) => void) | undefined;
}

/** Commands that a table accepts from outside. */
export interface TableHandle {
  /** Scrolls to a row of the table, by its index among the visible ones, so that it is drawn. */
  readonly scrollTo: (index: number) => void;
}

interface ListTableProps extends RowHandlers {
  readonly ref?: Ref<TableHandle>;
  readonly label: string;
  readonly columns: readonly Column[];
  /** The first level; further ones are in `children`. */
  readonly rows: readonly Row[];
  /** All visible rows, including those of opened branches. */
  readonly shown: readonly Row[];
  readonly tree?: Tree | undefined;
  /** A column, descending with a leading minus; '' for none. */
  readonly sort?: string;
  readonly onSort?: (sort: string) => void;
  readonly selection?: SelectionStore | undefined;
  /** The actions of a row, in a column of their own. */
  readonly rowMenu?: ((row: Row) => ReactNode) | undefined;
  /** One click opens a row instead of two. */
  readonly opensOnClick?: boolean | undefined;
  /** Shown when there are no rows. */
  readonly empty?: ReactNode;
  /** Without it all columns are shown, even without room. */
  readonly folding?: Folding | undefined;
}

/**
 * The rows of a list as a table. The page scrolls, not the table: its head sticks to the page's upper edge, and when it
 * is wider than the page its first columns and its actions stick to the sides. Columns are as wide as their content.
 */
export function ListTable(props: ListTableProps) {
  const { columns, rows, shown, tree, sort = '' } = props;
  // Printed without boxes and actions, and with text instead of switches.
  const isPrinting = useIsPrinting();
  const [selection, rowMenu] = isPrinting ? [] : [props.selection, props.rowMenu];
  const t = useText();
  const locale = useLocale();
  const element = useRef<HTMLTableElement>(null);
  const shownNow = useEvent(() => shown);
  const first = columns[0]?.name;

  const drawn = useMemo<ColumnDef<Features, Row>[]>(
    () => [
      ...(selection
        ? [
            {
              id: SELECTION,
              enableSorting: false,
              cell: ({ row }: { row: TableRow<Features, Row> }) => (
                <RowCheckbox store={selection} row={row.original} shown={shownNow} />
              ),
            },
          ]
        : []),
      ...columns.map(
        (column): ColumnDef<Features, Row> => ({
          id: column.name,
          // Used only to check whether it exists: the server sorts.
          accessorFn: (row) => row[column.name],
          enableSorting: column.isSortable,
          sortDescFirst: false,
          header: column.title[locale],
          cell: ({ row }) => {
            const value = isPrinting ? column.print(row.original) : column.render(row.original);
            return tree && column.name === first ? (
              <Branch row={row} tree={tree}>
                {value}
              </Branch>
            ) : (
              value
            );
          },
          meta: column,
        }),
      ),
      ...(rowMenu
        ? [
            {
              id: ACTIONS,
              enableSorting: false,
              header: t({ zh: '操作', en: 'Actions' }),
              cell: ({ row }: { row: TableRow<Features, Row> }) => rowMenu(row.original),
            },
          ]
        : []),
    ],
    [columns, locale, selection, shownNow, tree, first, rowMenu, t, isPrinting],
  );
  const sorting = useMemo<SortingState>(
    () => (sort ? [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }] : []),
    [sort],
  );
  const table = useTable({
    features,
    columns: drawn,
    data: rows,
    getRowId: ({ id }) => id,
    getSubRows: ({ children }) => children as readonly Row[] | undefined,
    getRowCanExpand: ({ original }) => 'children' in original,
    manualSorting: true,
    enableMultiSort: false,
    state: {
      sorting,
      expanded: useMemo(() => Object.fromEntries((tree?.opened ?? []).map((id) => [id, true])), [tree?.opened]),
      columnPinning: useMemo(() => ({ start: [SELECTION, ...(first ? [first] : [])], end: [ACTIONS] }), [first]),
    },
    onSortingChange: (change) => {
      const [by] = typeof change === 'function' ? change(sorting) : change;
      props.onSort?.(by ? `${by.desc ? '-' : ''}${by.id}` : '');
    },
  });
  const model = table.getRowModel().rows;
  const virtual = useVirtualRows(element, model.length, isPrinting);
  useImperativeHandle(props.ref, () => ({ scrollTo: virtual.scrollTo }), [virtual.scrollTo]);
  useFoldedColumns(element, columns, selection ? 1 : 0, shown, props.folding);
  const isWide = useIsWide(element);
  useSteadyWidths(element, virtual.isVirtual, drawn);

  const handlers = useMemo(
    () => ({ onOpen: props.onOpen, onKeyDown: props.onKeyDown, onFocus: props.onFocus }),
    [props.onOpen, props.onKeyDown, props.onFocus],
  );
  return (
    <table
      ref={element}
      className="kit-rows"
      role={tree ? 'treegrid' : undefined}
      aria-label={props.label}
      aria-rowcount={virtual.isVirtual ? model.length + 1 : undefined}
      data-wide={isWide || undefined}
      onPointerOver={showCutText}
    >
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id} aria-rowindex={virtual.isVirtual ? 1 : undefined}>
            {group.headers.map(({ id, column }) => (
              <Heading key={id} column={column}>
                {column.id === SELECTION && selection ? <PageCheckbox store={selection} rows={shown} /> : null}
              </Heading>
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        {model.length === 0 && (
          <tr className="kit-no-rows">
            <td colSpan={drawn.length}>
              <div>{props.empty}</div>
            </td>
          </tr>
        )}
        {virtual.before > 0 && <Gap height={virtual.before} span={drawn.length} />}
        {model.slice(virtual.from, virtual.to).map((row, index) => (
          <BodyRow
            key={row.id}
            row={row}
            columns={drawn}
            place={virtual.isVirtual ? virtual.from + index + 2 : undefined}
            isExpanded={row.getCanExpand() ? row.getIsExpanded() : undefined}
            isInTree={tree !== undefined}
            opensOnClick={props.opensOnClick ?? false}
            {...handlers}
          />
        ))}
        {virtual.after > 0 && <Gap height={virtual.after} span={drawn.length} />}
      </tbody>
    </table>
  );
}

type AnyColumn = TableColumn<Features, Row>;

const columnOf = (column: AnyColumn): Column | undefined => column.columnDef.meta as Column | undefined;

/** How a column's cells look, heading included. */
const look = (column: AnyColumn) => ({
  'data-column': column.id === SELECTION || column.id === ACTIONS ? column.id : undefined,
  'data-pinned': column.getIsPinned() || undefined,
  'data-align': columnOf(column)?.align,
  'data-rest': columnOf(column)?.width === 'rest' || undefined,
});

function Heading({ column, children }: { column: AnyColumn; children: ReactNode }) {
  const order = column.getIsSorted();
  const words = children ?? column.columnDef.header?.toString();
  if (!column.getCanSort())
    return (
      <th scope="col" {...look(column)}>
        {words}
      </th>
    );
  const toggle = column.getToggleSortingHandler();
  return (
    <th
      scope="col"
      {...look(column)}
      tabIndex={0}
      aria-sort={order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : undefined}
      onClick={toggle}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        toggle?.(event);
      }}
    >
      {words}
      <span className="kit-sort" data-order={order || undefined} aria-hidden="true" />
    </th>
  );
}

interface BodyRowProps extends RowHandlers {
  readonly row: TableRow<Features, Row>;
  /** Not read: with other columns the row is redrawn. */
  readonly columns: unknown;
  /** Among all rows of the table, heading included, where not all of them are drawn. */
  readonly place: number | undefined;
  /** Undefined for a row without children. */
  readonly isExpanded: boolean | undefined;
  readonly isInTree: boolean;
  readonly opensOnClick: boolean;
}

const BodyRow = memo(function BodyRow({ row, place, isExpanded, isInTree, opensOnClick, ...on }: BodyRowProps) {
  const { original } = row;
  const open = ({ target }: MouseEvent) => isPlain(target) && on.onOpen?.(original);
  return (
    <tr
      data-row-key={row.id}
      tabIndex={-1}
      aria-rowindex={place}
      aria-level={isInTree ? row.depth + 1 : undefined}
      aria-expanded={isExpanded}
      {...(opensOnClick ? { className: 'kit-pressable', onClick: open } : { onDoubleClick: open })}
      onKeyDown={(event) => on.onKeyDown?.(event, original)}
      onFocus={() => on.onFocus?.(original)}
    >
      {row.getAllCells().map((one) => {
        const own = columnOf(one.column);
        const { cell } = one.column.columnDef;
        const content = typeof cell === 'function' ? cell(one.getContext()) : cell;
        return (
          <td key={one.id} {...look(one.column)}>
            {own?.wraps ? <Wrapped column={own}>{content}</Wrapped> : content}
          </td>
        );
      })}
    </tr>
  );
});

/** The first cell of a row in a tree: indented by its level, with the button that expands it. */
function Branch({ row, tree, children }: { row: TableRow<Features, Row>; tree: Tree; children: ReactNode }) {
  const t = useText();
  const isOpen = row.getIsExpanded();
  return (
    <span className="kit-branch" style={{ paddingInlineStart: `${row.depth}em` }}>
      {row.getCanExpand() ? (
        <button
          type="button"
          className="kit-expand"
          aria-expanded={isOpen}
          aria-label={isOpen ? t({ zh: '收起', en: 'Collapse' }) : t({ zh: '展开', en: 'Expand' })}
          onClick={() => tree.onToggle(row.id)}
        />
      ) : (
        <span className="kit-expand" aria-hidden="true" />
      )}
      {children}
    </span>
  );
}

/** In the place of rows that are not drawn. */
const Gap = ({ height, span }: { height: number; span: number }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without a tabindex gets no focus
  <tr aria-hidden="true" className="kit-gap">
    <td colSpan={span} style={{ height }} />
  </tr>
);

/** Clicks on something that is pressed, or beside it in the columns of boxes and actions, are not meant for the row. */
const isPlain = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button,input,a,summary,[data-column]') === null;

/** Shows cut text in full on hover. */
function showCutText({ target }: { target: EventTarget }): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('.kit-wrapped[data-lines]') : null;
  if (cell) cell.title = cell.scrollHeight > cell.clientHeight ? cell.textContent : '';
}
