import { whatIf } from '@trade-assistant/contract/areas/finance/what-if.ts';
import Select from 'antd/es/select';
import { useCall } from '../../../kit/client/query.ts';
import type { ControlProps } from '../../../kit/form/control.ts';
import { useText } from '../../../kit/i18n.ts';
import { SEARCH_ICON } from '../../../kit/icons/library-icons.tsx';

/** A template by its name, for those who may not open templates themselves. */
export function TemplateChoice({ value, onChange, ...rest }: ControlProps<string>) {
  const t = useText();
  const { data, isFetching } = useCall(whatIf, 'templates', {}, { staleMillis: 0 });
  return (
    <Select<string>
      {...rest}
      className="kit-fill"
      allowClear
      loading={isFetching}
      showSearch={{ searchIcon: SEARCH_ICON, optionFilterProp: 'label' }}
      options={(data ?? []).map(({ id, templateName, items }) => ({
        value: id,
        label: `${templateName} · ${t({ zh: '{n} 项', en: '{n} terms' }, { n: items })}`,
      }))}
      value={value ?? null}
      onChange={(id) => onChange?.(id ?? null)}
    />
  );
}
