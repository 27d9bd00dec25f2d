import type { PayeeDetails } from '@trade-assistant/contract/areas/agent/withdrawal-fields.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { ReactNode } from 'react';
import { Copyable } from '../../kit/fields/copy.tsx';
import { CountryValue } from '../../kit/fields/country.tsx';
import { useText } from '../../kit/i18n.ts';

const labels: Readonly<Record<Exclude<keyof PayeeDetails, 'countryCode' | 'cardLast4'>, Text>> = {
  address: { zh: '地址', en: 'Address' },
  holderName: { zh: '户名', en: 'Holder' },
  bankName: { zh: '银行', en: 'Bank' },
  bankCode: { zh: '银行代码', en: 'Bank code' },
  branch: { zh: '支行', en: 'Branch' },
};
const keys = Object.keys(labels) as (keyof typeof labels)[];

/** The payee of a withdrawal, as entered when it was requested. `children` shows the full account number. */
export function PayeeFacts({ payee, children }: { payee: PayeeDetails; children?: ReactNode }) {
  const t = useText();
  return (
    <section className="kit-group">
      <h2 className="kit-heading">{t({ zh: '收款账户', en: 'Payee' })}</h2>
      <dl className="kit-facts">
        {keys.map((key) => {
          const value = payee[key];
          return value ? (
            <div key={key} data-wide={key === 'address' || undefined}>
              <dt>{t(labels[key])}</dt>
              <dd>
                <Copyable text={value} />
              </dd>
            </div>
          ) : null;
        })}
        {payee.countryCode && (
          <div>
            <dt>{t({ zh: '国家', en: 'Country' })}</dt>
            <dd>
              <CountryValue code={payee.countryCode} />
            </dd>
          </div>
        )}
        {payee.cardLast4 && (
          <div>
            <dt>{t({ zh: '卡号', en: 'Card or account no.' })}</dt>
            <dd className="kit-number">{children ?? `•••• ${payee.cardLast4}`}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
