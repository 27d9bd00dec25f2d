import type { Page } from '@trade-assistant/contract/kit/page.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Table, { type ColumnsType } from 'antd/es/table';
import { type KeyboardEvent, useRef } from 'react';
import { messageOf } from '../../kit/client/call-error.ts';
import { useText } from '../../kit/i18n.ts';
import { useRowStop } from '../../kit/list/table/row-keys.ts';
import { pagerItem } from '../../kit/parts/pager-item.ts';

/** The drawer has less room than a page, and so smaller pages. */
const SIZES = [10, 20, 30, 50];

export interface Paging {
  readonly current: number;
  readonly size: number;
}

interface MessageTableProps<R extends { readonly id: string }> {
  readonly columns: ColumnsType<R>;
  readonly page: Page<R> | undefined;
  readonly paging: Paging;
  readonly onPaging: (paging: Paging) => void;
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly empty: string;
  readonly onOpen: (row: R) => void;
}

/** A page of messages: a click or Enter opens one, the arrows walk. */
export function MessageTable<R extends { readonly id: string }>(props: MessageTableProps<R>) {
  const { columns, page, paging, onPaging, isLoading, error, empty, onOpen } = props;
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  const stopAt = useRowStop(frame);
  return (
    <>
      {error && (
        <Alert
          type="error"
          showIcon
          title={messageOf(error)}
          action={
            <Button size="small" onClick={props.onRetry}>
              {t({ zh: '重试', en: 'Retry' })}
            </Button>
          }
        />
      )}
      <div ref={frame} className="kit-table" data-loading={(isLoading && page !== undefined) || undefined}>
        <Table<R>
          rowKey="id"
          size="middle"
          columns={columns}
          dataSource={page?.records ?? []}
          loading={isLoading && page === undefined}
          locale={{ emptyText: isLoading ? ' ' : empty }}
          onRow={(row) => ({
            tabIndex: -1,
            onFocus: () => stopAt(row.id),
            className: 'kit-message-row',
            onClick: () => onOpen(row),
            onKeyDown: (event) => onKey(event, () => onOpen(row)),
          })}
          pagination={{
            current: paging.current,
            pageSize: paging.size,
            total: page?.total ?? 0,
            pageSizeOptions: SIZES,
            showSizeChanger: true,
            size: 'small',
            itemRender: pagerItem(t),
            showTotal: (total) => t({ zh: '共 {n} 条', en: '{n} {n|row|rows}' }, { n: total.toLocaleString('en-US') }),
            onChange: (current, size) => onPaging(size === paging.size ? { current, size } : { current: 1, size }),
          }}
        />
      </div>
    </>
  );
}

function onKey(event: KeyboardEvent<HTMLElement>, open: () => void): void {
  if (event.target !== event.currentTarget) return;
  const neighbour =
    event.key === 'ArrowDown' ? 'nextElementSibling' : event.key === 'ArrowUp' ? 'previousElementSibling' : undefined;
  if (neighbour) {
    const next = event.currentTarget[neighbour];
    if (next instanceof HTMLElement) next.focus();
  } else if (event.key === 'Enter') open();
  else return;
  event.preventDefault();
}
