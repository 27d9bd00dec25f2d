import { type Field, isFitting } from '@trade-assistant/contract/kit/field.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import Form, { type FormInstance } from 'antd/es/form';
import { useContext, useMemo, useState } from 'react';
import type { CallError } from '../client/call-error.ts';
import { useLocale } from '../i18n.ts';
import { viewOf } from '../kinds/kinds.ts';
import { FormDraftContext } from './draft.ts';
import { FieldInput } from './input.tsx';
import { isMandatory, problemOf } from './rules.ts';
import { SubmitOnEnter } from './submit-on-enter.tsx';
import type { FormField, NamedFields, Values } from './values.ts';

interface FieldFormProps {
  readonly form: FormInstance;
  readonly fields: NamedFields;
  /** Names of read-only fields. */
  readonly locked?: ReadonlySet<string>;
  readonly initial?: Values | undefined;
  readonly onChange?: (changed: Values) => void;
  readonly onSubmit: () => void;
  readonly isBusy?: boolean;
}

/** A form from fields of the contract: grouped, labels above, each checked by the contract's rule when it is left. */
export function FieldForm({ form, fields, locked, initial, onChange, onSubmit, isBusy = false }: FieldFormProps) {
  const locale = useLocale();
  const controlling = useMemo(() => controllingOf(fields), [fields]);
  const watched = (Form.useWatch((values: Values) => pick(values, controlling), form) ?? {}) as Values;
  const known = { ...pick(initial ?? {}, controlling), ...watched };
  const groups = groupsOf(controlling.length === 0 ? fields : applicableFields(fields, known));
  const draft = useContext(FormDraftContext);
  const [typed] = useState(() => draft?.values());
  return (
    <Form
      // Prefix of the controls' ids, so that a field's id differs from other ids of the page.
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
        const suggested = suggestionsFor(fields, changed, form.getFieldsValue(true));
        form.setFieldsValue(suggested);
        draft?.merge({ ...changed, ...suggested });
        onChange?.({ ...changed, ...suggested });
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

/** The fields that others depend on. */
const controllingOf = (fields: NamedFields): string[] => [
  ...new Set(Object.values(fields).flatMap(({ options: { when } }) => (when ? [when.field] : []))),
];
const pick = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));
const applicableFields = (fields: NamedFields, values: Values): NamedFields =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => isFitting(field, values)));

/** Fills fields that suit the chosen value, if they are empty or suited the previous one. */
function suggestionsFor(fields: NamedFields, changed: Values, values: Values): Values {
  return Object.fromEntries(
    Object.entries(fields).flatMap(
      ([
        name,
        {
          options: { suggested },
        },
      ]) => {
        if (!suggested || !(suggested.by in changed)) return [];
        const now = values[name] ?? '';
        const isOurs = now === '' || Object.values(suggested.values).includes(String(now));
        return isOurs ? [[name, suggested.values[Number(changed[suggested.by])] ?? null]] : [];
      },
    ),
  );
}

function FieldItem({ name, field, isLocked }: { name: string; field: FormField; isLocked: boolean }) {
  const locale = useLocale();
  const { label, help } = field.options;
  const isNeeded = isMandatory(field);
  return (
    <Form.Item
      name={name}
      label={label[locale]}
      required={isNeeded}
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

/** Shows the server's errors at the fields they name; returns false when none of these fields is named. */
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
