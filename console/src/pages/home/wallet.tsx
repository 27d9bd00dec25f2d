import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { Link } from 'react-router';
import { PausedNotice } from '../../features/upline/paused-notice.tsx';
import { useCall } from '../../kit/client/query.ts';
import { useSession } from '../../kit/client/session.ts';
import { MoneyValue } from '../../kit/fields/money-value.tsx';
import { useText } from '../../kit/i18n.ts';
import { useCan } from '../../kit/permission.tsx';
import { words } from '../../shell/words.ts';
import styles from './home.module.css';

const LOG = '/finance/log/index';
/** Opens the panel with no amount proposed. */
const RECHARGE = '/agent/recharge/index?order=';
const WITHDRAW = '/agent/withdrawal/index?withdraw=';
const ORDERS = '/agent/product-order/index';

/** Spending limits and the amounts spent. */
const LIMITS = [
  { label: { zh: '今日已消费', en: 'Spent today' }, limit: 'spendLimitDay', spent: 'spentDay' },
  { label: { zh: '本月已消费', en: 'Spent this month' }, limit: 'spendLimitMonth', spent: 'spentMonth' },
] as const;

interface Figure {
  readonly label: Text;
  readonly amount: string;
  /** The records behind it; undefined where the reader may not see them. */
  readonly to: string | undefined;
}

/** An agent's money, each figure with a link to its records, and the most frequent actions. */
export function Wallet() {
  const t = useText();
  const { data: wallet } = useCall(agentUser, 'balance', {}, { everyMillis: 60_000 });
  const userId = useSession(({ user }) => user?.userId ?? '');
  const canSeeLog = useCan('finance/log:view');
  const canSeeRebates = useCan('agent/user:rebates');
  const canSeeOrders = useCan('agent/product:orders');
  const canRecharge = useCan('agent/recharge:add');
  const canWithdraw = useCan('agent/withdrawal:add');
  if (!wallet) return <section className={styles.wallet} aria-busy="true" />;
  // Only the user's own entries: the log also contains those of sub-accounts.
  const log = (kind: number) => (canSeeLog ? `${LOG}?userId=${userId}&walletKind=${kind}` : undefined);
  const figures: readonly Figure[] = [
    { label: words.balance, amount: wallet.balance, to: log(1) },
    { label: words.frozenBalance, amount: wallet.frozenBalance, to: log(2) },
    { label: words.brokerage, amount: wallet.brokerage, to: log(3) },
    { label: words.rebatePending, amount: wallet.rebatePending, to: canSeeRebates ? '/agent/rebate/index' : undefined },
    ...(Number(wallet.bonus) > 0 ? [{ label: words.bonus, amount: wallet.bonus, to: log(7) }] : []),
    ...(Number(wallet.rebateDebt) > 0 ? [{ label: words.rebateDebt, amount: wallet.rebateDebt, to: log(6) }] : []),
  ];
  return (
    <>
      <PausedNotice />
      <section className={styles.wallet} aria-label={t({ zh: '我的账户', en: 'My account' })}>
        {wallet.lowBalance && (
          <p className={styles.low}>
            {t(words.lowBalance)}
            {canRecharge && <Link to={RECHARGE}>{t({ zh: '去充值', en: 'Recharge now' })}</Link>}
          </p>
        )}
        {figures.map((figure) => (
          <Amount key={figure.label.en} {...figure} currency={wallet.currency} />
        ))}
        {LIMITS.map(({ label, limit, spent }) => {
          const most = wallet[limit];
          return most === null ? null : (
            <Amount
              key={label.en}
              label={label}
              amount={wallet[spent] ?? '0'}
              of={most}
              to={canSeeOrders ? ORDERS : undefined}
              currency={wallet.currency}
            />
          );
        })}
        {(canRecharge || canWithdraw) && (
          <p className={styles.actions}>
            {canRecharge && (
              <Link className={styles.action} data-kind="primary" to={RECHARGE}>
                {t({ zh: '充值', en: 'Recharge' })}
              </Link>
            )}
            {canWithdraw && (
              <Link className={styles.action} to={WITHDRAW}>
                {t({ zh: '提现', en: 'Withdraw' })}
              </Link>
            )}
          </p>
        )}
      </section>
    </>
  );
}

/** `of`: the most it may be. */
function Amount({ label, amount, to, of, currency }: Figure & { readonly currency: string; readonly of?: string }) {
  const t = useText();
  const figure = (
    <>
      <span className={styles.label}>
        {t(label)} <small>{currency}</small>
      </span>
      <span className={styles.amount}>
        <MoneyValue wire={amount} decimals={6} />
        {of !== undefined && (
          <small>
            {' / '}
            <MoneyValue wire={of} />
          </small>
        )}
      </span>
    </>
  );
  return to ? (
    <Link className={styles.figure} to={to}>
      {figure}
    </Link>
  ) : (
    <div className={styles.figure}>{figure}</div>
  );
}
