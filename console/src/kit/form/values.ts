import { type Field, isFitting, SECRET_MASK } from '@trade-assistant/contract/kit/field.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import type { ComponentType } from 'react';
import type { ControlProps } from './control.ts';

export type Values = Readonly<Record<string, unknown>>;
/** A field of the contract, with a control of the screen's own where its kind's will not do. */
export type FormField = Field & { readonly input?: ComponentType<ControlProps<never>> };
export type NamedFields = Readonly<Record<string, FormField>>;

/** The same fields, some of them entered by controls of the screen's own. Names there are no fields of are left aside. */
export const withInputs = (
  fields: NamedFields,
  inputs: Readonly<Record<string, ComponentType<ControlProps<never>>>>,
): NamedFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, inputs[name] ? { ...field, input: inputs[name] } : field]),
  );

/** The same fields, some of them before all others. */
export const first = (fields: NamedFields, ...names: readonly string[]): NamedFields => ({
  ...Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, fields[name]]] : []))),
  ...fields,
});

/** The same fields without some of them. */
export const without = (fields: NamedFields, ...names: readonly string[]): NamedFields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** The fields of a record's form: all that are not computed and that the user may see and set. */
export const formFields = (resource: Resource, can: (code: string) => boolean): NamedFields =>
  Object.fromEntries(
    Object.entries(resource.fields).filter(
      ([
        ,
        {
          options: { form, readPermission, writePermission },
        },
      ]) =>
        form !== false &&
        [readPermission, writePermission].every((permission) => !permission || can(`${resource.name}:${permission}`)),
    ),
  );

/** The initial values of a new record; `parameters` are the public ones in force. */
export function initialValues(fields: NamedFields, parameters: Values = {}): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const { initial, initialFrom = '' } = field.options;
    const first = parameters[initialFrom] ?? initial;
    if (first !== undefined) values[name] = first;
    else if (field.kind === 'yesNo') values[name] = 0;
  }
  return values;
}

/** The values to send: all on creation, only changed ones on a change; null clears. */
export function valuesToSend(fields: NamedFields, values: Values, before?: Values): Record<string, unknown> {
  const sent: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const raw = values[name];
    // Values that were not typed again stay; the server empties values that do not fit.
    if (field.kind === 'secret' && (!raw || raw === SECRET_MASK)) continue;
    if (!isFitting(field, values)) continue;
    const value = typeof raw === 'string' ? (raw.trim() === '' ? null : raw.trim()) : (raw ?? null);
    if (!before) {
      if (value !== null) sent[name] = value;
    } else if (JSON.stringify(value) !== JSON.stringify(before[name] ?? null)) sent[name] = value;
  }
  return sent;
}
