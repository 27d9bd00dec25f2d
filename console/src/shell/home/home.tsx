import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { oauth } from '@trade-assistant/contract/areas/auth/oauth.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { Link } from 'react-router';
import { useCall } from '../../kit/client/query.ts';
import { useSession } from '../../kit/client/session.ts';
import { MoneyValue } from '../../kit/fields/money-value.tsx';
import { useLocale, useText } from '../../kit/i18n.ts';
import { leafPlaces, type MenuPlace } from '../navigation/menu.ts';
import { useSupport } from '../use-support.ts';
import { words } from '../words.ts';
import styles from './home.module.css';
import { LatestNotices } from './latest-notices.tsx';
import { QuickLinks } from './quick-links.tsx';

const LOG_PATH = '/finance/log/index';

/** Where a day begins: who one is, for agents what they have, and the ways to everything one may do. */
export default function Home({ places }: { places: readonly MenuPlace[] }) {
  const t = useText();
  const locale = useLocale();
  const user = useSession((session) => session.user);
  const info = useCall(oauth, 'user-info', {}, { staleMillis: 60_000 });
  const hasWallet = info.data !== undefined && info.data.userType !== userType.is.staff;
  const hasLog = leafPlaces(places).some(({ key }) => key === LOG_PATH);
  const today = new Intl.DateTimeFormat(locale === 'zh' ? 'zh-CN' : 'en-GB', { dateStyle: 'full' }).format(new Date());
  return (
    <div className={styles.home}>
      <header>
        <h1 className={styles.title}>
          {t(greeting(new Date().getHours()))}
          {user?.name ? t({ zh: '，', en: ', ' }) + user.name : null}
        </h1>
        <p className={styles.date}>
          {today} · <Link to="/wel/dashboard">{t({ zh: '查看数据看板', en: 'Open the dashboard' })}</Link>
          <SupportLink />
        </p>
      </header>
      {hasWallet ? <Wallet hasLog={hasLog} /> : null}
      <LatestNotices />
      <QuickLinks places={places} />
    </div>
  );
}

/** Whom an agent asks for help. */
function SupportLink() {
  const t = useText();
  const support = useSupport();
  return support ? (
    <>
      {' · '}
      <a href={support.href} target="_blank" rel="noreferrer noopener">
        {t(words.support)} {support.name}
      </a>
    </>
  ) : null;
}

/** What an agent owns. Each figure leads to the records behind it. */
function Wallet({ hasLog }: { hasLog: boolean }) {
  const t = useText();
  const { data: wallet } = useCall(agentUser, 'balance', {}, { everyMillis: 60_000 });
  if (!wallet) return <section className={styles.wallet} aria-busy="true" />;
  const figures = [
    { label: words.balance, amount: wallet.balance },
    { label: words.frozenBalance, amount: wallet.frozenBalance },
    { label: words.brokerage, amount: wallet.brokerage },
    { label: words.rebatePending, amount: wallet.rebatePending },
  ];
  return (
    <section className={styles.wallet}>
      {figures.map(({ label, amount }) => {
        const figure = (
          <>
            <span className={styles.label}>
              {t(label)} <small>{wallet.currency}</small>
            </span>
            <span className={styles.amount}>
              <MoneyValue wire={amount} />
            </span>
          </>
        );
        return hasLog ? (
          <Link key={label.en} className={styles.figure} to={LOG_PATH}>
            {figure}
          </Link>
        ) : (
          <div key={label.en} className={styles.figure}>
            {figure}
          </div>
        );
      })}
      {wallet.lowBalance ? <p className={styles.low}>{t(words.lowBalance)}</p> : null}
    </section>
  );
}

const greeting = (hour: number) =>
  hour < 5 || hour >= 18 ? words.evening : hour < 12 ? words.morning : words.afternoon;
