import type { withdrawal } from '@trade-assistant/contract/areas/agent/withdrawal.ts';
import { payeeType, paymentType } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Select from 'antd/es/select';
import { useId } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../kit/i18n.ts';
import type { Method } from './quote.tsx';

export type Payee = CallData<typeof withdrawal, 'payees', 'in'>[number];

export const keyOf = ({ payeeType: type, id }: Pick<Payee, 'payeeType' | 'id'>): string => `${type}/${id}`;

/** Whether a method can pay to a payee. */
export const fits = (method: Method, { payeeType: type, network, currency }: Payee): boolean =>
  method.methodType === paymentType.is.crypto
    ? type === payeeType.is.wallet && network === method.network
    : type === payeeType.is.card && currency === method.localCurrency;

export const isUsable = ({ isFrozen, coolUntil }: Payee): boolean => !isFrozen && coolUntil === null;

interface PayeeSelectProps {
  readonly method: Method;
  /** Payees of this method. */
  readonly payees: readonly Payee[];
  readonly value: string | undefined;
  readonly onChange: (key: string) => void;
}

/** Chooses one of the user's payees, and shows why one cannot be used yet. */
export function PayeeSelect({ method, payees, value, onChange }: PayeeSelectProps) {
  const t = useText();
  const id = useId();
  const place = method.methodType === paymentType.is.crypto ? 'user/wallet-address' : 'user/bank-card';
  if (payees.length === 0)
    return (
      <Alert
        type="info"
        showIcon
        title={t({ zh: '您还没有适用的收款账户', en: 'You have no payee for this method yet' })}
        action={<Link to={`/${place}/index`}>{t({ zh: '去添加', en: 'Add payee' })}</Link>}
      />
    );
  return (
    <div className="kit-search-item">
      <label htmlFor={id}>{t({ zh: '收款账户', en: 'Payee' })}</label>
      <Select
        id={id}
        value={value ?? null}
        onChange={onChange}
        options={payees.map((payee) => ({
          value: keyOf(payee),
          disabled: !isUsable(payee),
          label: [
            payee.label,
            payee.name,
            payee.isFrozen && t({ zh: '已冻结', en: 'frozen' }),
            payee.coolUntil && t({ zh: '{time} 起可用', en: 'available from {time}' }, { time: payee.coolUntil }),
          ]
            .filter(Boolean)
            .join(' · '),
        }))}
      />
    </div>
  );
}
