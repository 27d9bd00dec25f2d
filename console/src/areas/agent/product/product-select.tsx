import { agentProduct } from '@trade-assistant/contract/areas/agent/product.ts';
import Select from 'antd/es/select';
import { useDeferredValue, useState } from 'react';
import { useCall } from '../../../kit/client/query.ts';
import type { ControlProps } from '../../../kit/form/control.ts';
import { useLocale } from '../../../kit/i18n.ts';

/** A product by its name in the user's language. */
export function ProductSelect({ value, onChange, ...rest }: ControlProps<string>) {
  const locale = useLocale();
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const name = locale === 'zh' ? 'nameZh' : 'nameEn';
  const { data, isFetching } = useCall(
    agentProduct,
    'list',
    { size: 50, ...(keyword ? { [name]: keyword } : {}) },
    { keepPrevious: true },
  );
  return (
    <Select<string>
      {...rest}
      className="kit-fill"
      allowClear
      loading={isFetching}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      options={data?.records.map((product) => ({ value: product.id, label: product[name] })) ?? []}
      value={value ?? null}
      onChange={(chosen) => onChange?.(chosen ?? null)}
    />
  );
}
