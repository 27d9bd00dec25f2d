import { RefsPicker } from '../form/ref-picker.tsx';
import { inputFor, type KindView } from './kind.ts';
import { tags } from './tags.tsx';

export const references: KindView = {
  ...tags,
  Input: inputFor<string[]>(({ field, ...control }) =>
    field.source ? <RefsPicker {...control} source={field.source} /> : null,
  ),
};
