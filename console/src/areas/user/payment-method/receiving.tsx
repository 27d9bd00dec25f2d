import type { paymentMethod } from '@trade-assistant/contract/areas/user/payment-method.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { AccountFacts } from '../../../features/payments/account-facts.tsx';
import { Copyable } from '../../../kit/fields/copy.tsx';
import { Status } from '../../../kit/fields/status.tsx';
import { useText } from '../../../kit/i18n.ts';

type Method = WireRowOf<typeof paymentMethod>;

const missing: Text = { zh: '未设置', en: 'Not set' };

/** Where a method receives money, in a cell. */
export function ReceivingCell({ row: { receiveAddresses, bankInfo } }: { row: Method }) {
  const places = bankInfo ? [`${bankInfo.bankName} ${bankInfo.accountNo}`] : (receiveAddresses ?? []);
  const [first, ...more] = places;
  if (first === undefined) return <Status tone="attention" words={missing} />;
  return (
    <span className="kit-number" title={places.join('\n')}>
      {more.length > 0 ? `${first} +${more.length}` : first}
    </span>
  );
}

/** Where a method receives money, whole: each place copies itself. */
export function Receiving({ row: { receiveAddresses, bankInfo } }: { row: Method }) {
  const t = useText();
  const addresses = receiveAddresses ?? [];
  return (
    <section className="kit-group">
      <h2 className="kit-heading">{t({ zh: '收款信息', en: 'Receiving details' })}</h2>
      {!bankInfo && addresses.length === 0 && <Status tone="attention" words={missing} />}
      {addresses.length > 0 && (
        <ul className="kit-counts">
          {addresses.map((address) => (
            <li key={address}>
              <Copyable text={address} />
            </li>
          ))}
        </ul>
      )}
      {bankInfo && <AccountFacts account={bankInfo} />}
    </section>
  );
}
