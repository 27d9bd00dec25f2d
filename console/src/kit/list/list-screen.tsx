import type { Page } from '@trade-assistant/contract/kit/page.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import type { InputRef } from 'antd/es/input/Input';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { messageOf } from '../client/call-error.ts';
import { invalidate, useCall } from '../client/query.ts';
import { showWarning } from '../feedback.tsx';
import { useText } from '../i18n.ts';
import { useKeys } from '../keys.ts';
import { useCanAny } from '../permission.tsx';
import { readStored, writeStored } from '../storage.ts';
import { listInput } from './address.ts';
import { type Arrangement, isShown, NO_ARRANGEMENT, ordered } from './arrangement.ts';
import { columnsOf, leadingFirst } from './columns.tsx';
import { DataTable } from './data-table.tsx';
import { EmptyList } from './empty-list.tsx';
import type { Mode } from './record-drawer.tsx';
import { RowMenu, rowMenuWidth } from './row-menu.tsx';
import { SearchForm } from './search-form.tsx';
import { Toolbar } from './toolbar.tsx';
import type { ResourcePageOptions, Row } from './types.ts';
import { useAccess } from './use-access.ts';
import { type Action, useActions } from './use-actions.tsx';
import { useAddressedNew } from './use-addressed-new.ts';
import { useAddressedTask } from './use-addressed-task.ts';
import { useListState } from './use-list-state.ts';
import { useTree } from './use-tree.ts';
import { type Density, ViewTools } from './view-tools.tsx';

const RecordDrawer = lazy(() => import('./record-drawer.tsx'));
const ImportDialog = lazy(() => import('../importing/import-dialog.tsx'));

const words = {
  view: { zh: '查看', en: 'View' },
  edit: { zh: '编辑', en: 'Edit' },
  delete: { zh: '删除', en: 'Delete' },
  more: { zh: '更多', en: 'More' },
} as const;

/** A whole list screen. Use it through `resourcePage`. */
export function ListScreen({ resource, options }: { resource: Resource; options: ResourcePageOptions<Resource> }) {
  const t = useText();
  const can = useCanAny();
  const firstInput = useRef<InputRef>(null);
  const listCall = options.list ?? ('list' in resource.calls ? 'list' : 'page');
  const allowed = useMemo(() => parametersOf(resource, listCall), [resource, listCall]);
  const place = options.path ?? resource.name;
  const [state, setState] = useListState(place, allowed, options.sort ?? '');
  const [selection, setSelection] = useState<ReadonlyMap<string, Row>>(new Map());
  const [open, setOpen] = useState<{ mode: Mode; row: Row | null } | null>(null);
  const [importing, setImporting] = useState<{ taskNo?: string } | null>(null);
  const [isSearchShown, setSearchShown] = useState(true);
  const [density, setDensity] = useRemembered<Density>('density', 'medium');
  const [arrangement, setArrangement] = useRemembered<Arrangement>(`columns:${place}`, NO_ARRANGEMENT);

  const rows = useCall(resource, listCall, listInput(state, options.params), { keepPrevious: true });
  const page = useMemo(() => pageOf(rows.data), [rows.data]);
  const isFiltered = Object.keys(state.filters).length > 0;
  const tree = useTree(resource, listCall, isFiltered ? undefined : options.tree, page?.records);
  useAddressedTask(place, (taskNo) => options.importing && setImporting({ taskNo }));
  const actions = useActions(resource, options.alsoInvalidates, () => setSelection(new Map()));

  // The last row of the last page may just have been deleted.
  const isPastTheEnd = !rows.isPlaceholderData && page !== undefined && page.records.length === 0 && state.current > 1;
  useEffect(() => {
    if (isPastTheEnd) setState({ current: Math.max(1, Math.min(state.current - 1, page?.pages ?? 1)) });
  }, [isPastTheEnd, page, state.current, setState]);

  const access = useAccess(resource);
  const { may, canEdit } = access;
  const all = leadingFirst(columnsOf(resource, options.columns ?? {}, can), options.leading);
  const columns = ordered(all, arrangement).filter((column) => isShown(column, arrangement));
  const isEditable = (row: Row) => canEdit && (options.isEditable?.(row as never) ?? true);

  const add = access.canAdd ? () => setOpen({ mode: 'add', row: null }) : undefined;
  useAddressedNew(place, add);
  const removal: Action = {
    key: 'remove',
    label: words.delete,
    isDangerous: true,
    call: 'remove',
    confirm: (chosen) => ({
      zh: `确定删除选中的 ${chosen.length} 条数据？`,
      en: `Delete ${chosen.length === 1 ? 'this record' : `these ${chosen.length} records`}?`,
    }),
    done: { zh: '删除成功', en: 'Deleted' },
    isOffered: (row) => options.isRemovable?.(row as never) ?? true,
  };
  const own = ((options.rowActions ?? []) as readonly Action[]).filter((action) => may(action.may));
  const rowActions: Action[] = [
    { key: 'view', label: words.view, run: ([row]) => row && setOpen({ mode: 'view', row }) },
    ...(canEdit
      ? [
          {
            key: 'edit',
            label: words.edit,
            isOffered: isEditable,
            run: ([row]: readonly Row[]) => row && setOpen({ mode: 'edit', row }),
          },
        ]
      : []),
    ...own.filter((action) => action.on !== 'selection'),
    ...(access.canRemove ? [removal] : []),
  ];
  const bulkActions = own.filter((action) => action.on === 'selection' || action.on === 'both');
  const chosen = [...selection.values()];

  const startBulk = (action: Action) => {
    if (chosen.length === 0) showWarning({ zh: '请选择至少一条数据', en: 'Select at least one record' });
    else actions.start(action, action.isOffered && action.on ? chosen.filter(action.isOffered) : chosen);
  };
  const step = (by: 1 | -1) => {
    const list = page?.records ?? [];
    const next = list[list.findIndex((row) => row.id === open?.row?.id) + by];
    if (next) setOpen({ mode: 'view', row: next });
  };

  useKeys({
    '/': () => {
      setSearchShown(true);
      firstInput.current?.focus();
    },
    n: add,
    e:
      chosen.length === 1 && chosen[0] && isEditable(chosen[0])
        ? () => setOpen({ mode: 'edit', row: chosen[0] ?? null })
        : undefined,
  });

  const searched = useMemo(() => options.search?.(resource.fields) ?? resource.fields, [options, resource]);
  const hasSearch = Object.values(searched).some((field) => field.options.search);
  const drawerActions =
    open?.row &&
    own.filter((action) => action.on !== 'selection' && open.row && (action.isOffered?.(open.row) ?? true));
  return (
    <div className="kit-page">
      <header className="kit-title">
        <h1>{t(resource.title)}</h1>
        {options.help && <span className="kit-weak">{t(options.help)}</span>}
      </header>
      {options.summary?.({ filters: state.filters })}
      {hasSearch && isSearchShown && (
        <SearchForm
          fields={searched}
          filters={state.filters}
          firstInput={firstInput}
          onSearch={(filters) => setState({ filters, current: 1 })}
        />
      )}
      <Toolbar
        resource={resource}
        options={options}
        access={access}
        add={add}
        removal={access.canRemove ? removal : undefined}
        bulkActions={bulkActions}
        chosenCount={chosen.length}
        onClear={() => setSelection(new Map())}
        onBulk={startBulk}
        onImport={() => setImporting({})}
        onAction={({ run, ...action }) => actions.start({ ...action, ...(run ? { run: () => run() } : {}) }, [])}
        exportInput={() => listInput(state, options.params)}
        tools={
          <ViewTools
            columns={all}
            arrangement={arrangement}
            onArrange={setArrangement}
            density={density}
            onDensity={setDensity}
            isSearchShown={isSearchShown}
            onToggleSearch={hasSearch ? () => setSearchShown(!isSearchShown) : undefined}
            isRefreshing={rows.isFetching}
            onRefresh={() => void invalidate(resource)}
          />
        }
      />
      {rows.error && (
        <Alert
          type="error"
          showIcon
          className="kit-alert"
          title={messageOf(rows.error)}
          action={
            <Button size="small" onClick={() => void rows.refetch()}>
              {t({ zh: '重试', en: 'Retry' })}
            </Button>
          }
        />
      )}
      <DataTable
        columns={columns}
        page={page}
        tree={tree}
        state={state}
        onState={setState}
        density={density}
        isLoading={rows.isFetching}
        selection={access.canRemove || bulkActions.length > 0 ? selection : undefined}
        onSelection={setSelection}
        onOpen={(row) => setOpen({ mode: 'view', row })}
        onEdit={(row) => isEditable(row) && setOpen({ mode: 'edit', row })}
        rowMenu={(row) => <RowMenu row={row} actions={rowActions} onStart={(action) => actions.start(action, [row])} />}
        rowMenuWidth={rowMenuWidth(
          rowActions.map((action) => t(action.label)),
          t(words.more),
        )}
        empty={
          <EmptyList
            isFiltered={isFiltered}
            words={options.empty ? t(options.empty) : undefined}
            onClear={() => setState({ filters: {}, current: 1 })}
            onAdd={add}
          />
        }
      />
      {actions.dialog}
      <Suspense>
        {open && (
          <RecordDrawer
            key={open.mode === 'add' ? 'add' : 'record'}
            resource={resource}
            mode={open.mode}
            row={open.row}
            onMode={(mode) => setOpen({ mode, row: open.row })}
            onClose={() => setOpen(null)}
            onStep={page && page.records.length > 1 ? step : undefined}
            canEdit={open.row !== null && isEditable(open.row)}
            form={options.form as never}
            detail={options.detail as never}
            unmentioned={options.unmentioned}
            alsoInvalidates={options.alsoInvalidates ?? []}
            actions={
              open.row &&
              (drawerActions ?? []).map((action) => (
                <Button
                  key={action.key}
                  danger={action.isDangerous ?? false}
                  onClick={() => {
                    if (open.row) actions.start(action, [open.row]);
                    if (action.panel) setOpen(null);
                  }}
                >
                  {t(action.label)}
                </Button>
              ))
            }
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
      </Suspense>
    </div>
  );
}

/** The names a list call accepts: an address may carry these and no others. */
function parametersOf(resource: Resource, name: string): ReadonlySet<string> {
  const names = resource.calls[name]?.input.meta()?.parameters;
  return new Set(Array.isArray(names) ? names.map(String) : []);
}

/** A page as it came, or a plain list as one page. */
function pageOf(data: unknown): Page<Row> | undefined {
  if (Array.isArray(data))
    return { records: data as Row[], total: data.length, size: data.length, current: 1, pages: 1 };
  return data as Page<Row> | undefined;
}

function useRemembered<T>(name: string, start: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => readStored<T>(name) ?? start);
  const change = (next: T) => {
    setValue(next);
    writeStored(name, next);
  };
  return [value, change];
}
