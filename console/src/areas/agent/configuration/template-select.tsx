import { agentConfiguration } from '@trade-assistant/contract/areas/agent/configuration.ts';
import { useCall } from '../../../kit/client/query.ts';
import type { ControlProps } from '../../../kit/form/control.ts';
import { OptionSelect } from '../../../kit/form/option-select.tsx';
import { useText } from '../../../kit/i18n.ts';

/** A template by its name, with how much it sets. */
export function TemplateSelect(control: ControlProps<string>) {
  const t = useText();
  const { data, isFetching } = useCall(agentConfiguration, 'template/list-form', {}, { staleMillis: 0 });
  const options = (data ?? []).map(({ id, templateName, items }) => ({
    value: id,
    label: `${templateName} · ${t({ zh: '{n} 项', en: '{n} terms' }, { n: items.length })}`,
  }));
  return <OptionSelect {...control} options={options} isFetching={isFetching} />;
}
