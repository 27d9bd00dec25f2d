import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { Link } from 'react-router';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { useCan } from '../../../kit/permission.tsx';

interface WalletLinkProps {
  readonly userId: string;
  readonly kind: number;
  readonly wire: string;
}

/** What lies in somebody's wallet, leading to the movements that made it so. */
export function WalletLink({ userId, kind, wire }: WalletLinkProps) {
  const canSeeLog = useCan('finance/log:view');
  const amount = <MoneyValue wire={wire} currency={BOOK_CURRENCY} />;
  if (!canSeeLog) return amount;
  return <Link to={`/finance/log/index?userId=${userId}&walletKind=${kind}`}>{amount}</Link>;
}
