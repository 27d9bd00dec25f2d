import Input from 'antd/es/input/Input';
import TextArea from 'antd/es/input/TextArea';
import type { ControlProps } from '../form/control.ts';
import type { FormField } from '../form/values.ts';
import { CLEAR } from '../parts/clear-icon.tsx';

type TextInputProps = ControlProps<string> & { readonly field: FormField };

const shared = ({ field: { max }, value, onChange, ...rest }: TextInputProps) => ({
  ...rest,
  value: value ?? '',
  ...(max ? { maxLength: max } : {}),
  onChange: (event: { target: { value: string } }) => onChange?.(event.target.value),
});

export const LineInput = (props: TextInputProps) => <Input allowClear={CLEAR} autoComplete="off" {...shared(props)} />;

export const LinesInput = (props: TextInputProps) => (
  <TextArea
    autoSize={{ minRows: 2, maxRows: 8 }}
    {...(props.field.max ? { showCount: true } : {})}
    {...shared(props)}
  />
);
