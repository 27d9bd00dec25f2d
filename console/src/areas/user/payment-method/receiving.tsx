import { paymentType } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import type { paymentMethod } from '@trade-assistant/contract/areas/user/payment-method.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { AccountFacts } from '../../../features/payments/account-facts.tsx';
import { Copyable } from '../../../kit/fields/copy.tsx';
import { Status } from '../../../kit/fields/status.tsx';
import { useText } from '../../../kit/i18n.ts';

type Method = WireRowOf<typeof paymentMethod>;

/** Shown for a method without a receiving account: finance arranges the payment with the payer. */
function NoPlace({ row: { methodType, confirmed, approvalId } }: { row: Method }) {
  const t = useText();
  const isWaiting = approvalId !== null;
  if (methodType !== paymentType.is.manual) return <Status tone="attention" words={{ zh: '未设置', en: 'Not set' }} />;
  if (confirmed === 1) return <span>{t({ zh: '人工告知付款人', en: 'By arrangement' })}</span>;
  return (
    <Status
      tone="attention"
      words={
        isWaiting
          ? { zh: '限额待复核', en: 'Waiting for approval' }
          : { zh: '限额未通过复核', en: 'Limits not approved' }
      }
    />
  );
}

/** Where a method receives money, in a cell. */
export function ReceivingCell({ row }: { row: Method }) {
  const { receiveAddresses, bankInfo } = row;
  const places = bankInfo ? [`${bankInfo.bankName} ${bankInfo.accountNo}`] : (receiveAddresses ?? []);
  const [first, ...more] = places;
  if (first === undefined) return <NoPlace row={row} />;
  return (
    <span className="kit-number" title={places.join('\n')}>
      {more.length > 0 ? `${first} +${more.length}` : first}
    </span>
  );
}

/** Where a method receives money, whole: each place copies itself. */
export function Receiving({ row }: { row: Method }) {
  const { receiveAddresses, bankInfo } = row;
  const t = useText();
  const addresses = receiveAddresses ?? [];
  return (
    <section className="kit-group">
      <h2 className="kit-heading">{t({ zh: '收款信息', en: 'Receiving details' })}</h2>
      {!bankInfo && addresses.length === 0 && <NoPlace row={row} />}
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
