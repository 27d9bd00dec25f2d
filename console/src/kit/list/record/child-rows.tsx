import { useCallback, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useCall } from '../../client/query.ts';
import { useLocale, useText } from '../../i18n.ts';
import { useCanAny } from '../../permission.tsx';
import { useIsPhone } from '../../use-media.ts';
import { FIRST_PAGE, type ListState, listInput, writeAddress } from '../state/address.ts';
import { pageOf } from '../state/use-part-of-result.ts';
import { columnsOf } from '../table/columns.tsx';
import { DataTable } from '../table/data-table.tsx';
import { ListProblem } from '../table/list-problem.tsx';
import type { ChildList, Row } from '../types.ts';

/** Which call lists the rows of a child list. */
export const childCall = ({ resource, call }: ChildList<never>): string =>
  call ?? ('list' in resource.calls ? 'list' : 'page');

/** Rows of another resource that belong to a record. Opening one leads to its own list, where it can be edited. */
export function ChildRows({ list, row }: { list: ChildList<Row>; row: Row }) {
  const { resource, path = resource.name, filter, columns: names, sort = '' } = list;
  const t = useText();
  const locale = useLocale();
  const can = useCanAny();
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const [shown, setShown] = useState<ListState>(() => ({ ...FIRST_PAGE, sort }));
  const state = useMemo(() => ({ ...shown, filters: filter(row) }), [shown, filter, row]);
  const rows = useCall(resource, childCall(list), listInput(state), { keepPrevious: true });
  const page = useMemo(() => pageOf(rows.data), [rows.data]);
  const columns = useMemo(() => {
    const all = columnsOf(resource, {}, can, locale);
    return names.flatMap((name) => all.find((column) => column.name === name) ?? []);
  }, [resource, can, names, locale]);
  const addressOf = useCallback(
    (record?: string) => `/${path ?? ''}/index${writeAddress({ ...FIRST_PAGE, filters: state.filters, record })}`,
    [path, state.filters],
  );
  const rowMenu = useCallback(
    ({ id }: Row) => <Link to={addressOf(id)}>{t({ zh: '查看', en: 'View' })}</Link>,
    [addressOf, t],
  );
  return (
    <section className="kit-table-frame">
      {path !== null && (
        <p className="kit-toolbar-main">
          <Link to={addressOf()}>{t({ zh: '在列表中打开', en: 'Open as a list' })}</Link>
        </p>
      )}
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
          empty={<p className="kit-weak">{t({ zh: '没有相关记录', en: 'No related records' })}</p>}
          {...(path === null ? {} : { rowMenu, onOpen: ({ id }: Row) => void navigate(addressOf(id)) })}
        />
      </div>
    </section>
  );
}
