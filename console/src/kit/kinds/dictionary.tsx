import { DictValue } from '../fields/status.tsx';
import { DictSelect } from '../form/dict-select.tsx';
import { DictionaryFilter } from './filters.tsx';
import { inputFor, type KindView } from './kind.ts';

export const dictionary: KindView = {
  Cell: ({ field, value }) =>
    field.dictionary ? <DictValue dictionary={field.dictionary} value={Number(value)} /> : String(value),
  Input: inputFor<number>(({ field, ...control }) =>
    field.dictionary ? (
      <DictSelect {...control} dictionary={field.dictionary} isClearable={!field.options.required} />
    ) : null,
  ),
  Filter: DictionaryFilter,
};
