import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import Button from 'antd/es/button';
import { type ComponentProps, memo, Suspense } from 'react';
import { useStore } from 'zustand';
import { useText } from '../../i18n.ts';
import { InlineLoadBoundary } from '../../inline-load-boundary.tsx';
import { lazyWithRetry } from '../../lazy-with-retry.tsx';
import { type SelectionStore, useSelectionCount } from '../selection/selection.tsx';
import type { PartOfResult } from '../state/use-part-of-result.ts';
import { ViewTools } from '../table/view-tools.tsx';
import type { Action, ToolbarAction } from '../types.ts';
import { ExportButton } from './export-button.tsx';
import type { ResourceAccess } from './use-access.ts';

const SelectEvery = lazyWithRetry(() => import('../selection/select-every.tsx'));

interface ToolbarProps {
  readonly resource: Resource;
  /** Where it is not `export`. */
  readonly exportCall: string | undefined;
  readonly access: ResourceAccess;
  readonly add: (() => void) | undefined;
  readonly removal: Action | undefined;
  /** Those the user may start. */
  readonly toolbarActions: readonly ToolbarAction[];
  readonly bulkActions: readonly Action[];
  readonly selection: SelectionStore;
  readonly onClear: () => void;
  readonly onBulk: (action: Action) => void;
  readonly onAction: (action: ToolbarAction) => void;
  /** The list call's input and the columns being shown: what the export keeps to. */
  readonly exportInput: () => Record<string, unknown>;
  readonly total: number;
  /** Undefined where one sees the whole result. */
  readonly part: PartOfResult | undefined;
  readonly tools: ComponentProps<typeof ViewTools>;
}

/** Above the table: the primary action, what can be done to the selected rows, and at the right the view tools. */
export const Toolbar = memo(function Toolbar(props: ToolbarProps) {
  const { resource, access, add, removal, selection } = props;
  const t = useText();
  const exportCall = props.exportCall ?? ('export' in resource.calls ? 'export' : undefined);
  return (
    <div className="kit-toolbar">
      <div className="kit-toolbar-main">
        {add && (
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={add}>
            {t({ zh: '新增', en: 'Add' })}
          </Button>
        )}
        {props.toolbarActions.map((action) => (
          <Button
            key={action.key}
            type={action.isPrimary ? 'primary' : 'default'}
            icon={action.icon}
            onClick={() => props.onAction(action)}
          >
            {t(action.label)}
          </Button>
        ))}
        {exportCall && access.canCall(exportCall) && (
          <ExportButton
            resource={resource}
            call={exportCall}
            input={props.exportInput}
            total={props.total}
            selection={selection}
          />
        )}
        {removal && <RemoveButton removal={removal} selection={selection} onBulk={props.onBulk} />}
        <SelectionTools {...props} />
      </div>
      <ViewTools {...props.tools} />
    </div>
  );
});

/** How many rows are chosen, and what the screen offers for them. Alone in following every tick. */
function SelectionTools({ selection, bulkActions, onBulk, onClear, part, total }: ToolbarProps) {
  const t = useText();
  const count = useSelectionCount(selection);
  const isPageChosen = useStore(selection, ({ rows }) => part?.rows.every(({ id }) => rows.has(id)) ?? false);
  return (
    <>
      {count > 0 && <BulkButtons actions={bulkActions} onBulk={onBulk} />}
      <span className="kit-selected" role="status">
        {count > 0 && (
          <>
            {t({ zh: '已选 {n} 条', en: '{n} selected' }, { n: count })}
            <button type="button" className="kit-link" onClick={onClear}>
              {t({ zh: '清除', en: 'Clear' })}
            </button>
            {part && isPageChosen && count < total && (
              <InlineLoadBoundary>
                <Suspense>
                  <SelectEvery
                    key={part.key}
                    store={selection}
                    count={count}
                    total={total}
                    fetchPage={part.fetchPage}
                  />
                </Suspense>
              </InlineLoadBoundary>
            )}
          </>
        )}
      </span>
    </>
  );
}

interface RemoveProps {
  readonly removal: Action;
  readonly selection: SelectionStore;
  readonly onBulk: (action: Action) => void;
}

/** Quiet until there is something to delete. */
function RemoveButton({ removal, selection, onBulk }: RemoveProps) {
  const t = useText();
  const hasChosen = useStore(selection, ({ rows }) => rows.size > 0);
  return (
    <Button
      type={hasChosen ? 'default' : 'text'}
      danger={hasChosen}
      className={hasChosen ? '' : 'kit-weak'}
      icon={<DeleteOutlined aria-hidden />}
      onClick={() => onBulk(removal)}
    >
      {t(removal.label)}
    </Button>
  );
}

interface BulkProps {
  readonly actions: readonly Action[];
  readonly onBulk: (action: Action) => void;
}

/** The same for one chosen row and for a hundred: drawn with the first. */
const BulkButtons = memo(function BulkButtons({ actions, onBulk }: BulkProps) {
  const t = useText();
  return actions.map((action) => (
    <Button key={action.key} danger={action.isDangerous ?? false} onClick={() => onBulk(action)}>
      {t(action.label)}
    </Button>
  ));
});
