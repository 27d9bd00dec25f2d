import { whatIf } from '@trade-assistant/contract/areas/finance/what-if.ts';
import { useCall } from '../../../kit/client/query.ts';
import type { ControlProps } from '../../../kit/form/control.ts';
import { OptionSelect } from '../../../kit/form/option-select.tsx';
import { useText } from '../../../kit/i18n.ts';

/** A template by its name, for those who may not open templates themselves. */
export function TemplateChoice(control: ControlProps<string>) {
  const t = useText();
  const { data, isFetching } = useCall(whatIf, 'templates', {}, { staleMillis: 0 });
  const options = (data ?? []).map(({ id, templateName, items }) => ({
    value: id,
    label: `${templateName} · ${t({ zh: '{n} 项', en: '{n} terms' }, { n: items })}`,
  }));
  return <OptionSelect {...control} options={options} isFetching={isFetching} />;
}
