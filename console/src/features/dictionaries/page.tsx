import type { dict } from '@trade-assistant/contract/areas/system/dict.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { Nothing } from '../../kit/fields/status.tsx';
import { first, type NamedFields, without } from '../../kit/form/values.ts';

/** A row of either list of dictionaries; only those of the platform may be built in. */
type Row = Omit<WireRowOf<typeof dict>, 'isBuiltIn' | 'takesEntries'> &
  Partial<Pick<WireRowOf<typeof dict>, 'isBuiltIn' | 'takesEntries'>>;

/** A dictionary itself has neither key nor colour, and one of the program is not sealed as a whole. */
function fieldsOf(fields: NamedFields, row: Row | null): NamedFields {
  if (!row) return fields;
  if (row.parentId !== null) return row.isBuiltIn === 1 ? without(fields, 'parentId') : fields;
  const own = without(fields, 'tone', 'dictKey', 'parentId');
  return row.isBuiltIn === 1 ? without(own, 'isSealed') : own;
}

/** What all lists of dictionaries have in common. */
export const dictionaryOptions = {
  search: (fields: NamedFields) => first(fields, 'dictValue', 'code', 'dictKey'),
  columns: {
    // What stands in the place of a dictionary's own key says nothing to people.
    dictKey: { render: ({ parentId, dictKey }: Row) => (parentId === null ? <Nothing /> : dictKey) },
    createTime: { isHiddenAtFirst: true },
  },
  leading: ['dictValue', 'dictKey', 'code', 'tone', 'isSealed', 'sort'],
  form: { fields: fieldsOf },
  isRemovable: (row: Row) => row.isBuiltIn !== 1,
  takesChildren: (row: Row) => row.takesEntries !== 0,
} as const;
