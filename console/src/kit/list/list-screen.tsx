import { DeleteOutlined, ExportOutlined, ImportOutlined, PlusOutlined } from '@ant-design/icons';
import type { Page } from '@trade-assistant/contract/kit/page.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Empty from 'antd/es/empty';
import type { InputRef } from 'antd/es/input';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { messageOf } from '../client/call-error.ts';
import { download } from '../client/download.ts';
import { queryClient, useCall } from '../client/query.ts';
import { showError, showWarning } from '../feedback.tsx';
import { useText } from '../i18n.ts';
import { useKeys } from '../keys.ts';
import { useCanAny } from '../permission.tsx';
import { readStored, writeStored } from '../storage.ts';
import { listInput } from './address.ts';
import { type Arrangement, isShown, NO_ARRANGEMENT, ordered } from './arrangement.ts';
import { columnsOf } from './columns.tsx';
import { DataTable } from './data-table.tsx';
import type { Mode } from './record-drawer.tsx';
import { RowMenu, rowMenuWidth } from './row-menu.tsx';
import { SearchForm } from './search-form.tsx';
import type { ResourcePageOptions, Row } from './types.ts';
import { type Action, useActions } from './use-actions.tsx';
import { useListState } from './use-list-state.ts';
import { type Density, ViewTools } from './view-tools.tsx';

const RecordDrawer = lazy(() => import('./record-drawer.tsx'));
const ImportDialog = lazy(() => import('../importing/import-dialog.tsx'));

const words = {
  add: { zh: '新增', en: 'Add' },
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
  const allowed = useMemo(() => new Set(resource.calls[listCall]?.parameters ?? []), [resource, listCall]);
  const [state, setState] = useListState(resource.name, allowed, options.sort ?? '');
  const [selection, setSelection] = useState<ReadonlyMap<string, Row>>(new Map());
  const [open, setOpen] = useState<{ mode: Mode; row: Row | null } | null>(null);
  const [isImporting, setImporting] = useState(false);
  const [isExporting, setExporting] = useState(false);
  const [isSearchShown, setSearchShown] = useState(true);
  const [density, setDensity] = useRemembered<Density>('density', 'medium');
  const [arrangement, setArrangement] = useRemembered<Arrangement>(`columns:${resource.name}`, NO_ARRANGEMENT);

  const rows = useCall(resource, listCall, listInput(state, options.params), { keepPrevious: true });
  const page = useMemo(() => pageOf(rows.data), [rows.data]);
  const actions = useActions(resource, options.alsoInvalidates, () => setSelection(new Map()));

  // The last row of the last page may just have been deleted.
  const isPastTheEnd = !rows.isPlaceholderData && page !== undefined && page.records.length === 0 && state.current > 1;
  useEffect(() => {
    if (isPastTheEnd) setState({ current: Math.max(1, Math.min(state.current - 1, page?.pages ?? 1)) });
  }, [isPastTheEnd, page, state.current, setState]);

  const may = useCallback(
    (action: string | undefined) =>
      action === undefined || can(action.includes(':') ? action : `${resource.name}:${action}`),
    [can, resource.name],
  );
  const mayCall = (name: string) => {
    const access = resource.calls[name]?.access;
    return access !== undefined && (access === 'public' || access === 'signed-in' || may(access));
  };
  const canAdd = mayCall('save') || (!('save' in resource.calls) && mayCall('submit') && (may('add') || may('edit')));
  const canEdit = mayCall('update') || mayCall('submit');
  const canRemove = mayCall('remove');

  const all = columnsOf(resource, options.columns ?? {}, can);
  const columns = ordered(all, arrangement).filter((column) => isShown(column, arrangement));
  const isEditable = (row: Row) => canEdit && (options.isEditable?.(row as never) ?? true);

  const add = canAdd ? () => setOpen({ mode: 'add', row: null }) : undefined;
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
    ...(canRemove ? [removal] : []),
  ];
  const bulkActions = own.filter((action) => action.on === 'selection' || action.on === 'both');
  const chosen = [...selection.values()];

  const startBulk = (action: Action) => {
    if (chosen.length === 0) showWarning({ zh: '请选择至少一条数据', en: 'Select at least one record' });
    else actions.start(action, action.isOffered && action.on ? chosen.filter(action.isOffered) : chosen);
  };
  const exportRows = async () => {
    if (!options.exporting) return;
    setExporting(true);
    try {
      const { current: _current, size: _size, ...filters } = listInput(state, options.params);
      await download(resource, options.exporting.call, filters);
    } catch (error) {
      showError(error, () => void exportRows());
    } finally {
      setExporting(false);
    }
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
    arrowleft: open?.mode === 'view' ? () => step(-1) : undefined,
    arrowright: open?.mode === 'view' ? () => step(1) : undefined,
  });

  const hasSearch = Object.values(resource.fields).some((field) => field.options.search);
  const isFiltered = Object.keys(state.filters).length > 0;
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
          fields={resource.fields}
          filters={state.filters}
          firstInput={firstInput}
          onSearch={(filters) => setState({ filters, current: 1 })}
        />
      )}
      <div className="kit-toolbar">
        <div className="kit-toolbar-main">
          {add && (
            <Button type="primary" icon={<PlusOutlined />} onClick={add}>
              {t(words.add)}
            </Button>
          )}
          {(options.toolbarActions ?? []).map(
            (action) =>
              may(action.may) && (
                <Button
                  key={action.key}
                  type={action.isPrimary ? 'primary' : 'default'}
                  icon={action.icon}
                  onClick={() => void action.run()}
                >
                  {t(action.label)}
                </Button>
              ),
          )}
          {options.importing &&
            (options.importing.may ? may(options.importing.may) : mayCall(options.importing.call)) && (
              <Button icon={<ImportOutlined />} onClick={() => setImporting(true)}>
                {t({ zh: '导入', en: 'Import' })}
              </Button>
            )}
          {options.exporting &&
            (options.exporting.may ? may(options.exporting.may) : mayCall(options.exporting.call)) && (
              <Button icon={<ExportOutlined />} loading={isExporting} onClick={() => void exportRows()}>
                {t({ zh: '导出', en: 'Export' })}
              </Button>
            )}
          {canRemove && (
            <Button danger icon={<DeleteOutlined />} onClick={() => startBulk(removal)}>
              {t(words.delete)}
            </Button>
          )}
          {chosen.length > 0 && (
            <>
              {bulkActions.map((action) => (
                <Button key={action.key} danger={action.isDangerous ?? false} onClick={() => startBulk(action)}>
                  {t(action.label)}
                </Button>
              ))}
              <span className="kit-selected" role="status">
                {t({ zh: '已选 {n} 条', en: '{n} selected' }, { n: chosen.length })}
                <Button type="link" size="small" onClick={() => setSelection(new Map())}>
                  {t({ zh: '清除', en: 'Clear' })}
                </Button>
              </span>
            </>
          )}
        </div>
        <ViewTools
          columns={all}
          arrangement={arrangement}
          onArrange={setArrangement}
          density={density}
          onDensity={setDensity}
          isSearchShown={isSearchShown}
          onToggleSearch={hasSearch ? () => setSearchShown(!isSearchShown) : undefined}
          isRefreshing={rows.isFetching}
          onRefresh={() => void queryClient.invalidateQueries({ queryKey: [resource.name] })}
        />
      </div>
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
        state={state}
        onState={setState}
        density={density}
        isLoading={rows.isFetching}
        selection={canRemove || bulkActions.length > 0 ? selection : undefined}
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
            alsoInvalidates={options.alsoInvalidates ?? []}
            actions={
              open.row &&
              (drawerActions ?? []).map((action) => (
                <Button
                  key={action.key}
                  danger={action.isDangerous ?? false}
                  onClick={() => open.row && actions.start(action, [open.row])}
                >
                  {t(action.label)}
                </Button>
              ))
            }
          />
        )}
        {isImporting && options.importing && (
          <ImportDialog resource={resource} options={options.importing} onClose={() => setImporting(false)} />
        )}
      </Suspense>
    </div>
  );
}

interface EmptyListProps {
  readonly isFiltered: boolean;
  readonly words: string | undefined;
  readonly onClear: () => void;
  readonly onAdd: (() => void) | undefined;
}

/** Says why there is nothing to see, and offers the next step. */
function EmptyList({ isFiltered, words: purpose, onClear, onAdd }: EmptyListProps): ReactNode {
  const t = useText();
  return (
    <Empty
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={
        isFiltered
          ? t({ zh: '没有符合条件的数据', en: 'Nothing matches these filters' })
          : (purpose ?? t({ zh: '还没有数据', en: 'Nothing here yet' }))
      }
    >
      {isFiltered ? (
        <Button onClick={onClear}>{t({ zh: '清除筛选', en: 'Clear filters' })}</Button>
      ) : (
        onAdd && <Button onClick={onAdd}>{t({ zh: '新增第一条', en: 'Add the first' })}</Button>
      )}
    </Empty>
  );
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
