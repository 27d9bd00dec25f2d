import { type ReactNode, useCallback, useMemo } from 'react';
import { useText } from '../../i18n.ts';
import { RowMenu } from '../actions/row-menu.tsx';
import { rowMenuWidth } from '../actions/row-menu-width.ts';
import { DataTable } from '../table/data-table.tsx';
import type { Row } from '../types.ts';
import type { List } from '../use-list.ts';
import type { ListLook } from '../use-list-look.ts';

interface TableViewProps {
  readonly list: List;
  readonly look: ListLook;
  readonly empty: ReactNode;
}

/** A list as a table; where its rows hold others, as a tree. */
export function TableView({ list, look, empty }: TableViewProps) {
  const t = useText();
  const { ofRow, startOne } = list;
  const { density } = look;
  const rowMenu = useCallback(
    (row: Row) => <RowMenu row={row} actions={ofRow} onStart={startOne} />,
    [ofRow, startOne],
  );
  const menuWidth = useMemo(() => rowMenuWidth(ofRow, density, t), [ofRow, density, t]);
  return (
    <DataTable
      columns={look.columns}
      page={list.page}
      tree={list.tree}
      state={list.state}
      onState={list.setState}
      density={density}
      isLoading={list.rows.isPending}
      selection={list.selection}
      onOpen={list.view}
      onEdit={list.edit}
      onRemove={list.remove}
      rowMenu={rowMenu}
      rowMenuWidth={menuWidth}
      empty={empty}
    />
  );
}
