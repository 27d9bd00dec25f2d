import { oauth } from '@trade-assistant/contract/areas/auth/oauth.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../kit/client/query.ts';
import { useSession } from '../../kit/client/session.ts';
import { useLocale, useText } from '../../kit/i18n.ts';
import { InlineLoadBoundary } from '../../kit/inline-load-boundary.tsx';
import { lazyWithRetry } from '../../kit/lazy-with-retry.tsx';
import type { MenuPlace } from '../../shell/navigation/menu.ts';
import { useSupport } from '../../shell/use-support.ts';
import { words } from '../../shell/words.ts';
import styles from './home.module.css';
import { LatestNotices } from './latest-notices.tsx';
import { QuickLinks } from './quick-links.tsx';
import { Waiting } from './waiting-work.tsx';

const AgentWork = lazyWithRetry(() => import('./agent-work.tsx'));

/** The home page: the user, an agent's wallet and open work, and links to all permitted pages. */
export default function Home({ places }: { places: readonly MenuPlace[] }) {
  const t = useText();
  const locale = useLocale();
  const user = useSession((session) => session.user);
  const info = useCall(oauth, 'user-info', {}, { staleMillis: 60_000 });
  const hasWallet = info.data !== undefined && info.data.userType !== userType.is.staff;
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
      {info.data ? (
        <div className={styles.work}>
          {hasWallet ? (
            <InlineLoadBoundary>
              <Suspense fallback={<div className={styles.wallet} />}>
                <AgentWork />
              </Suspense>
            </InlineLoadBoundary>
          ) : (
            <Waiting places={places} />
          )}
        </div>
      ) : null}
      <LatestNotices />
      <QuickLinks places={places} />
    </div>
  );
}

/** Link to the support contact of an agent. */
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

const greeting = (hour: number) =>
  hour < 5 || hour >= 18 ? words.evening : hour < 12 ? words.morning : words.afternoon;
