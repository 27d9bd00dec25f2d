import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { Page } from '@trade-assistant/contract/kit/page.ts';
import type { ReactNode } from 'react';
import { useText } from '../../kit/i18n.ts';
import type { SelectionStore } from '../../kit/list/selection/selection.tsx';
import { FIRST_PAGE } from '../../kit/list/state/address.ts';
import type { Column } from '../../kit/list/table/columns.tsx';
import { DataTable } from '../../kit/list/table/data-table.tsx';
import { ListProblem } from '../../kit/list/table/list-problem.tsx';
import type { Row } from '../../kit/list/types.ts';

/** The panel is smaller than a page, so its tables have smaller pages. */
const SIZES = [10, 20, 30, 50];

export interface Paging {
  readonly current: number;
  readonly size: number;
}

interface MessageTableProps<R extends Row> {
  readonly label: Text;
  /** Columns for rows of this type. */
  readonly columns: readonly Column[];
  readonly page: Page<R> | undefined;
  readonly paging: Paging;
  readonly onPaging: (paging: Paging) => void;
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly empty: Text;
  readonly selection?: SelectionStore;
  readonly rowMenu?: (row: Row) => ReactNode;
  readonly onOpen: (id: string) => void;
}

/** A page of messages, one of which is opened by a click. */
export function MessageTable<R extends Row>(props: MessageTableProps<R>) {
  const { page, paging, onPaging, isLoading, error } = props;
  const t = useText();
  return (
    <>
      {error && <ListProblem error={error} onRetry={props.onRetry} />}
      <div className="kit-table-frame">
        <div className="kit-table" data-loading={isLoading || undefined}>
          <DataTable
            label={t(props.label)}
            columns={props.columns}
            isCards={false}
            page={page}
            state={{ ...FIRST_PAGE, ...paging }}
            onState={(change) => onPaging({ ...paging, ...change })}
            sizes={SIZES}
            isLoading={isLoading && page === undefined}
            empty={t(props.empty)}
            selection={props.selection}
            rowMenu={props.rowMenu}
            onOpen={({ id }) => props.onOpen(id)}
            opensOnClick
          />
        </div>
      </div>
    </>
  );
}
