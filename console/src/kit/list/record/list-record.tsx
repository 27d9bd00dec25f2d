import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useCall } from '../../client/query.ts';
import DraftNotices, { type KeptDraft } from '../../parts/draft-notices.tsx';
import { useCanAny } from '../../permission.tsx';
import type { Open } from '../state/use-kept-list.ts';
import { rowIn } from '../state/use-open-record.ts';
import type { Action, RecordTab, ResourcePageOptions, Row } from '../types.ts';
import { commonTabs } from './common-tabs.ts';
import { RecordActions } from './record-actions.tsx';
import RecordDrawer from './record-drawer.tsx';
import { historyTabs } from './row-history.tsx';

interface ListRecordProps {
  readonly resource: Resource;
  readonly options: ResourcePageOptions<Resource>;
  readonly open: Open;
  /** The current filters: a row added among another row's children gets the same parent. */
  readonly filters: Readonly<Record<string, string>>;
  /** The rows of the page, through which one steps. */
  readonly rows: readonly Row[];
  readonly own: readonly Action[];
  readonly isEditable: (row: Row) => boolean;
  readonly onOpen: (open: Open | null) => void;
  readonly tab: string | undefined;
  readonly onTab: (tab: string | undefined) => void;
  readonly onSaving: (isSaving: boolean) => void;
  readonly onStart: (action: Action, rows: readonly Row[]) => void;
  /** The half-filled forms that wait for their user. */
  readonly drafts: readonly KeptDraft[];
}

/** The record opened from a list: view, edit or add, with the actions of its row. */
export default function ListRecord({
  resource,
  options,
  open,
  filters,
  rows,
  own,
  isEditable,
  onOpen,
  tab,
  onTab,
  onSaving,
  onStart,
  drafts,
}: ListRecordProps) {
  const can = useCanAny();
  const { mode } = open;
  const hasDetail = 'detail' in resource.calls && open.row !== null && mode !== 'add';
  const loaded = useCall(resource, 'detail', { id: open.row?.id }, { enabled: hasDetail, staleMillis: 0 });
  // Actions follow the newest state known: the record may have changed since it was opened.
  const row = useMemo(() => {
    if (mode === 'add' || !open.row) return open.row;
    const listed = rowIn(rows, open.row.id);
    return { ...open.row, ...listed, ...(loaded.data as Row | undefined) };
  }, [mode, open.row, rows, loaded.data]);
  const tabs = useMemo(
    () => [
      ...((options.tabs ?? []) as readonly RecordTab<Row>[]),
      ...historyTabs(resource),
      ...commonTabs(resource, can),
    ],
    [options, resource, can],
  );
  const step = (by: 1 | -1) => {
    const next = rows[rows.findIndex((other) => other.id === row?.id) + by];
    if (next) onOpen({ mode: 'view', row: next });
  };
  const offered = row ? own.filter((action) => action.on !== 'selection' && (action.isOffered?.(row) ?? true)) : [];
  const start = (action: Action) => {
    if (!row) return;
    onStart(action, [row]);
    if (action.panel) onOpen(null);
  };
  const [query, setQuery] = useSearchParams();
  const asked = query.get('act');
  const startAsked = useEffectEvent(() => {
    setQuery(
      (before) => {
        before.delete('act');
        return before;
      },
      { replace: true },
    );
    const action = offered.find(({ key, call }) => key === asked || call === asked);
    if (action) start(action);
    else if (asked === 'edit' && row && isEditable(row)) onOpen({ mode: 'edit', row });
  });
  // An address may start an action of its record, or its form: `?record=7&act=pass`, `?record=7&act=edit`.
  // Once, when the record is known: it changes again while the address still has the action.
  const isKnown = row !== null && (!hasDetail || !loaded.isPending);
  const startedFor = useRef<string | null>(null);
  useEffect(() => {
    if (asked !== null && isKnown && startedFor.current !== asked) startAsked();
    startedFor.current = isKnown ? asked : null;
  }, [asked, isKnown]);
  const { next } = options.form ?? {};
  const added = (id: string) => {
    options.form?.added?.(id);
    if (next !== undefined && own.some(({ key }) => key === next))
      setQuery((before) => new URLSearchParams({ ...Object.fromEntries(before), record: id, act: next }));
  };
  return (
    <RecordDrawer
      key={mode === 'add' ? 'add' : 'record'}
      resource={resource}
      mode={mode}
      row={row}
      parentId={filters[resource.parentField ?? '']}
      onMode={(next) => onOpen({ mode: next, row })}
      onClose={() => onOpen(null)}
      onSaving={onSaving}
      // A record outside the current page has no neighbours.
      onStep={rows.length > 1 && rows.some(({ id }) => id === row?.id) ? step : undefined}
      canEdit={row !== null && isEditable(row)}
      form={{ ...options.form, added } as never}
      facts={options.facts as never}
      detail={options.detail as never}
      notice={(one) => (
        <>
          <DraftNotices drafts={drafts} />
          {(options.notice as ((row: Row) => ReactNode) | undefined)?.(one)}
        </>
      )}
      tabs={tabs}
      tab={tab}
      onTab={onTab}
      unmentioned={options.unmentioned}
      actions={row && offered.length > 0 && <RecordActions actions={offered} onStart={start} />}
    />
  );
}
