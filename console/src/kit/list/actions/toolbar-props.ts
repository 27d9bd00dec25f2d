import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { ComponentProps } from 'react';
import type { SelectionStore } from '../selection/selection.tsx';
import type { PartOfResult } from '../state/use-part-of-result.ts';
import type { ViewTools } from '../table/view-tools.tsx';
import type { Action, ToolbarAction } from '../types.ts';
import type { ResourceAccess } from './use-access.ts';

export interface ToolbarProps {
  readonly resource: Resource;
  /** Set when it is not `export`. */
  readonly exportCall: string | undefined;
  readonly access: ResourceAccess;
  readonly add: (() => void) | undefined;
  readonly removal: Action | undefined;
  /** Actions the user may start. */
  readonly toolbarActions: readonly ToolbarAction[];
  readonly bulkActions: readonly Action[];
  readonly selection: SelectionStore;
  readonly onClear: () => void;
  readonly onBulk: (action: Action) => void;
  readonly onAction: (action: ToolbarAction) => void;
  /** The list call's input and the visible columns, used by the export. */
  readonly exportInput: () => Record<string, unknown>;
  readonly total: number;
  /** Undefined when the whole result is visible. */
  readonly part: PartOfResult | undefined;
  readonly tools: ComponentProps<typeof ViewTools>;
}
