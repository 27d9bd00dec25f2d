import type { BankAccount } from '@trade-assistant/contract/areas/user/payment-method.ts';
import { useText } from '../../kit/i18n.ts';
import { AccountFacts } from './account-facts.tsx';

/** The account that receives a recharge, under its own heading. */
export function ReceivingAccount({ account }: { account: BankAccount }) {
  const t = useText();
  return (
    <section className="kit-group">
      <h2 className="kit-heading">{t({ zh: '收款账户', en: 'Receiving account' })}</h2>
      <AccountFacts account={account} />
    </section>
  );
}
