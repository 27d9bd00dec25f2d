import { viewOf } from '../kinds/kinds.ts';
import type { ControlProps } from './control.ts';
import type { FormField } from './values.ts';

/** The control of a contract field: the screen's own if there is one, else its kind's. */
export function FieldInput({ field, ...control }: { field: FormField } & ControlProps) {
  const Own = field.input;
  if (Own) return <Own {...(control as ControlProps<never>)} />;
  const { Input } = viewOf(field);
  return <Input {...(control as ControlProps<never>)} field={field} />;
}
