import { useEffect, useState } from 'react';
import { Code } from '../code/code.tsx';
import type { ControlProps } from '../form/control.ts';
import { TextFilter } from './filters.tsx';
import { inputFor, type KindView } from './kind.ts';

/** Characters of a structure shown in a cell. */
const CELL_LENGTH = 60;

/** Edits structured values as text; invalid text stays in the box and the field's rule rejects it. */
function JsonInput({ value, onChange, ...rest }: ControlProps) {
  const [text, setText] = useState('');
  useEffect(() => {
    setText((before) =>
      isSameJson(before, value) ? before : value === undefined || value === null ? '' : JSON.stringify(value, null, 2),
    );
  }, [value]);
  return (
    <Code
      {...rest}
      language="json"
      value={text}
      onChange={(typed) => {
        const next = typed ?? '';
        setText(next);
        onChange?.(next === '' ? null : (parsed(next) ?? next));
      }}
    />
  );
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
const isSameJson = (text: string, value: unknown): boolean =>
  text === value || (text !== '' && JSON.stringify(parsed(text)) === JSON.stringify(value));

export const json: KindView = {
  Cell: ({ value }) => {
    const text = JSON.stringify(value);
    return <code title={text}>{text.slice(0, CELL_LENGTH)}</code>;
  },
  Detail: ({ value }) => <Code language="json" isReadOnly value={JSON.stringify(value, null, 2)} />,
  Input: inputFor<unknown>(({ field: _field, ...control }) => <JsonInput {...control} />),
  Filter: TextFilter,
  width: 160,
  wraps: 'two-lines',
  isWide: () => true,
};
