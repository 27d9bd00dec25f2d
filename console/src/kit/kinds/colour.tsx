import Input from 'antd/es/input/Input';
import { inputFor, type KindView } from './kind.ts';
import { text } from './text.tsx';

/** A patch of it, and its name: colour alone says nothing to some. */
const Patch = ({ value }: { readonly value: unknown }) => (
  <span className="kit-colour">
    <span className="kit-colour-patch" style={{ background: String(value) }} />
    {String(value)}
  </span>
);

export const colour: KindView = {
  ...text,
  isCut: false,
  Cell: Patch,
  Detail: Patch,
  Input: inputFor<string>(({ field: _field, value, onChange, ...rest }) => (
    <Input {...rest} type="color" value={value ?? '#000000'} onChange={(event) => onChange?.(event.target.value)} />
  )),
  width: 110,
};
