import BellOutlined from '@ant-design/icons/BellOutlined';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { closeMessages, goTo, useMessageDesk } from '../../features/messages/desk.ts';
import { keepInboxCurrent, useInbox } from '../../features/messages/inbox.ts';
import { DialogLoadBoundary, lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { useText } from '../../kit/i18n.ts';
import { BarButton } from '../../kit/parts/bar-button.tsx';
import styles from './bell.module.css';

const BellPanel = lazyWithRetry(() => import('../../features/messages/bell-panel.tsx'));
const MessageDrawer = lazyWithRetry(() => import('../../features/messages/message-drawer.tsx'));

/** The bell: the number of unread messages, a list of the newest, and the panel for reading. */
export function MessageBell() {
  const t = useText();
  const id = useId();
  const bell = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const unread = useInbox((inbox) => inbox.unread);
  const view = useMessageDesk((desk) => desk.view);
  const address = useMessageDesk((desk) => desk.address);
  const navigate = useNavigate();
  useEffect(() => {
    if (address === null) return;
    goTo(null);
    void navigate(address);
  }, [address, navigate]);
  // The panel is mounted from opening until its closing animation ends.
  const [hasDrawer, setDrawer] = useState(false);
  if (view && !hasDrawer) setDrawer(true);
  useEffect(() => {
    if (!hasDrawer) return;
    return () => {
      // The element that opened it may no longer exist: a notification, the page before a reload.
      if (document.activeElement === document.body) bell.current?.focus();
    };
  }, [hasDrawer]);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const gone = new AbortController();
    // Nothing may sound before the page is touched; after that it is to be ready before the first message.
    const wake = () => void import('../../features/messages/sound.ts').catch(() => undefined);
    if (navigator.userActivation?.hasBeenActive) wake();
    else
      for (const touch of ['pointerdown', 'keydown'])
        addEventListener(touch, wake, { once: true, signal: gone.signal });
    const stop = keepInboxCurrent((news) => {
      void import('../../features/messages/announce.tsx').then(({ announceMessages }) => {
        if (!gone.signal.aborted) announceMessages(news);
      });
    });
    return () => {
      gone.abort();
      stop();
    };
  }, []);
  const label = unread
    ? t({ zh: '消息，{n} 条未读', en: 'Messages, {n} unread' }, { n: unread })
    : t({ zh: '消息', en: 'Messages' });
  return (
    <>
      <span className="kit-badge" data-count={unread > 99 ? '99+' : unread || undefined}>
        <BarButton ref={bell} label={label} popoverTarget={id} aria-expanded={isOpen}>
          <BellOutlined aria-hidden />
        </BarButton>
      </span>
      <div
        id={id}
        ref={panel}
        popover="auto"
        className={styles.panel}
        onToggle={(event) => event.target === event.currentTarget && setOpen(event.newState === 'open')}
      >
        <DialogLoadBoundary onFailed={() => panel.current?.hidePopover()}>
          <Suspense>{isOpen && <BellPanel onLeave={() => panel.current?.hidePopover()} />}</Suspense>
        </DialogLoadBoundary>
      </div>
      <DialogLoadBoundary
        onFailed={() => {
          closeMessages();
          setDrawer(false);
        }}
      >
        <Suspense>
          {hasDrawer && <MessageDrawer view={view} onClose={closeMessages} onClosed={() => setDrawer(false)} />}
        </Suspense>
      </DialogLoadBoundary>
    </>
  );
}
