import type { RefSource } from '@trade-assistant/contract/kit/field.ts';
import { Copyable } from '../fields/copy.tsx';
import { RefPicker, RefsPicker, useRefName } from '../form/ref-picker.tsx';
import { TextFilter } from './filters.tsx';
import { type FilterProps, inputFor, type KindView } from './kind.ts';
import { tags } from './tags.tsx';
import { LineInput } from './text.tsx';
import { stored } from './upload-control.tsx';

/** As many digits as an id has. */
const ID_LENGTH = 18;

function ReferenceFilter(props: FilterProps) {
  const { id, name, field, plain, onChange } = props;
  if (!field.source) return <TextFilter {...props} />;
  return (
    <RefPicker
      id={id}
      source={field.source}
      value={plain ?? null}
      onChange={(picked) => onChange({ [name]: picked ?? undefined }, true)}
    />
  );
}

/** The name of the referenced row, or its id when the name cannot be loaded. */
function Named({ source, id }: { readonly source: RefSource; readonly id: string }) {
  const name = useRefName(source, id);
  return name === undefined ? <Copyable text={id} /> : <span title={id}>{name}</span>;
}

export const reference: KindView = {
  // A table shows names in a separate column: fetching each name here would cost one call per row.
  Cell: ({ value }) => <Copyable text={String(value)} />,
  Detail: ({ field, value }) =>
    field.source ? <Named source={field.source} id={String(value)} /> : <Copyable text={String(value)} />,
  Input: inputFor<string>(({ field, ...control }) =>
    field.source ? (
      <RefPicker {...control} source={field.source} />
    ) : (
      <LineInput {...control} field={{ ...field, max: ID_LENGTH }} />
    ),
  ),
  Filter: ReferenceFilter,
};

export const references: KindView = {
  ...tags,
  Input: inputFor<string[]>(({ field, ...control }) =>
    field.source ? <RefsPicker {...control} source={field.source} /> : null,
  ),
};

export const file: KindView = { ...reference, Input: stored(reference.Input, false) };
