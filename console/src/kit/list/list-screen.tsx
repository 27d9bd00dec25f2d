import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { invalidate, useCall } from '../client/query.ts';
import { DialogLoadBoundary, lazyWithRetry } from '../dialog-load-boundary.tsx';
import { showWarning } from '../feedback.tsx';
import { useText } from '../i18n.ts';
import { useKeys } from '../keys.ts';
import { useCanAny } from '../permission.tsx';
import { usePreference } from '../preferences.ts';
import { useEvent } from '../use-event.ts';
import { RowMenu } from './actions/row-menu.tsx';
import { rowMenuWidth } from './actions/row-menu-width.ts';
import { Toolbar } from './actions/toolbar.tsx';
import { useAccess } from './actions/use-access.ts';
import { type Action, useActions } from './actions/use-actions.tsx';
import { useRowActions } from './actions/use-row-actions.ts';
import { SearchForm } from './search/search-form.tsx';
import { clearSelection, dropRows, refreshRows } from './selection/selection.tsx';
import { listInput } from './state/address.ts';
import { useAddressedNew } from './state/use-addressed-new.ts';
import { useAddressedTask } from './state/use-addressed-task.ts';
import { useKeptList } from './state/use-kept-list.ts';
import { useListState } from './state/use-list-state.ts';
import { pageOf, usePartOfResult } from './state/use-part-of-result.ts';
import { type Arrangement, isArrangement, isShown, NO_ARRANGEMENT, ordered } from './table/arrangement.ts';
import { columnsOf, leadingFirst } from './table/columns.tsx';
import { DataTable } from './table/data-table.tsx';
import { EmptyList } from './table/empty-list.tsx';
import { ListProblem } from './table/list-problem.tsx';
import { useTree } from './table/use-tree.ts';
import { type Density, isDensity } from './table/view-tools.tsx';
import type { Mode, ResourcePageOptions, Row, ToolbarAction } from './types.ts';

const ListRecord = lazyWithRetry(() => import('./record/list-record.tsx'));
const ImportDialog = lazyWithRetry(() => import('../../features/importing/import-dialog.tsx'));
const PrintSheet = lazyWithRetry(() => import('./table/print-sheet.tsx'));
const RestoreList = lazyWithRetry(() => import('./state/restore-list.tsx'));

/** A whole list screen. Use it through `resourcePage`. */
export function ListScreen({ resource, options }: { resource: Resource; options: ResourcePageOptions<Resource> }) {
  const t = useText();
  const can = useCanAny();
  const firstInput = useRef<HTMLInputElement>(null);
  const listCall = options.list ?? ('list' in resource.calls ? 'list' : 'page');
  const allowed = useMemo(() => parametersOf(resource, listCall), [resource, listCall]);
  const place = options.path ?? resource.name;
  const [state, setState] = useListState(place, allowed, options.sort ?? '');
  const { selection, open, setOpen, kept, onRestored } = useKeptList();
  const [importing, setImporting] = useState<{ taskNo?: string } | null>(null);
  const [isPrinting, setPrinting] = useState(false);
  const [isSearchShown, setSearchShown] = usePreference<boolean>(`list:search:${place}`, true);
  const [density, setDensity] = usePreference<Density>('list:density', 'medium', isDensity);
  const [arrangement, setArrangement] = usePreference<Arrangement>(
    `list:columns:${place}`,
    NO_ARRANGEMENT,
    isArrangement,
  );

  const rows = useCall(resource, listCall, listInput(state, options.params), { keepPrevious: true });
  const page = useMemo(() => pageOf(rows.data), [rows.data]);
  const isFiltered = Object.keys(state.filters).length > 0;
  const tree = useTree(resource, listCall, isFiltered ? undefined : options.tree, page?.records);
  useAddressedTask(place, (taskNo) => options.importing && setImporting({ taskNo }));
  const actions = useActions(resource, {
    alsoInvalidates: options.alsoInvalidates,
    afterwards: (done) => dropRows(selection, done),
    keptAs: 'action',
  });
  useEffect(() => refreshRows(selection, page?.records ?? []), [selection, page]);

  // The last row of the last page may just have been deleted.
  const isPastTheEnd = !rows.isPlaceholderData && page !== undefined && page.records.length === 0 && state.current > 1;
  useEffect(() => {
    if (isPastTheEnd) setState({ current: Math.max(1, Math.min(state.current - 1, page?.pages ?? 1)) });
  }, [isPastTheEnd, page, state.current, setState]);

  const access = useAccess(resource);
  const all = useMemo(
    () => leadingFirst(columnsOf(resource, options.columns ?? {}, can), options.leading),
    [resource, options, can],
  );
  const columns = useMemo(
    () => ordered(all, arrangement).filter((column) => isShown(column, arrangement)),
    [all, arrangement],
  );
  const show = useCallback((mode: Mode, row: Row | null) => setOpen({ mode, row }), [setOpen]);
  const { ofRow, ofSelection, own, removal, isEditable } = useRowActions(resource, options, access, show);
  const hasSelection = removal !== undefined || ofSelection.length > 0;
  const add = useEvent(() => show('add', null));
  useAddressedNew(place, access.canAdd ? add : undefined);

  const startBulk = useEvent((action: Action) => {
    const chosen = [...selection.getState().rows.values()];
    if (chosen.length === 0) showWarning({ zh: '请选择至少一条数据', en: 'Select at least one record' });
    else actions.start(action, action.isOffered && action.on ? chosen.filter(action.isOffered) : chosen);
  });
  const startOne = useCallback((action: Action, row: Row) => actions.start(action, [row]), [actions.start]);
  const rowMenu = useCallback(
    (row: Row) => <RowMenu row={row} actions={ofRow} onStart={startOne} />,
    [ofRow, startOne],
  );
  const menuWidth = useMemo(() => rowMenuWidth(ofRow, density, t), [ofRow, density, t]);
  const view = useCallback((row: Row) => show('view', row), [show]);
  const edit = useCallback((row: Row) => isEditable(row) && show('edit', row), [isEditable, show]);
  /** Del on a chosen row means all that are chosen. */
  const remove = useEvent((row: Row) => {
    if (!removal) return;
    if (selection.getState().rows.has(row.id)) startBulk(removal);
    else if (removal.isOffered?.(row) ?? true) actions.start(removal, [row]);
  });
  const clear = useEvent(() => clearSelection(selection));
  const leave = () => {
    setOpen(null);
    setImporting(null);
    setPrinting(false);
    onRestored();
  };
  const canImport =
    options.importing &&
    (options.importing.may ? access.may(options.importing.may) : access.mayCall(options.importing.call));
  const startImport = useEvent(() => setImporting({}));
  const startOwn = useEvent((action: ToolbarAction) => actions.start(asAction(action), []));
  const exportInput = useEvent(() => ({
    ...listInput(state, options.params),
    columns: columns.map(({ name }) => name).join(','),
  }));
  const part = usePartOfResult(resource, listCall, state, options.params, hasSelection && !tree ? page : undefined);
  const search = useEvent((filters: Readonly<Record<string, string>>) => setState({ filters, current: 1 }));

  useKeys({
    '/': () => {
      setSearchShown(true);
      // The form may only now be drawn.
      requestAnimationFrame(() => firstInput.current?.focus());
    },
    n: access.canAdd ? add : undefined,
    e: () => {
      const [only, another] = selection.getState().rows.values();
      if (only && !another) edit(only);
    },
  });

  const searched = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(options.search?.(resource.fields) ?? resource.fields).filter(([, field]) =>
          access.may(field.options.may),
        ),
      ),
    [options, resource, access],
  );
  const hasSearch = useMemo(() => Object.values(searched).some((field) => field.options.search), [searched]);
  const onToggleSearch = useEvent(() => setSearchShown(!isSearchShown));
  const [onArrange, onDensity] = [useEvent(setArrangement), useEvent(setDensity)];
  const onRefresh = useEvent(() => void invalidate(resource));
  const onPrint = useEvent(() => setPrinting(true));
  const { isFetching } = rows;
  const tools = useMemo(
    () => ({
      columns: all,
      arrangement,
      onArrange,
      density,
      onDensity,
      isSearchShown,
      onToggleSearch: hasSearch ? onToggleSearch : undefined,
      isRefreshing: isFetching,
      onRefresh,
      onPrint,
    }),
    [
      all,
      arrangement,
      onArrange,
      density,
      onDensity,
      isSearchShown,
      hasSearch,
      onToggleSearch,
      isFetching,
      onRefresh,
      onPrint,
    ],
  );
  const hasFailed = rows.error !== null;
  const empty = useMemo(
    () => (
      <EmptyList
        hasFailed={hasFailed}
        isFiltered={isFiltered}
        words={options.empty ? t(options.empty) : undefined}
        onClear={() => search({})}
        onAdd={access.canAdd ? add : undefined}
      />
    ),
    [hasFailed, isFiltered, options.empty, t, search, add, access.canAdd],
  );
  return (
    <div className="kit-page">
      <header className="kit-title">
        <h1>{t(resource.title)}</h1>
        {options.help && <span className="kit-weak">{t(options.help)}</span>}
      </header>
      {options.summary?.({ filters: state.filters })}
      {hasSearch && isSearchShown && (
        <SearchForm
          name={resource.name}
          fields={searched}
          filters={state.filters}
          firstInput={firstInput}
          onSearch={search}
        />
      )}
      <Toolbar
        resource={resource}
        options={options}
        access={access}
        add={access.canAdd ? add : undefined}
        removal={removal}
        bulkActions={ofSelection}
        selection={selection}
        onClear={clear}
        onBulk={startBulk}
        onImport={canImport ? startImport : undefined}
        onAction={startOwn}
        exportInput={exportInput}
        total={page?.total ?? 0}
        part={part}
        tools={tools}
      />
      {rows.error && <ListProblem error={rows.error} onRetry={() => void rows.refetch()} />}
      {tree?.error && <ListProblem error={tree.error} onRetry={tree.onRetry} />}
      <div
        className="kit-table"
        data-loading={(rows.data !== undefined && (rows.isFetching || tree?.isLoading)) || undefined}
      >
        <DataTable
          columns={columns}
          page={page}
          tree={tree}
          state={state}
          onState={setState}
          density={density}
          isLoading={rows.isPending}
          selection={hasSelection ? selection : undefined}
          onOpen={view}
          onEdit={edit}
          onRemove={remove}
          rowMenu={rowMenu}
          rowMenuWidth={menuWidth}
          empty={empty}
        />
      </div>
      {actions.dialog}
      <DialogLoadBoundary onFailed={leave}>
        <Suspense>
          {kept && page && (
            <RestoreList
              resource={resource}
              listCall={listCall}
              params={options.params}
              allowed={allowed}
              rows={page.records}
              kept={kept}
              selection={selection}
              actions={[...own, ...(options.toolbarActions ?? []).filter(({ may }) => access.may(may)).map(asAction)]}
              canAdd={access.canAdd}
              isEditable={isEditable}
              onOpen={setOpen}
              onStart={actions.start}
              onImport={canImport ? startImport : undefined}
              onDone={onRestored}
            />
          )}
          {open && (
            <ListRecord
              resource={resource}
              options={options}
              open={open}
              rows={page?.records ?? []}
              own={own}
              isEditable={isEditable}
              onOpen={setOpen}
              onStart={actions.start}
            />
          )}
          {importing && options.importing && (
            <ImportDialog
              key={importing.taskNo ?? ''}
              resource={resource}
              options={options.importing}
              taskNo={importing.taskNo}
              onClose={() => setImporting(null)}
            />
          )}
          {isPrinting && (
            <PrintSheet
              title={resource.title}
              columns={columns}
              rows={
                selection.getState().rows.size > 0 ? [...selection.getState().rows.values()] : (page?.records ?? [])
              }
              onDone={() => setPrinting(false)}
            />
          )}
        </Suspense>
      </DialogLoadBoundary>
    </div>
  );
}

/** What stands above the table is done to no row. */
const asAction = ({ run, ...action }: ToolbarAction): Action => ({ ...action, ...(run ? { run: () => run() } : {}) });

/** The names a list call accepts: an address may carry these and no others. */
function parametersOf(resource: Resource, name: string): ReadonlySet<string> {
  const names = resource.calls[name]?.input.meta()?.parameters;
  return new Set(Array.isArray(names) ? names.map(String) : []);
}
