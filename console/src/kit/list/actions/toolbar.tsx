import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { memo, Suspense } from 'react';
import { useStore } from 'zustand';
import { useText } from '../../i18n.ts';
import { InlineLoadBoundary } from '../../inline-load-boundary.tsx';
import { lazyWithRetry } from '../../lazy-with-retry.tsx';
import { useIsPhone } from '../../use-media.ts';
import { ChosenRows } from '../selection/chosen-rows.tsx';
import type { SelectionStore } from '../selection/selection.tsx';
import { ViewTools } from '../table/view-tools.tsx';
import type { Action } from '../types.ts';
import { ExportButton } from './export-button.tsx';
import type { ToolbarProps } from './toolbar-props.ts';

const PhoneToolbar = lazyWithRetry(() => import('./phone-toolbar.tsx'));

/** Above the table: the primary action, the bulk actions, and the view tools at the right. */
export const Toolbar = memo(function Toolbar(props: ToolbarProps) {
  const { resource, access, add, removal, selection } = props;
  const t = useText();
  const isPhone = useIsPhone();
  const call = props.exportCall ?? ('export' in resource.calls ? 'export' : undefined);
  const exportCall = call !== undefined && access.canCall(call) ? call : undefined;
  if (isPhone)
    return (
      <InlineLoadBoundary>
        <Suspense fallback={<div className="kit-toolbar" />}>
          <PhoneToolbar {...props} exportCall={exportCall} />
        </Suspense>
      </InlineLoadBoundary>
    );
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
        {exportCall && (
          <ExportButton
            resource={resource}
            call={exportCall}
            input={props.exportInput}
            total={props.total}
            selection={selection}
          />
        )}
        {removal && <RemoveButton removal={removal} selection={selection} onBulk={props.onBulk} />}
        <ChosenActions {...props} />
        <ChosenRows {...props} />
      </div>
      <ViewTools {...props.tools} />
    </div>
  );
});

/** Actions of the screen for the selected rows. */
function ChosenActions({ selection, bulkActions, onBulk }: ToolbarProps) {
  const hasChosen = useStore(selection, ({ rows }) => rows.size > 0);
  return hasChosen && <BulkButtons actions={bulkActions} onBulk={onBulk} />;
}

interface RemoveProps {
  readonly removal: Action;
  readonly selection: SelectionStore;
  readonly onBulk: (action: Action) => void;
}

/** Disabled until rows are selected. */
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
