import type { Field } from '@trade-assistant/contract/kit/field.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import Form, { type FormInstance } from 'antd/es/form';
import { useContext, useMemo, useState } from 'react';
import type { CallError } from '../client/call-error.ts';
import { useLocale } from '../i18n.ts';
import { viewOf } from '../kinds/kinds.ts';
import { FormDraftContext } from './draft.ts';
import { FieldInput } from './input.tsx';
import { problemOf } from './rules.ts';
import { SubmitOnEnter } from './submit-on-enter.tsx';
import type { FormField, NamedFields, Values } from './values.ts';

interface FieldFormProps {
  readonly form: FormInstance;
  readonly fields: NamedFields;
  /** Names whose value may be seen but not changed. */
  readonly locked?: ReadonlySet<string>;
  readonly initial?: Values | undefined;
  readonly onChange?: (changed: Values) => void;
  readonly onSubmit: () => void;
  readonly isBusy?: boolean;
}

/** A form from fields of the contract: grouped, labels above, each checked by the contract's rule when it is left. */
export function FieldForm({ form, fields, locked, initial, onChange, onSubmit, isBusy = false }: FieldFormProps) {
  const locale = useLocale();
  const groups = useMemo(() => groupsOf(fields), [fields]);
  const draft = useContext(FormDraftContext);
  const [typed] = useState(() => draft?.values());
  return (
    <Form
      // Its controls' ids begin with it: a field may be called what something on the page is called.
      name="record"
      form={form}
      layout="vertical"
      requiredMark
      validateTrigger="onBlur"
      scrollToFirstError={{ focus: true, block: 'center' }}
      disabled={isBusy}
      {...(initial || typed ? { initialValues: { ...initial, ...typed } } : {})}
      onValuesChange={(changed: Values) => {
        // A mistake put right should not keep shouting until the field is left again.
        for (const name of Object.keys(changed)) {
          if (form.getFieldError(name).length > 0) form.setFields([{ name, errors: [] }]);
        }
        draft?.merge(changed);
        onChange?.(changed);
      }}
      onFinish={onSubmit}
    >
      {groups.map(({ heading, names }) => (
        <fieldset key={heading?.en ?? ''} className="kit-group">
          {heading && <legend className="kit-heading">{heading[locale]}</legend>}
          <div className="kit-grid">
            {names.map((name) => {
              const field = fields[name];
              return field ? (
                <FieldItem key={name} name={name} field={field} isLocked={locked?.has(name) ?? false} />
              ) : null;
            })}
          </div>
        </fieldset>
      ))}
      <SubmitOnEnter />
    </Form>
  );
}

function FieldItem({ name, field, isLocked }: { name: string; field: FormField; isLocked: boolean }) {
  const locale = useLocale();
  const { label, help, required } = field.options;
  return (
    <Form.Item
      name={name}
      label={label[locale]}
      required={required ?? false}
      className={isWide(field) ? 'kit-wide' : ''}
      {...(help ? { extra: help[locale] } : {})}
      rules={[
        {
          validator: (_rule, value: unknown) => {
            const problem = problemOf(field, value, locale);
            return problem ? Promise.reject(new Error(problem)) : Promise.resolve();
          },
        },
      ]}
    >
      <FieldInput field={field} {...(isLocked ? { disabled: true } : {})} />
    </Form.Item>
  );
}

/** Shows a server's complaints at the fields it named; false when it named none of these. */
export function showFieldErrors(form: FormInstance, fields: NamedFields, error: CallError): boolean {
  const named = Object.entries(error.fields).filter(([name]) => name in fields);
  form.setFields(named.map(([name, message]) => ({ name, errors: [message] })));
  const first = named[0]?.[0];
  if (first) form.scrollToField(first, { focus: true, block: 'center' });
  return named.length > 0;
}

/** Fields in the order of the contract, under the headings it gives them. */
export function groupsOf(fields: NamedFields): { heading: Text | undefined; names: string[] }[] {
  const groups = new Map<string, { heading: Text | undefined; names: string[] }>();
  for (const [name, { options }] of Object.entries(fields)) {
    const key = options.group?.en ?? '';
    const group = groups.get(key) ?? { heading: options.group, names: [] };
    group.names.push(name);
    groups.set(key, group);
  }
  return [...groups.values()];
}

export const isWide = (field: Field): boolean => viewOf(field).isWide?.(field) ?? false;
