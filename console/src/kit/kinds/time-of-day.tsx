import Input from 'antd/es/input/Input';
import { inputFor, type KindView } from './kind.ts';
import { text } from './text.tsx';

export const timeOfDay: KindView = {
  ...text,
  isCut: false,
  Cell: ({ value }) => <span className="kit-number">{String(value)}</span>,
  Input: inputFor<string>(({ field: _field, value, onChange, ...rest }) => (
    <Input
      {...rest}
      type="time"
      className="kit-number"
      value={value ?? ''}
      onChange={(event) => onChange?.(event.target.value || null)}
    />
  )),
};
