import BellOutlined from '@ant-design/icons/BellOutlined';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { useText } from '../../kit/i18n.ts';
import { LoadPlace, lazyAgain } from '../../kit/load-place.tsx';
import { closeMessages, useMessageDesk } from '../../kit/messages/desk.ts';
import { keepInboxCurrent, useInbox } from '../../kit/messages/inbox.ts';
import { BarButton } from '../parts/bar-button.tsx';
import styles from './bell.module.css';

const BellPanel = lazyAgain(() => import('../../kit/messages/bell-panel.tsx'));
const MessageDrawer = lazyAgain(() => import('../../kit/messages/message-drawer.tsx'));

/** The bell: how many messages are unread, the newest behind it, and the drawer they are read in. */
export function MessageBell() {
  const t = useText();
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const unread = useInbox((inbox) => inbox.unread);
  const view = useMessageDesk((desk) => desk.view);
  const [isOpen, setOpen] = useState(false);
  useEffect(
    () =>
      keepInboxCurrent((missed) => {
        void import('../../kit/messages/announce.tsx').then(({ announceMessages }) => announceMessages(missed));
      }),
    [],
  );
  const label = unread
    ? t({ zh: '消息，{n} 条未读', en: 'Messages, {n} unread' }, { n: unread })
    : t({ zh: '消息', en: 'Messages' });
  return (
    <>
      <span className="kit-badge" data-count={unread > 99 ? '99+' : unread || undefined}>
        <BarButton label={label} popoverTarget={id} aria-expanded={isOpen}>
          <BellOutlined />
        </BarButton>
      </span>
      <div
        id={id}
        ref={panel}
        popover="auto"
        className={styles.panel}
        onToggle={(event) => event.target === event.currentTarget && setOpen(event.newState === 'open')}
      >
        <LoadPlace onFailed={() => panel.current?.hidePopover()}>
          <Suspense>{isOpen && <BellPanel onLeave={() => panel.current?.hidePopover()} />}</Suspense>
        </LoadPlace>
      </div>
      <LoadPlace onFailed={closeMessages}>
        <Suspense>{view && <MessageDrawer view={view} onClose={closeMessages} />}</Suspense>
      </LoadPlace>
    </>
  );
}
