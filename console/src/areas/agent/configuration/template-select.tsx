import { agentConfiguration } from '@trade-assistant/contract/areas/agent/configuration.ts';
import Select from 'antd/es/select';
import { useCall } from '../../../kit/client/query.ts';
import type { ControlProps } from '../../../kit/form/control.ts';
import { useText } from '../../../kit/i18n.ts';
import { SEARCH_ICON } from '../../../kit/icons/library-icons.tsx';

/** A template by its name, with how much it sets. */
export function TemplateSelect({ value, onChange, ...rest }: ControlProps<string>) {
  const t = useText();
  const { data, isFetching } = useCall(agentConfiguration, 'template/list-form', {}, { staleMillis: 0 });
  const options = (data ?? []).map(({ id, templateName, items }) => ({
    value: id,
    label: `${templateName} · ${t({ zh: '{n} 项', en: '{n} terms' }, { n: items.length })}`,
  }));
  return (
    <Select<string>
      {...rest}
      className="kit-fill"
      allowClear
      loading={isFetching}
      showSearch={{ searchIcon: SEARCH_ICON, optionFilterProp: 'label' }}
      options={options}
      value={value ?? null}
      onChange={(id) => onChange?.(id ?? null)}
    />
  );
}
