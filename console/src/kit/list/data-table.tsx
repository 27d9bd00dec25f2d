import type { Page } from '@trade-assistant/contract/kit/page.ts';
import { PAGE_SIZES } from '@trade-assistant/contract/kit/page.ts';
import type { ColumnsType } from 'antd/es/table';
import Table from 'antd/es/table';
import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocale, useText } from '../i18n.ts';
import type { ListState } from './address.ts';
import type { Column } from './columns.tsx';
import type { Row } from './types.ts';
import type { Tree } from './use-tree.ts';
import type { Density } from './view-tools.tsx';

/** From this many rows per page on, only those in sight are drawn. */
const VIRTUAL_FROM = 100;
/** Room under the table: its pager and the page's padding, in pixels. */
const BELOW_TABLE = 74;
const SMALLEST_BODY = 240;

interface DataTableProps {
  readonly columns: readonly Column[];
  readonly page: Page<Row> | undefined;
  readonly tree: Tree | undefined;
  readonly state: ListState;
  readonly onState: (change: Partial<ListState>) => void;
  readonly density: Density;
  readonly isLoading: boolean;
  readonly empty: ReactNode;
  /** Ids and rows chosen so far, also on other pages; undefined where nothing can be done to several rows. */
  readonly selection?: ReadonlyMap<string, Row> | undefined;
  readonly onSelection: (selection: ReadonlyMap<string, Row>) => void;
  readonly onOpen?: ((row: Row) => void) | undefined;
  readonly onEdit?: ((row: Row) => void) | undefined;
  readonly rowMenu?: ((row: Row) => ReactNode) | undefined;
  readonly rowMenuWidth: number;
}

/** The rows of a list. Its head and pager stay in sight, its body fills what is left of the window. */
export function DataTable(props: DataTableProps) {
  const { columns, page, state, onState, density, selection } = props;
  const t = useText();
  const locale = useLocale();
  const frame = useRef<HTMLDivElement>(null);
  const bodyHeight = useBodyHeight(frame);
  const { tree } = props;
  const rows = tree?.rows ?? page?.records ?? [];
  const isVirtual = rows.length >= VIRTUAL_FROM;

  const shown = useMemo<ColumnsType<Row>>(() => {
    const list: ColumnsType<Row> = columns.map((column) => ({
      key: column.name,
      title: column.title[locale],
      width: column.width,
      align: column.align,
      ellipsis: true,
      ...(column.fixed && bodyHeight ? { fixed: column.fixed } : {}),
      ...(column.isSortable
        ? { sorter: true, sortOrder: orderOf(column.name, state.sort), showSorterTooltip: false }
        : {}),
      render: (_value: unknown, row: Row) => column.render(row),
    }));
    const { rowMenu } = props;
    if (rowMenu) {
      list.push({
        key: 'row-menu',
        title: t({ zh: '操作', en: 'Actions' }),
        width: props.rowMenuWidth,
        ...(bodyHeight ? { fixed: 'right' as const } : {}),
        render: (_value: unknown, row: Row) => rowMenu(row),
      });
    }
    return list;
  }, [columns, locale, state.sort, bodyHeight, props.rowMenu, props.rowMenuWidth, t, props]);
  const width =
    columns.reduce((sum, column) => sum + column.width, 0) +
    (props.rowMenu ? props.rowMenuWidth : 0) +
    (selection ? 44 : 0);

  return (
    <div
      ref={frame}
      className="kit-table"
      data-loading={((props.isLoading || tree?.isLoading) && rows.length > 0) || undefined}
    >
      <Table<Row>
        rowKey="id"
        size={density}
        columns={shown}
        dataSource={rows}
        {...(tree
          ? { expandable: { expandedRowKeys: tree.opened, onExpand: (_isOpen, row) => tree.onToggle(row.id) } }
          : {})}
        loading={props.isLoading && rows.length === 0}
        virtual={isVirtual}
        scroll={{ x: width, ...(isVirtual ? { y: bodyHeight ?? 560 } : bodyHeight ? { y: bodyHeight } : {}) }}
        locale={{ emptyText: props.isLoading ? ' ' : props.empty }}
        {...(selection
          ? {
              rowSelection: {
                selectedRowKeys: [...selection.keys()],
                preserveSelectedRowKeys: true,
                fixed: bodyHeight !== undefined,
                columnWidth: 44,
                onChange: (keys, chosen) => {
                  const known = new Map([
                    ...selection,
                    ...chosen.flatMap((row) => (row ? [[row.id, row] as const] : [])),
                  ]);
                  props.onSelection(
                    new Map(keys.flatMap((key) => known.get(String(key)) ?? []).map((row) => [row.id, row])),
                  );
                },
              },
            }
          : {})}
        onRow={(row) => ({
          tabIndex: 0,
          onDoubleClick: () => props.onOpen?.(row),
          onKeyDown: (event: KeyboardEvent<HTMLElement>) => onRowKey(event, row, props),
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
          showQuickJumper: (page?.pages ?? 0) > 7,
          showTotal: (total) =>
            page?.totalIsEstimate
              ? t({ zh: '约 {n} 条', en: 'about {n} rows' }, { n: total.toLocaleString('en-US') })
              : t({ zh: '共 {n} 条', en: '{n} rows' }, { n: total.toLocaleString('en-US') }),
          onChange: (current, size) => onState(size === state.size ? { current } : { size, current: 1 }),
        }}
      />
    </div>
  );
}

const orderOf = (name: string, sort: string): 'ascend' | 'descend' | null =>
  sort === name ? 'ascend' : sort === `-${name}` ? 'descend' : null;

/** Rows are reached by Tab and walked with the arrows, branches opened and closed with → and ←; Enter opens, E edits. */
function onRowKey(event: KeyboardEvent<HTMLElement>, row: Row, { onOpen, onEdit, tree }: DataTableProps): void {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
  const neighbour =
    event.key === 'ArrowDown' ? 'nextElementSibling' : event.key === 'ArrowUp' ? 'previousElementSibling' : undefined;
  if (neighbour) {
    const next = event.currentTarget[neighbour];
    if (next instanceof HTMLElement) next.focus();
  } else if (tree && 'children' in row && event.key === (tree.opened.includes(row.id) ? 'ArrowLeft' : 'ArrowRight'))
    tree.onToggle(row.id);
  else if (event.key === 'Enter') onOpen?.(row);
  else if (event.key.toLowerCase() === 'e') onEdit?.(row);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** How tall the body may be so that the pager still shows; undefined on small screens, where the page scrolls instead. */
function useBodyHeight(frame: RefObject<HTMLDivElement | null>): number | undefined {
  const [height, setHeight] = useState<number>();
  useLayoutEffect(() => {
    const measure = () => {
      const element = frame.current;
      if (!element || element.offsetParent === null) return;
      if (window.innerWidth < 768 || window.innerHeight < 560) {
        setHeight(undefined);
        return;
      }
      const head = element.querySelector('.ant-table-thead')?.getBoundingClientRect().height ?? 48;
      setHeight(
        Math.max(
          SMALLEST_BODY,
          Math.floor(window.innerHeight - element.getBoundingClientRect().top - head - BELOW_TABLE),
        ),
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (frame.current?.parentElement) observer.observe(frame.current.parentElement);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [frame]);
  return height;
}
