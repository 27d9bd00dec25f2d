import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { oauth } from '@trade-assistant/contract/areas/auth/oauth.ts';
import { Link } from 'react-router';
import { useCall } from '../../kit/client/query.ts';
import { useSession } from '../../kit/client/session.ts';
import { MoneyValue } from '../../kit/fields/value.tsx';
import { useLocale, useText } from '../../kit/i18n.ts';
import { MenuIcon } from '../navigation/icons.tsx';
import { HOME_PATH, leavesOf, type Place, titleIn } from '../navigation/menu.ts';
import { words } from '../words.ts';
import styles from './home.module.css';

const STAFF = 1;
const LOG_PATH = '/finance/log/index';

/** Where a day begins: who one is, for agents what they have, and the ways to everything one may do. */
export default function Home({ places }: { places: readonly Place[] }) {
  const t = useText();
  const locale = useLocale();
  const user = useSession((session) => session.user);
  const info = useCall(oauth, 'user-info', {}, { staleMillis: 60_000 });
  const hasWallet = info.data !== undefined && info.data.userType !== STAFF;
  const hasLog = leavesOf(places).some(({ key }) => key === LOG_PATH);
  const today = new Intl.DateTimeFormat(locale === 'zh' ? 'zh-CN' : 'en-GB', { dateStyle: 'full' }).format(new Date());
  return (
    <div className={styles.home}>
      <header>
        <h1 className={styles.title}>
          {t(greeting(new Date().getHours()))}
          {user?.name ? t({ zh: '，', en: ', ' }) + user.name : null}
        </h1>
        <p className={styles.date}>{today}</p>
      </header>
      {hasWallet ? <Wallet hasLog={hasLog} /> : null}
      <QuickLinks places={places} />
    </div>
  );
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

function QuickLinks({ places }: { places: readonly Place[] }) {
  const t = useText();
  const locale = useLocale();
  const visible = places.filter(({ key, target }) => key !== HOME_PATH && target?.kind !== 'window');
  const alone = visible.filter(({ target }) => target !== undefined);
  const groups = [
    ...visible.filter(({ target }) => target === undefined),
    // What stands in no group is shown together at the end.
    ...(alone.length > 0 ? [{ key: 'alone', title: words.otherLinks, icon: '', children: alone }] : []),
  ].map((group) => ({ group, leaves: leavesOf(group.children).filter(({ target }) => target?.kind !== 'window') }));
  return (
    <nav className={styles.groups} aria-label={t(words.quickLinks)}>
      {groups.map(({ group, leaves }) => (
        <section key={group.key}>
          <h2 className={styles.group}>{titleIn(group.title, locale)}</h2>
          <ul className={styles.links}>
            {leaves.map(({ key, title, icon }) => (
              <li key={key}>
                <Link className={styles.link} to={key}>
                  <span className={styles.icon}>
                    <MenuIcon name={icon} />
                  </span>
                  {titleIn(title, locale)}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

const greeting = (hour: number) =>
  hour < 5 || hour >= 18 ? words.evening : hour < 12 ? words.morning : words.afternoon;
