import EllipsisOutlined from '@ant-design/icons/EllipsisOutlined';
import Tabs from 'antd/es/tabs';
import { useSearchParams } from 'react-router';
import { useText } from '../../kit/i18n.ts';
import styles from './info.module.css';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { Profile } from './profile.tsx';
import { Providers } from './providers.tsx';
import { Sessions } from './sessions.tsx';
import { TwoFactor } from './two-factor.tsx';
import { infoWords } from './words.ts';

/** All tabs start afresh when shown again, except passwords, which are kept nowhere else. */
const destroyOnHidden = true;

const tabs = ['info', 'password', 'security', 'sessions'] as const;

/** Personal info and sign-in security of the user. The tab is part of the address. */
export default function Info() {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('tab');
  const active = tabs.find((tab) => tab === wanted) ?? 'info';
  return (
    <div className={`kit-page ${styles.page}`}>
      <div className="kit-title">
        <h1>{t(infoWords.title)}</h1>
      </div>
      <div className={styles.card}>
        <Tabs
          activeKey={active}
          more={{ icon: <EllipsisOutlined aria-label={t({ zh: '更多', en: 'More' })} /> }}
          onChange={(tab) => setSearch(tab === 'info' ? {} : { tab }, { replace: true })}
          items={[
            { key: 'info', label: t(infoWords.tabInfo), children: <Profile />, destroyOnHidden },
            {
              key: 'password',
              label: t(infoWords.tabPassword),
              children: (
                <div className={styles.form}>
                  <p className={styles.hint}>{t(infoWords.passwordEnds)}</p>
                  <PasswordForm />
                </div>
              ),
            },
            {
              key: 'security',
              label: t(infoWords.tabSecurity),
              destroyOnHidden,
              children: (
                <>
                  <TwoFactor />
                  <Passkeys />
                  <Providers />
                </>
              ),
            },
            { key: 'sessions', label: t(infoWords.tabSessions), children: <Sessions />, destroyOnHidden },
          ]}
        />
      </div>
    </div>
  );
}
