import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { Suspense, useMemo, useRef, useState } from 'react';
import { DialogLoadBoundary, lazyWithRetry } from '../dialog-load-boundary.tsx';
import { useText } from '../i18n.ts';
import { InlineLoadBoundary } from '../inline-load-boundary.tsx';
import { useEvent } from '../use-event.ts';
import { useIsPrinting } from '../use-is-printing.ts';
import { useIsNarrow } from '../use-media.ts';
import { Toolbar } from './actions/toolbar.tsx';
import { helpFor } from './help.ts';
import { ListDialogs } from './list-dialogs.tsx';
import { savedViewParts } from './saved/saved-views.ts';
import { useLookOfView, useViewedList } from './saved/use-saved-look.ts';
import { FilterChips } from './search/filter-chips.tsx';
import { chosenStates } from './search/filter-words.ts';
import { SearchForm } from './search/search-form.tsx';
import { StateTabs } from './search/state-tabs.tsx';
import { listInput } from './state/address.ts';
import { ChangesNotice } from './table/changes-notice.tsx';
import { EmptyList } from './table/empty-list.tsx';
import { ListProblem } from './table/list-problem.tsx';
import { useFittingRows } from './table/use-fitting-rows.ts';
import type { ResourcePageOptions } from './types.ts';
import { useList } from './use-list.ts';
import { useListLook } from './use-list-look.ts';
import { TableView } from './views/table-view.tsx';
import './list.css';

const BoardView = lazyWithRetry(() => import('./views/board-view.tsx'));
const DraftNotices = lazyWithRetry(() => import('../parts/draft-notices.tsx'));
const FilterSheet = lazyWithRetry(() => import('./search/filter-sheet.tsx'));

/** A whole list screen. Use it through `resourcePage`. */
export function ListScreen({ resource, options }: { resource: Resource; options: ResourcePageOptions<Resource> }) {
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  const [isFront, setFront] = useState(options.front !== undefined);
  const fitting = useFittingRows(frame, isFront);
  const list = useList(resource, options, fitting);
  const ofView = useLookOfView();
  const look = useListLook(list, ofView);
  const { viewed, dialog } = useViewedList(list, look, ofView);
  const saved = savedViewParts();
  const [isSheetPrinted, setSheetPrinted] = useState(false);
  const isPrinting = useIsPrinting();
  const { state, rows, page, tree, search, add, isFiltered } = list;
  if (isFront && (isFiltered || list.shownView)) setFront(false);
  const onFront = useEvent(() => {
    search({});
    setFront(true);
  });
  const onRows = useEvent(() => setFront(false));
  const onStart = useEvent((key: string) => {
    const action = list.toolbarActions.find((one) => one.key === key);
    if (action) list.startAbove(action);
  });
  const exportInput = useEvent(() => ({
    ...listInput(state),
    columns: look.columns.map(({ name }) => name).join(','),
  }));
  const onPrint = useEvent(() => setSheetPrinted(true));
  const onPrinted = useEvent(() => {
    setSheetPrinted(false);
    viewed.onDialog(null);
    // A view whose parts could not be loaded is not waited for.
    if (list.shownView?.due) viewed.onShow(null);
  });
  const tools = useMemo(
    () => ({ ...look.tools, onPrint, ...(saved ? { SavedMenu: saved.Menu, viewed } : {}) }),
    [look.tools, onPrint, saved, viewed],
  );
  const form = {
    name: resource.name,
    fields: look.searched,
    filters: state.filters,
    firstInput: look.firstInput,
    onSearch: search,
  };
  const dictionary = resource.fields[resource.stateField ?? '']?.dictionary;
  const hasTabs = dictionary !== undefined && list.access.canCall('counts');
  // The state is read from its tabs, where they can show the filter; paper has none.
  const stateField = resource.stateField ?? '';
  const isInTabs = hasTabs && !isPrinting && chosenStates(stateField, state.filters) !== null;
  const shownByTabs = isInTabs ? stateField : undefined;
  const isNarrow = useIsNarrow();
  const hasFailed = rows.error !== null;
  const empty = useMemo(
    () => (
      <EmptyList
        hasFailed={hasFailed}
        isFiltered={isFiltered}
        words={resource.empty ? t(resource.empty) : undefined}
        onClear={() => search({})}
        onAdd={add}
      />
    ),
    [hasFailed, isFiltered, resource.empty, t, search, add],
  );
  const title = (
    <header className="kit-title">
      <h1>{t(resource.title)}</h1>
      {resource.help && <span className="kit-weak">{t(resource.help)}</span>}
      {helpFor(options.path ?? resource.name)}
    </header>
  );
  const drafts = list.kept.drafts.length > 0 && !list.record.open && (
    <InlineLoadBoundary>
      <Suspense>
        <DraftNotices drafts={list.kept.drafts} />
      </Suspense>
    </InlineLoadBoundary>
  );
  const dialogs = (
    <ListDialogs list={list} look={look} isPrinting={isSheetPrinted} onPrinted={onPrinted}>
      {saved && list.shownView?.due && <saved.Arrival key={list.shownView.id} list={viewed} />}
      {dialog}
    </ListDialogs>
  );
  if (isFront)
    return (
      <div className="kit-page">
        {title}
        {drafts}
        {options.front?.({ onRows, onStart })}
        <div ref={frame} hidden />
        {dialogs}
      </div>
    );
  const toolbar = (
    <Toolbar
      resource={resource}
      exportCall={options.exportCall}
      access={list.access}
      add={add}
      removal={list.removal}
      toolbarActions={list.toolbarActions}
      bulkActions={list.ofSelection}
      selection={list.kept.selection}
      onClear={list.clear}
      onBulk={list.startChosen}
      onAction={list.startAbove}
      exportInput={exportInput}
      total={page?.total ?? 0}
      part={list.part}
      tools={tools}
    />
  );
  const screen = (
    <div className="kit-page kit-list">
      {look.isPhone ? (
        title
      ) : (
        <div className="kit-list-head">
          {title}
          {toolbar}
        </div>
      )}
      {options.summary?.({ filters: state.filters, onSearch: search, onFront })}
      {dictionary && hasTabs && (
        <StateTabs
          resource={resource}
          field={resource.stateField ?? ''}
          dictionary={dictionary}
          filters={state.filters}
          onSearch={search}
        />
      )}
      {look.hasSearch && look.isSearchShown && !look.isPhone && <SearchForm {...form} shownByTabs={shownByTabs} />}
      {(look.isPhone || !look.isSearchShown || isPrinting) && (
        <FilterChips fields={look.searched} shownByTabs={shownByTabs} filters={state.filters} onSearch={search} />
      )}
      {look.isPhone && toolbar}
      {drafts}
      {rows.error && <ListProblem error={rows.error} onRetry={() => void rows.refetch()} />}
      {tree?.error && <ListProblem error={tree.error} onRetry={tree.onRetry} />}
      <div
        ref={frame}
        className="kit-table"
        data-view={look.view}
        data-density={look.density}
        data-loading={rows.isFetching || tree?.isLoading || undefined}
      >
        {list.steady.changed > 0 && <ChangesNotice count={list.steady.changed} onShow={list.steady.accept} />}
        {look.view === 'board' && dictionary ? (
          <InlineLoadBoundary>
            <Suspense>
              <BoardView list={list} look={look} field={resource.stateField ?? ''} dictionary={dictionary} />
            </Suspense>
          </InlineLoadBoundary>
        ) : (
          <TableView list={list} look={look} empty={empty} />
        )}
      </div>
      {look.hasSearch && look.isSearchShown && look.isPhone && (
        <DialogLoadBoundary onFailed={look.onToggleSearch}>
          <Suspense>
            <FilterSheet {...form} onClose={look.onToggleSearch} />
          </Suspense>
        </DialogLoadBoundary>
      )}
      {dialogs}
    </div>
  );
  if (!options.aside || isNarrow) return screen;
  return (
    <div className="kit-beside">
      {options.aside({ filters: state.filters, onSearch: search })}
      <div className="kit-beside-list">{screen}</div>
    </div>
  );
}
