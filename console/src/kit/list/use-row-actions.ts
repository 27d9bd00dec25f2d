import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { useMemo } from 'react';
import type { Mode, ResourcePageOptions, Row } from './types.ts';
import type { ResourceAccess } from './use-access.ts';
import type { Action } from './use-actions.tsx';

const words = {
  view: { zh: '查看', en: 'View' },
  edit: { zh: '编辑', en: 'Edit' },
  delete: { zh: '删除', en: 'Delete' },
} as const;

interface RowActions {
  /** What a row's menu offers, in its order. */
  readonly ofRow: readonly Action[];
  /** What the screen adds for the chosen rows. */
  readonly ofSelection: readonly Action[];
  /** What the screen adds for one record. */
  readonly own: readonly Action[];
  /** Undefined for those who may not delete. */
  readonly removal: Action | undefined;
  readonly isEditable: (row: Row) => boolean;
}

/** What may be done to the rows of a list: see, change, what the screen adds, delete. The same object until it changes. */
export function useRowActions(
  options: ResourcePageOptions<Resource>,
  { may, canEdit, canRemove }: ResourceAccess,
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
      confirm: (chosen) => ({
        zh: `确定删除选中的 ${chosen.length} 条数据？`,
        en: `Delete ${chosen.length === 1 ? 'this record' : `these ${chosen.length} records`}?`,
      }),
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
    const own = ((options.rowActions ?? []) as readonly Action[]).filter((action) => may(action.may));
    return {
      own,
      isEditable,
      removal: canRemove ? removal : undefined,
      ofRow: [
        view,
        ...(canEdit ? [edit] : []),
        ...own.filter((action) => action.on !== 'selection'),
        ...(canRemove ? [removal] : []),
      ],
      ofSelection: own.filter((action) => action.on === 'selection' || action.on === 'both'),
    };
  }, [options, may, canEdit, canRemove, show]);
}
