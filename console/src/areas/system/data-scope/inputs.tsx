import { ANY_FIELD, dataScope } from '@trade-assistant/contract/areas/system/data-scope.ts';
import Form from 'antd/es/form';
import Select from 'antd/es/select';
import type { ComponentType } from 'react';
import { ConditionsInput } from '../../../features/conditions/conditions.tsx';
import { useCall } from '../../../kit/client/query.ts';
import type { ControlProps } from '../../../kit/form/control.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';

const STALE_MILLIS = 10 * 60_000;

function useRuledResources() {
  const locale = useLocale();
  const { data = [] } = useCall(dataScope, 'resources', {}, { staleMillis: STALE_MILLIS });
  return data.map(({ resourceCode, title, titleEn, about, aboutEn, fields, conditions }) => ({
    code: resourceCode,
    title: locale === 'en' ? titleEn : title,
    about: locale === 'en' ? aboutEn : about,
    fields: fields.map(({ name, label, labelEn, kind }) => ({ name, kind, label: locale === 'en' ? labelEn : label })),
    conditions,
  }));
}

/** The resource of the form: of the record, or chosen in it. */
function useResource(ofRecord: string | undefined) {
  const chosen = Form.useWatch('resourceCode', Form.useFormInstance()) as string | undefined;
  const resources = useRuledResources();
  return resources.find(({ code }) => code === (ofRecord ?? chosen));
}

/** A resource by its title. */
export function ResourceName({ code }: { code: string }) {
  return useRuledResources().find((one) => one.code === code)?.title ?? code;
}

/** Chooses the resource of a rule. */
export function ResourceSelect({ value, onChange, ...rest }: ControlProps<string>) {
  const resources = useRuledResources();
  const about = resources.find(({ code }) => code === value)?.about;
  return (
    <>
      <Select
        {...rest}
        className="kit-fill"
        showSearch={{ optionFilterProp: 'label' }}
        options={resources.map(({ code, title }) => ({ value: code, label: `${title} · ${code}` }))}
        value={value ?? null}
        onChange={(code: string | null) => onChange?.(code)}
      />
      {about && (
        <div className="kit-weak" aria-live="polite">
          {about}
        </div>
      )}
    </>
  );
}

/** One control per record: creating one at each render would lose the typed text. */
const kept = new Map<string, ComponentType<ControlProps<never>>>();
function once<V>(key: string, make: () => ComponentType<ControlProps<V>>): ComponentType<ControlProps<never>> {
  const known = kept.get(key) ?? (make() as ComponentType<ControlProps<never>>);
  kept.set(key, known);
  return known;
}

/** Fields by their labels, comma-joined as they travel; `*` is all. */
export const fieldNamesOf = (resource: string | undefined) =>
  once<string>(`fields ${resource}`, () => (props) => <FieldNames resource={resource} {...props} />);

function FieldNames({ resource, value, onChange, ...rest }: ControlProps<string> & { resource: string | undefined }) {
  const t = useText();
  const ruled = useResource(resource);
  const all = { value: ANY_FIELD, label: t({ zh: '全部字段', en: 'All fields' }) };
  return (
    <Select<string[]>
      {...rest}
      mode="multiple"
      className="kit-fill"
      showSearch={{ optionFilterProp: 'label' }}
      options={[all, ...(ruled?.fields ?? []).map(({ name, label }) => ({ value: name, label }))]}
      value={value ? value.split(',') : []}
      onChange={(names) => {
        // “All” and single fields exclude each other: the last choice applies.
        const left = names.at(-1) === ANY_FIELD ? [ANY_FIELD] : names.filter((name) => name !== ANY_FIELD);
        onChange?.(left.length === 0 ? null : left.join(','));
      }}
    />
  );
}

/** Conditions as the list of the resource has them, each a parameter and its value. */
export const conditionsOf = (resource: string | undefined) =>
  once<Record<string, string>>(`conditions ${resource}`, () => (props) => (
    <Conditions resource={resource} {...props} />
  ));

function Conditions({ resource, ...control }: ControlProps<Record<string, string>> & { resource: string | undefined }) {
  const ruled = useResource(resource);
  return <ConditionsInput {...control} fields={ruled?.fields ?? []} conditions={ruled?.conditions ?? []} />;
}
