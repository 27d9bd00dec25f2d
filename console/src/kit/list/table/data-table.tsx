import type { Page } from '@trade-assistant/contract/kit/page.ts';
import { PAGE_SIZES } from '@trade-assistant/contract/kit/page.ts';
import type { ColumnsType } from 'antd/es/table';
import Table from 'antd/es/table';
import { type ComponentProps, type ComponentRef, memo, type ReactNode, useMemo, useRef } from 'react';
import { useLocale, useText } from '../../i18n.ts';
import { pagerItem } from '../../parts/pager-item.ts';
import { useEvent } from '../../use-event.ts';
import './fixed-cells.css';
import { PageBox, RowBox, type SelectionStore } from '../selection/selection.tsx';
import type { ListState } from '../state/address.ts';
import type { Row } from '../types.ts';
import { type Column, isWideEnough, roomForTitles } from './columns.tsx';
import { focusRow, useFocusKept, useRowKeys, useRowStop } from './row-keys.ts';
import { useBodyHeight } from './use-body-height.ts';
import type { Tree } from './use-tree.ts';
import type { Density } from './view-tools.tsx';

/** From this many rows per page on, only those in sight are drawn. */
const VIRTUAL_FROM = 60;
/** Of a body drawn in parts, where the window's height gives none (phones). */
const VIRTUAL_HEIGHT = 560;
const BOX_WIDTH = 44;
/** In pixels. Wider tables share what the window has left among all columns; in these the last one takes it. */
const FEW_COLUMNS = 720;

interface DataTableProps {
  readonly columns: readonly Column[];
  readonly page: Page<Row> | undefined;
  readonly tree: Tree | undefined;
  readonly state: ListState;
  readonly onState: (change: Partial<ListState>) => void;
  readonly density: Density;
  /** Nothing is known yet. */
  readonly isLoading: boolean;
  readonly empty: ReactNode;
  /** The rows chosen so far; undefined where nothing can be done to several rows. */
  readonly selection?: SelectionStore | undefined;
  readonly onOpen: (row: Row) => void;
  readonly onEdit: (row: Row) => void;
  readonly onRemove: (row: Row) => void;
  readonly rowMenu: (row: Row) => ReactNode;
  readonly rowMenuWidth: number;
}

/** The rows of a list. Its head, first column and pager stay in sight, its body fills what is left of the window. */
export const DataTable = memo(function DataTable(props: DataTableProps) {
  const { page, state, onState, density, selection, tree, rowMenu } = props;
  const t = useText();
  const locale = useLocale();
  const columns = useMemo(() => roomForTitles(props.columns, locale, density), [props.columns, locale, density]);
  const frame = useRef<HTMLDivElement>(null);
  const bodyHeight = useBodyHeight(frame);
  const isFixed = bodyHeight !== undefined;
  const rows = tree?.rows ?? page?.records ?? NO_ROWS;
  const shown = useMemo(() => flattened(rows, tree?.opened), [rows, tree?.opened]);
  const isVirtual = shown.length >= VIRTUAL_FROM;
  const table = useRef<ComponentRef<typeof Table>>(null);
  const reveal = (id: string) => {
    table.current?.scrollTo({ key: id });
    focusRow(frame, id);
  };
  const onRowKey = useRowKeys({ ...props, shown, reveal });
  const shownNow = useEvent(() => shown);
  const rememberFocus = useFocusKept(frame, shown);
  const stopAt = useRowStop(frame, isVirtual);

  const width =
    columns.reduce((sum, column) => sum + column.width, 0) + props.rowMenuWidth + (selection ? BOX_WIDTH : 0);
  // Shared among few columns, what is left makes a wide one of the boxes to tick.
  const isNarrow = width < FEW_COLUMNS;

  const drawn = useMemo<ColumnsType<Row>>(() => {
    const cell = isVirtual ? { onCell: () => CELL } : {};
    const list: ColumnsType<Row> = columns.map((column, index) => ({
      key: column.name,
      title: column.title[locale],
      ...(isNarrow && index === columns.length - 1 ? {} : { width: column.width }),
      align: column.align,
      ...(isWideEnough(column, locale, density)
        ? { className: 'kit-fits', onHeaderCell: cutTitle }
        : { ellipsis: true }),
      ...cell,
      // On a phone too one sees which row it is, however far it is scrolled.
      ...(index === 0 || (isFixed && column.fixed) ? { fixed: column.fixed ?? 'left' } : {}),
      ...(column.isSortable
        ? { sorter: true, sortOrder: orderOf(column.name, state.sort), showSorterTooltip: false, sortIcon }
        : {}),
      render: (_value: unknown, row: Row) => column.render(row),
    }));
    if (selection) {
      list.unshift({
        key: 'selection',
        title: <PageBox store={selection} rows={shown} />,
        width: BOX_WIDTH,
        align: 'center',
        className: 'kit-box-cell',
        ...cell,
        fixed: 'left',
        render: (_value: unknown, row: Row) => <RowBox store={selection} row={row} shown={shownNow} />,
      });
    }
    list.push({
      key: 'row-menu',
      title: t({ zh: '操作', en: 'Actions' }),
      width: props.rowMenuWidth,
      ...cell,
      ...(isFixed ? { fixed: 'right' as const } : {}),
      render: (_value: unknown, row: Row) => rowMenu(row),
    });
    return list;
  }, [
    columns,
    locale,
    density,
    state.sort,
    isFixed,
    isNarrow,
    isVirtual,
    rowMenu,
    props.rowMenuWidth,
    selection,
    shown,
    shownNow,
    t,
  ]);
  // An empty body has nothing to scroll, and nothing in it that a keyboard could scroll it by.
  const hasOwnBody = isFixed && shown.length > 0;

  return (
    <div ref={frame}>
      <Table<Row>
        ref={table}
        rowKey="id"
        size={density}
        rowHoverable={false}
        columns={drawn}
        dataSource={rows}
        {...(tree
          ? {
              expandable: {
                expandedRowKeys: tree.opened,
                onExpand: (_isOpen, row) => tree.onToggle(row.id),
                expandIconColumnIndex: selection ? 1 : 0,
              },
            }
          : {})}
        loading={props.isLoading}
        virtual={isVirtual}
        {...(isVirtual ? { components: PARTS } : {})}
        scroll={{
          x: width,
          ...(isVirtual ? { y: bodyHeight ?? VIRTUAL_HEIGHT } : hasOwnBody ? { y: bodyHeight } : {}),
        }}
        {...(isFixed || isVirtual ? {} : { sticky: { offsetHeader: -pagePadding() } })}
        locale={{ emptyText: props.isLoading ? ' ' : props.empty }}
        onRow={(row) => ({
          tabIndex: -1,
          ...(isVirtual ? { role: 'row' } : {}),
          onDoubleClick: ({ target }) => isPlain(target) && props.onOpen(row),
          onKeyDown: (event) => onRowKey(event, row),
          onFocus: () => {
            rememberFocus(row.id);
            stopAt(row.id);
          },
        })}
        onChange={(_pager, _filters, sorter, { action }) => {
          if (action !== 'sort' || Array.isArray(sorter)) return;
          const name = String(sorter.columnKey ?? '');
          onState({
            sort: sorter.order === 'ascend' ? name : sorter.order === 'descend' ? `-${name}` : '',
            current: 1,
          });
        }}
        pagination={{
          current: state.current,
          pageSize: state.size,
          total: page?.total ?? 0,
          pageSizeOptions: [...PAGE_SIZES],
          showSizeChanger: true,
          itemRender: pagerItem(t),
          showQuickJumper: (page?.pages ?? 0) > 7,
          showTotal: (total) =>
            page?.totalIsEstimate
              ? t({ zh: '约 {n} 条', en: 'about {n} {n|row|rows}' }, { n: total.toLocaleString('en-US') })
              : t({ zh: '共 {n} 条', en: '{n} {n|row|rows}' }, { n: total.toLocaleString('en-US') }),
          onChange: (current, size) => onState(size === state.size ? { current } : { size, current: 1 }),
        }}
      />
    </div>
  );
});

/** Two quick clicks on something that is pressed are meant for it, not for the row. */
const isPlain = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button,input,a') === null;

const NO_ROWS: readonly Row[] = [];
/**
 * In pixels. Where the page scrolls instead of the rows, their head stays at its upper edge, which to the browser is below
 * the padding.
 */
const pagePadding = () => (window.innerWidth < 768 ? 8 : 16);
const CELL = { role: 'cell' };
/** A long title may still be wider than what stands below it. A new object each time: the library writes into it. */
const cutTitle = () => ({ className: 'ant-table-cell-ellipsis' });

/** A body drawn in parts is made of plain boxes, which have to say what they are. */
const PARTS = {
  // biome-ignore lint/a11y/useSemanticElements: the library places boxes inside it that a table element would throw out
  body: { wrapper: (props: ComponentProps<'div'>) => <div {...props} role="table" /> },
};

/** Two carets without a picture: the library's, two pictures a column, are a sixth of what drawing a list takes. */
const sortIcon = ({ sortOrder }: { sortOrder: 'ascend' | 'descend' | null | undefined }): ReactNode => (
  <span className="kit-sort" data-order={sortOrder ?? undefined} aria-hidden="true" />
);

const orderOf = (name: string, sort: string): 'ascend' | 'descend' | null =>
  sort === name ? 'ascend' : sort === `-${name}` ? 'descend' : null;

/** All rows one sees, those of opened branches beneath their own. */
function flattened(rows: readonly Row[], opened: readonly string[] | undefined): readonly Row[] {
  if (!opened) return rows;
  const isOpen = new Set(opened);
  const below = (row: Row): readonly Row[] => [
    row,
    ...(isOpen.has(row.id) && Array.isArray(row.children) ? (row.children as Row[]).flatMap(below) : []),
  ];
  return rows.flatMap(below);
}
