import { Copyable } from '../fields/copy.tsx';
import { RefPicker } from '../form/ref-picker.tsx';
import { TextFilter } from './filters.tsx';
import { type FilterProps, inputFor, type KindView } from './kind.ts';
import { LineInput } from './text-input.tsx';

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

export const reference: KindView = {
  Cell: ({ value }) => <Copyable text={String(value)} />,
  Input: inputFor<string>(({ field, ...control }) =>
    field.source ? (
      <RefPicker {...control} source={field.source} />
    ) : (
      <LineInput {...control} field={{ ...field, max: ID_LENGTH }} />
    ),
  ),
  Filter: ReferenceFilter,
  width: 130,
};
