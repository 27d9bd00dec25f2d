import TextArea from 'antd/es/input/TextArea';
import { useEffect, useState } from 'react';
import type { ControlProps } from '../form/control.ts';
import { TextFilter } from './filters.tsx';
import { inputFor, type KindView } from './kind.ts';

/** How much of a structure stands in a cell. */
const CELL_LENGTH = 60;

/** Structured values as text; what cannot be read yet stays in the box and is refused by the field's rule. */
function JsonInput({ value, onChange, onBlur, ...rest }: ControlProps) {
  const [text, setText] = useState('');
  useEffect(() => {
    setText((before) =>
      isSameJson(before, value) ? before : value === undefined || value === null ? '' : JSON.stringify(value, null, 2),
    );
  }, [value]);
  return (
    <TextArea
      {...rest}
      className="kit-json"
      autoSize={{ minRows: 3, maxRows: 12 }}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        onChange?.(event.target.value === '' ? null : (parsed(event.target.value) ?? event.target.value));
      }}
      onBlur={() => onBlur?.()}
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
  Detail: ({ value }) => <pre className="kit-json">{JSON.stringify(value, null, 2)}</pre>,
  Input: inputFor<unknown>(({ field: _field, ...control }) => <JsonInput {...control} />),
  Filter: TextFilter,
  width: 160,
  isCut: true,
  isWide: () => true,
};
