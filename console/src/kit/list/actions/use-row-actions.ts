import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { nameOf } from '@trade-assistant/contract/kit/name.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { isTree } from '@trade-assistant/contract/kit/tree.ts';
import { useMemo } from 'react';
import type { Action, Mode, ResourcePageOptions, Row } from '../types.ts';
import { transitionActions } from './transition-actions.ts';
import type { ResourceAccess } from './use-access.ts';

const words = {
  view: { zh: '查看', en: 'View' },
  edit: { zh: '编辑', en: 'Edit' },
  below: { zh: '新增下级', en: 'Add child' },
  delete: { zh: '删除', en: 'Delete' },
} as const;

interface RowActions {
  /** The entries of a row's menu, in order. */
  readonly ofRow: readonly Action[];
  /** Actions of the screen for the selected rows. */
  readonly ofSelection: readonly Action[];
  /** Actions of the screen for one record. */
  readonly own: readonly Action[];
  /** Undefined without the permission to delete. */
  readonly removal: Action | undefined;
  readonly isEditable: (row: Row) => boolean;
}

/** Actions for the rows of a list: view, edit, actions of the screen, delete. The same object until it changes. */
export function useRowActions(
  resource: Resource,
  options: ResourcePageOptions<Resource>,
  { can, canAdd, canEdit, canRemove, canRestore }: ResourceAccess,
  show: (mode: Mode, row: Row) => void,
): RowActions {
  return useMemo(() => {
    const { isRemovable } = options;
    const isEditable = (row: Row) => canEdit && (options.isEditable?.(row as never) ?? true);
    const removal: Action = {
      key: 'remove',
      label: words.delete,
      isDangerous: true,
      call: 'remove',
      confirm: (chosen) => questionOf(chosen, resource),
      ...(canRestore ? { undo: 'restore' } : {}),
      done: { zh: '删除成功', en: 'Deleted' },
      ...(isRemovable ? { isOffered: (row: Row) => isRemovable(row as never) } : {}),
    };
    const view: Action = { key: 'view', label: words.view, run: ([row]) => row && show('view', row) };
    const edit: Action = {
      key: 'edit',
      label: words.edit,
      ...(options.isEditable ? { isOffered: isEditable } : {}),
      run: ([row]) => row && show('edit', row),
    };
    const below: Action = {
      key: 'add-below',
      label: words.below,
      ...(options.takesChildren ? { isOffered: options.takesChildren as (row: Row) => boolean } : {}),
      run: ([row]) => row && show('add', row),
    };
    const declared = [
      ...transitionActions(resource, options.transitions, options.transitionTexts),
      ...((options.rowActions ?? []) as readonly Action[]),
    ];
    const allowed = declared.filter((action) => can(action.permission));
    // Irreversible actions come last, away from everyday ones.
    const own = [...allowed.filter(isHarmless), ...allowed.filter((action) => !isHarmless(action))];
    return {
      own,
      isEditable,
      removal: canRemove ? removal : undefined,
      ofRow: [
        view,
        ...(canEdit ? [edit] : []),
        ...(canAdd && can('add') && isTree(resource) ? [below] : []),
        ...own.filter((action) => action.on !== 'selection'),
        ...(canRemove ? [removal] : []),
      ],
      ofSelection: own.filter((action) => action.on === 'selection' || action.on === 'both'),
    };
  }, [resource, options, can, canAdd, canEdit, canRemove, canRestore, show]);
}

const isHarmless = ({ isDangerous }: Action): boolean => !isDangerous;

/** Names a single record: Del in a list acts on the focused row, whichever rows are selected. */
function questionOf(chosen: readonly Row[], { nameField }: Resource): Text {
  const [only, another] = chosen;
  const name = only && nameField ? nameOf(nameField, only) : undefined;
  if (!another && name?.zh) return { zh: `确定删除“${name.zh}”？`, en: `Delete “${name.en}”?` };
  return {
    zh: `确定删除选中的 ${chosen.length} 条数据？`,
    en: `Delete ${another ? `these ${chosen.length} records` : 'this record'}?`,
  };
}
