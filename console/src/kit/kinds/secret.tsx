import { SECRET_MASK } from '@trade-assistant/contract/kit/field.ts';
import Password from 'antd/es/input/Password';
import { useState } from 'react';
import type { ControlProps } from '../form/control.ts';
import type { FormField } from '../form/values.ts';
import { useText } from '../i18n.ts';
import { TextFilter } from './filters.tsx';
import { inputFor, type KindView } from './kind.ts';

/** Empty although a secret is set: it is kept unless a new one is typed. */
function SecretInput({ field, value, onChange, ...rest }: ControlProps<string> & { readonly field: FormField }) {
  const t = useText();
  const [kept, setKept] = useState(value === SECRET_MASK);
  if (value === SECRET_MASK && !kept) setKept(true);
  return (
    <Password
      {...rest}
      autoComplete="new-password"
      {...(field.max ? { maxLength: field.max } : {})}
      placeholder={value === SECRET_MASK ? t({ zh: '已保存，留空则不变', en: 'Saved; leave empty to keep it' }) : ''}
      value={value === SECRET_MASK ? '' : (value ?? '')}
      onChange={({ target }) => onChange?.(target.value === '' && kept ? SECRET_MASK : target.value)}
    />
  );
}

export const secret: KindView = {
  Cell: () => <span>{SECRET_MASK}</span>,
  Input: inputFor(SecretInput),
  Filter: TextFilter,
};
