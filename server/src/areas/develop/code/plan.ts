import { isAlwaysGiven, type ModelField, nameOfModel } from '@trade-assistant/contract/areas/develop/code-model.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { camel, pascal } from './print.ts';

/** A resource to generate. */
export interface CodeModel {
  readonly title: Text;
  /** `system/asset` */
  readonly apiPath: string;
  readonly tableName: string;
  readonly menuIcon: string;
  readonly fields: readonly ModelField[];
}

/** A model with the names of its parts in the program. */
export interface Plan extends CodeModel {
  readonly area: string;
  readonly leaf: string;
  /** The constant of the contract. */
  readonly constant: string;
  /** The constant of its table. */
  readonly table: string;
  readonly naming: ModelField;
  readonly dictionaries: readonly { readonly field: ModelField; readonly constant: string }[];
}

/** Words that no constant may have. */
const RESERVED: ReadonlySet<string> = new Set(
  `arguments await break case catch class const continue crud debugger default delete dict do else enum eval export extends false fields finally for
  function if implements import in instanceof interface let money new null openDictionary package private protected public resource return static super
  switch text this throw true try typeof url var void while with yes yield date time int country`.split(/\s+/),
);

/**
 * Returns the names of a model's parts.
 * @param taken constants that other resources have
 */
export function planOf(model: CodeModel, taken: ReadonlySet<string> = new Set()): Plan {
  const [area = '', leaf = ''] = model.apiPath.split('/');
  const short = camel(leaf);
  const isFree = !RESERVED.has(short) && !taken.has(short);
  const constant = isFree ? short : camel(area) + pascal(leaf);
  const naming = nameOfModel(model.fields);
  if (!naming) throw new Error(`The model ${model.apiPath} has no field that names a row`);
  return {
    ...model,
    ...{ area, leaf, constant, naming },
    table: `${constant}Table`,
    dictionaries: model.fields.flatMap((field) =>
      field.kind === 'dictionary' ? [{ field, constant: `${constant}${pascal(field.name)}` }] : [],
    ),
  };
}

export const isGiven = ({ kind, required }: ModelField): boolean =>
  kind !== 'remark' && (required || isAlwaysGiven(kind));

/** Fields whose values together are unique: codes, and those chosen. */
export const uniqueFields = ({ fields }: Pick<CodeModel, 'fields'>): readonly ModelField[] =>
  fields.filter(({ kind, unique }) => kind === 'code' || unique);
