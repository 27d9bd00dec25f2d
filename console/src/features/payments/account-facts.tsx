import type { BankAccount } from '@trade-assistant/contract/areas/user/payment-method.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { Copyable } from '../../kit/fields/copy.tsx';
import { useText } from '../../kit/i18n.ts';

/** The facts of a receiving account, in the order a payer needs them. */
export const accountLabels: Readonly<Record<keyof BankAccount, Text>> = {
  holderName: { zh: '户名', en: 'Holder' },
  bankName: { zh: '开户银行', en: 'Bank' },
  branch: { zh: '支行', en: 'Branch' },
  accountNo: { zh: '账号', en: 'Account no.' },
  swift: { zh: 'SWIFT 代码', en: 'SWIFT code' },
};
export const accountKeys = Object.keys(accountLabels) as (keyof BankAccount)[];

/** An account, each part of which copies itself. */
export function AccountFacts({ account }: { account: BankAccount }) {
  const t = useText();
  return (
    <dl className="kit-facts">
      {accountKeys.map((key) => {
        const value = account[key];
        return value ? (
          <div key={key}>
            <dt>{t(accountLabels[key])}</dt>
            <dd>
              <Copyable text={value} />
            </dd>
          </div>
        ) : null;
      })}
    </dl>
  );
}
