import type { dict } from '@trade-assistant/contract/areas/system/dict.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { Nothing } from '../../kit/fields/status.tsx';
import { first, type NamedFields, without } from '../../kit/form/values.ts';

/** A row of either dictionary list; only the platform's may be built in. */
type Row = Omit<WireRowOf<typeof dict>, 'isBuiltIn' | 'takesEntries'> &
  Partial<Pick<WireRowOf<typeof dict>, 'isBuiltIn' | 'takesEntries'>>;

/**
 * Returns the fields with this one required; the contract cannot require it, because it depends on dictionary or entry.
 */
const withNeeded = (fields: NamedFields, name: string): NamedFields =>
  Object.fromEntries(
    Object.entries(fields).map(([key, field]) =>
      key === name ? [key, { ...field, options: { ...field.options, required: true } }] : [key, field],
    ),
  );

/** A dictionary itself has neither key nor colour, and one of the program is not sealed as a whole. */
function fieldsOf(fields: NamedFields, row: Row | null, isBelow: boolean): NamedFields {
  if (!row && isBelow) return withNeeded(without(fields, 'code'), 'dictKey');
  if (!row) return withNeeded(without(fields, 'tone', 'dictKey', 'parentId'), 'code');
  if (row.parentId !== null) return row.isBuiltIn === 1 ? without(fields, 'parentId') : fields;
  const own = without(fields, 'tone', 'dictKey', 'parentId');
  return row.isBuiltIn === 1 ? without(own, 'isSealed') : own;
}

/** Shared by all lists of dictionaries. */
export const dictionaryOptions = {
  search: (fields: NamedFields) => first(fields, 'dictValue', 'code', 'dictKey'),
  columns: {
    // The placeholder of a dictionary's own key means nothing to people.
    dictKey: { render: ({ parentId, dictKey }: Row) => (parentId === null ? <Nothing /> : dictKey) },
    createTime: { isHiddenAtFirst: true },
  },
  leading: ['dictValue', 'dictKey', 'code', 'tone', 'isSealed', 'sort'],
  form: { fields: fieldsOf },
  isRemovable: (row: Row) => row.isBuiltIn !== 1,
  takesChildren: (row: Row) => row.takesEntries !== 0,
} as const;
