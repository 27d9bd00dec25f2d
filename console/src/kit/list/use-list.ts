import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { useCallback, useEffect, useEffectEvent, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ownChangesOf, useCall } from '../client/query.ts';
import { showWarning } from '../feedback.tsx';
import { translate } from '../i18n.ts';
import { useKeys } from '../keys.ts';
import { useEvent } from '../use-event.ts';
import { useAccess } from './actions/use-access.ts';
import { useActions } from './actions/use-actions.tsx';
import { useRowActions } from './actions/use-row-actions.ts';
import { clearSelection, dropRows, refreshRows } from './selection/selection.tsx';
import { isAddressOf, listInput } from './state/address.ts';
import { useKeptList } from './state/use-kept-list.ts';
import { useListState } from './state/use-list-state.ts';
import { useOpenRecord } from './state/use-open-record.ts';
import { pageOf, usePartOfResult } from './state/use-part-of-result.ts';
import { useSteadyPage } from './state/use-steady-page.ts';
import { useTree } from './table/use-tree.ts';
import type { Action, Mode, ResourcePageOptions, Row, ToolbarAction } from './types.ts';

export type List = ReturnType<typeof useList>;

/**
 * The logic of a list without its looks: its rows, selection, open record and actions. Functions and groups of values
 * stay the same objects until they change, so that views can be memoized.
 * @param fitting number of rows that fit; the list waits until it is known
 */
export function useList(resource: Resource, options: ResourcePageOptions<Resource>, fitting: number | undefined) {
  const call = options.list ?? ('list' in resource.calls ? 'list' : 'page');
  const place = options.path ?? resource.name;
  const allowed = useMemo(() => parametersOf(resource, call), [resource, call]);
  const [address, setState] = useListState(place, allowed, resource.defaultSort ?? '', fitting, options.startFilters);
  const { current, size, sort, filters, view: shownView } = address;
  // The rows are the same whichever of them is open.
  const state = useMemo(() => ({ current, size, sort, filters }), [current, size, sort, filters]);
  const kept = useKeptList();
  const { selection } = kept;
  const access = useAccess(resource);

  const rows = useCall(resource, call, listInput(state), {
    keepPrevious: true,
    // The rows of a view are not known before the view is.
    enabled: state.size > 0 && shownView?.due !== 'whole',
  });
  const newest = useMemo(() => pageOf(rows.data), [rows.data]);
  const isHeld = options.isSteady === true && !rows.isPlaceholderData;
  const steady = useSteadyPage(newest, isHeld ? JSON.stringify(state) : undefined, ownChangesOf(resource));
  const { page } = steady;
  const isFiltered = Object.keys(state.filters).length > 0;
  const tree = useTree(resource, call, isFiltered ? undefined : options.tree, page?.records);
  const record = useOpenRecord(resource, call, allowed, page && (tree?.rows ?? page.records), kept, address, setState);
  const { setOpen } = record;
  useEffect(() => refreshRows(selection, page?.records ?? []), [selection, page]);
  const isPastTheEnd =
    !rows.isPlaceholderData &&
    page !== undefined &&
    page.records.length === 0 &&
    state.current > Math.max(1, page.pages);
  useEffect(() => {
    // The last row of the last page may just have been deleted.
    if (isPastTheEnd) setState({ current: Math.max(1, Math.min(state.current - 1, page?.pages ?? 1)) });
  }, [isPastTheEnd, page, state.current, setState]);

  const actions = useActions(resource, {
    afterwards: (done) => dropRows(selection, done),
    keptAs: 'action',
  });
  const show = useCallback((mode: Mode, row: Row | null) => setOpen({ mode, row }), [setOpen]);
  const { ofRow, ofSelection, own, removal, isEditable } = useRowActions(resource, options, access, show);
  const toolbarActions = useMemo(
    () => (options.toolbarActions ?? NONE).filter(({ permission }) => access.can(permission)),
    [options.toolbarActions, access],
  );
  const hasSelection = removal !== undefined || ofSelection.length > 0;
  const part = usePartOfResult(resource, call, state, hasSelection && !tree ? page : undefined);

  const view = useCallback((row: Row) => show('view', row), [show]);
  const edit = useCallback((row: Row) => isEditable(row) && show('edit', row), [isEditable, show]);
  const add = useEvent(() => show('add', null));
  const search = useEvent((filters: Readonly<Record<string, string>>) => setState({ filters, current: 1 }));
  const startOne = useCallback((action: Action, row: Row) => actions.start(action, [row]), [actions.start]);
  const startChosen = useEvent((action: Action) => {
    const chosen = [...selection.getState().rows.values()];
    const fitting = action.isOffered && action.on ? chosen.filter(action.isOffered) : chosen;
    if (chosen.length === 0) showWarning({ zh: '请选择至少一条数据', en: 'Select at least one record' });
    else if (fitting.length === 0) showWarning(translate(NONE_FITS, { action: translate(action.label) }));
    else actions.start(action, fitting);
  });
  /** Del on a chosen row means all that are chosen. */
  const remove = useEvent((row: Row) => {
    if (!removal) return;
    if (selection.getState().rows.has(row.id)) startChosen(removal);
    else if (removal.isOffered?.(row) ?? true) actions.start(removal, [row]);
  });
  const startAbove = useEvent((action: ToolbarAction, value?: string) => actions.start(action, [], value));
  const clear = useEvent(() => clearSelection(selection));

  useAddressWish(place, {
    new: access.canAdd ? add : undefined,
    [ACTION_PARAMETER]: (key) => {
      const action = toolbarActions.find((one) => one.key === key);
      if (action) startAbove(action);
    },
    ...Object.fromEntries(
      toolbarActions.flatMap((action) =>
        [action.parameter ?? []]
          .flat()
          .map((name) => [
            name,
            (value: string) => startAbove(action, Array.isArray(action.parameter) ? `${name}=${value}` : value),
          ]),
      ),
    ),
  });
  useKeys({
    n: access.canAdd ? add : undefined,
    e: () => {
      const [only, another] = selection.getState().rows.values();
      if (only && !another) edit(only);
    },
  });

  return {
    resource,
    options,
    call,
    place,
    allowed,
    state,
    shownView,
    fitting: fitting ?? state.size,
    setState,
    search,
    isFiltered,
    rows,
    page,
    steady,
    tree,
    part,
    access,
    selection: hasSelection ? selection : undefined,
    clear,
    kept,
    record,
    actions,
    ofRow,
    ofSelection,
    own,
    toolbarActions,
    removal,
    isEditable,
    add: access.canAdd ? add : undefined,
    view,
    edit,
    remove,
    startOne,
    startChosen,
    startAbove,
  };
}

const NONE: readonly never[] = [];
const NONE_FITS: Text = { zh: '所选数据都不能“{action}”', en: 'None of the selected records allows “{action}”' };

/** Returns the parameters of a list call: an address may contain only these. */
function parametersOf(resource: Resource, name: string): ReadonlySet<string> {
  const names = resource.calls[name]?.input.meta()?.parameters;
  return new Set(Array.isArray(names) ? names.map(String) : []);
}

/** Actions that an address may start, by parameter; undefined for those not permitted. */
type AddressWishes = Readonly<Record<string, ((value: string) => void) | undefined>>;

/** Starts an action of the toolbar by its key, for users who may: `?do=order`. */
const ACTION_PARAMETER = 'do';

/** Carries out the request in a list's address (`?new=1`, `?do=order`, `?task=…`) once and removes the parameter. */
function useAddressWish(place: string, wishes: AddressWishes): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const query = new URLSearchParams(isAddressOf(pathname, place) ? search : '');
  const name = Object.keys(wishes).find((parameter) => query.has(parameter));
  const value = name === undefined ? null : query.get(name);
  const grant = useEffectEvent((parameter: string, wished: string) => {
    const rest = new URLSearchParams(search);
    rest.delete(parameter);
    void navigate({ search: rest.size > 0 ? `?${rest}` : '' }, { replace: true });
    wishes[parameter]?.(wished);
  });
  useEffect(() => {
    if (name !== undefined && value !== null) grant(name, value);
  }, [name, value]);
}
