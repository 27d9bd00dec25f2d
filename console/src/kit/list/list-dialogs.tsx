import { type ReactNode, Suspense } from 'react';
import { DialogLoadBoundary, lazyWithRetry } from '../dialog-load-boundary.tsx';
import type { List } from './use-list.ts';
import type { ListLook } from './use-list-look.ts';

const ListRecord = lazyWithRetry(() => import('./record/list-record.tsx'));
const PrintSheet = lazyWithRetry(() => import('./table/print-sheet.tsx'));
const RestoreList = lazyWithRetry(() => import('./state/restore-list.tsx'));

interface ListDialogsProps {
  readonly list: List;
  readonly look: ListLook;
  readonly isPrinting: boolean;
  readonly onPrinted: () => void;
  /** Further layers. */
  readonly children: ReactNode;
}

/** The layers of a list: the dialog of an action, a record, the print sheet. */
export function ListDialogs({ list, look, isPrinting, onPrinted, children }: ListDialogsProps) {
  const { resource, options, page, actions } = list;
  const { onSaving, kept, onRestored, selection, drafts, offerDraft } = list.kept;
  const { open, setOpen, tab, setTab } = list.record;
  const leave = () => {
    setOpen(null);
    onPrinted();
    onRestored();
  };
  const chosen = selection.getState().rows;
  return (
    <>
      {actions.dialog}
      <DialogLoadBoundary onFailed={leave}>
        <Suspense>
          {kept && page && (
            <RestoreList
              resource={resource}
              listCall={list.call}
              allowed={list.allowed}
              rows={page.records}
              kept={kept}
              selection={selection}
              actions={[...list.own, ...list.toolbarActions]}
              canAdd={list.add !== undefined}
              isEditable={list.isEditable}
              onOpen={setOpen}
              onStart={actions.start}
              onDraft={offerDraft}
              onDone={onRestored}
            />
          )}
          {open && (
            <ListRecord
              resource={resource}
              options={options}
              filters={list.state.filters}
              open={open}
              rows={page?.records ?? []}
              own={list.own}
              isEditable={list.isEditable}
              onOpen={setOpen}
              tab={tab}
              onTab={setTab}
              onSaving={onSaving}
              onStart={actions.start}
              drafts={drafts}
            />
          )}
          {children}
          {isPrinting && (
            <PrintSheet
              title={resource.title}
              columns={look.columns}
              rows={chosen.size > 0 ? [...chosen.values()] : (page?.records ?? [])}
              onDone={onPrinted}
            />
          )}
        </Suspense>
      </DialogLoadBoundary>
    </>
  );
}
