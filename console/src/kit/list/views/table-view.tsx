import { type ReactNode, useCallback } from 'react';
import { useText } from '../../i18n.ts';
import { RowMenu } from '../actions/row-menu.tsx';
import { DataTable } from '../table/data-table.tsx';
import type { Row } from '../types.ts';
import type { List } from '../use-list.ts';
import type { ListLook } from '../use-list-look.ts';

interface TableViewProps {
  readonly list: List;
  readonly look: ListLook;
  readonly empty: ReactNode;
}

/** A list as a table, as a tree if its rows have children; or as cards. */
export function TableView({ list, look, empty }: TableViewProps) {
  const t = useText();
  const { ofRow, startOne } = list;
  const rowMenu = useCallback(
    (row: Row) => <RowMenu row={row} actions={ofRow} onStart={startOne} />,
    [ofRow, startOne],
  );
  return (
    <DataTable
      label={t(list.resource.title)}
      columns={look.columns}
      folding={look.folding}
      isCards={look.view === 'cards'}
      page={list.page}
      tree={list.tree}
      state={list.state}
      onState={list.setState}
      fitting={list.fitting}
      isLoading={list.rows.isPending}
      selection={list.selection}
      onOpen={list.view}
      onEdit={list.edit}
      onRemove={list.remove}
      rowMenu={rowMenu}
      empty={empty}
    />
  );
}
