import CustomerServiceOutlined from '@ant-design/icons/CustomerServiceOutlined';
import HomeOutlined from '@ant-design/icons/HomeOutlined';
import LogoutOutlined from '@ant-design/icons/LogoutOutlined';
import UserOutlined from '@ant-design/icons/UserOutlined';
import { oauth } from '@trade-assistant/contract/areas/auth/oauth.ts';
import Dropdown from 'antd/es/dropdown';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { useCall } from '../../kit/client/query.ts';
import { useSession } from '../../kit/client/session.ts';
import { focusBack } from '../../kit/focus-back.ts';
import { useLocale, useText } from '../../kit/i18n.ts';
import { confirmSignOut } from '../confirm-sign-out.ts';
import { useSupport } from '../use-support.ts';
import { words } from '../words.ts';
import styles from './top-bar.module.css';

/** The menu of the signed-in user, with sign-out. */
export function UserMenu() {
  const t = useText();
  const user = useSession((session) => session.user);
  const navigate = useNavigate();
  const button = useRef<HTMLButtonElement>(null);
  const locale = useLocale();
  const info = useCall(oauth, 'user-info', {}, { staleMillis: 60_000 });
  const role = (locale === 'en' && info.data?.roleNameEn) || info.data?.roleName || user?.roleName;
  const name = user?.name || user?.account || '';
  const support = useSupport();

  return (
    <Dropdown
      autoFocus
      onOpenChange={(isOpen) => isOpen || focusBack(() => button.current)}
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          {
            key: 'who',
            type: 'group',
            label: (
              <div className={styles.who}>
                <strong>{name}</strong>
                <span>{[user?.account, role].filter(Boolean).join(' · ')}</span>
              </div>
            ),
          },
          { type: 'divider' },
          {
            key: 'dashboard',
            icon: <HomeOutlined aria-hidden />,
            label: t(words.dashboard),
            onClick: () => void navigate('/'),
          },
          {
            key: 'user-info',
            icon: <UserOutlined aria-hidden />,
            label: t(words.userInfo),
            onClick: () => void navigate('/info/index'),
          },
          ...(support
            ? [
                {
                  key: 'support',
                  icon: <CustomerServiceOutlined aria-hidden />,
                  label: (
                    <>
                      {t(words.support)}
                      <span className={styles.supportAddress}>{support.name}</span>
                    </>
                  ),
                  onClick: () => void window.open(support.href, '_blank', 'noopener'),
                },
              ]
            : []),
          { type: 'divider' },
          {
            key: 'sign-out',
            icon: <LogoutOutlined aria-hidden />,
            label: t(words.signOut),
            onClick: () => void confirmSignOut(),
          },
        ],
      }}
    >
      <button ref={button} type="button" className={styles.user} aria-label={`${t(words.userMenu)}: ${name}`}>
        {/* The letter is drawn by the style: as text it would be read out before the name. */}
        <span className={styles.avatar} data-letter={[...name][0]?.toUpperCase()}>
          {user?.avatar ? <img src={user.avatar} alt="" /> : null}
        </span>
        <span className={styles.userName}>{name}</span>
      </button>
    </Dropdown>
  );
}
