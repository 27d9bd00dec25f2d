import { user } from '@trade-assistant/contract/areas/system/user.ts';
import Select from 'antd/es/select';
import { useCall } from '../../../kit/client/query.ts';
import type { ControlProps } from '../../../kit/form/control.ts';
import { useLocale } from '../../../kit/i18n.ts';
import { SEARCH_ICON } from '../../../kit/icons/library-icons.tsx';

/** Chooses roles the user may grant, by name. */
export function RoleSelect({ value, onChange, ...rest }: ControlProps<string[]>) {
  const locale = useLocale();
  const { data, isFetching } = useCall(user, 'role-choices', {}, { staleMillis: 60_000 });
  const options = (data ?? []).map(({ value: id, label, labelEn }) => ({
    value: id,
    label: locale === 'en' ? labelEn : label,
  }));
  const chosen = value ?? [];
  // A role the user may not grant can be held already; it is shown by its number.
  for (const id of chosen)
    if (data && !options.some((option) => option.value === id)) options.push({ value: id, label: `#${id}` });
  return (
    <Select<string[]>
      {...rest}
      mode="multiple"
      // The first option is the administrator: pressing Enter must not choose it.
      defaultActiveFirstOption={false}
      className="kit-fill"
      loading={isFetching}
      showSearch={{ searchIcon: SEARCH_ICON, optionFilterProp: 'label' }}
      options={options}
      value={data ? chosen : []}
      onChange={(ids) => onChange?.(ids)}
    />
  );
}
