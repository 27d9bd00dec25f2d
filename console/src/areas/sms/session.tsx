import { smsSession } from '@trade-assistant/contract/areas/sms/session.ts';
import Button from 'antd/es/button';
import Spin from 'antd/es/spin';
import { type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCall } from '../../kit/client/query.ts';
import { DialogLoadBoundary } from '../../kit/dialog-load-boundary.tsx';
import { useText } from '../../kit/i18n.ts';
import { InlineLoadBoundary } from '../../kit/inline-load-boundary.tsx';
import { useKeys } from '../../kit/keys.ts';
import { lazyWithRetry } from '../../kit/lazy-with-retry.tsx';
import { declaredList } from '../../kit/list/declared-list.ts';
import { SidePanel } from '../../kit/parts/side-panel.tsx';
import { useCan } from '../../kit/permission.tsx';
import { useIsPhone, useIsRoomy } from '../../kit/use-media.ts';
import { AlertSettings } from './session/alert-settings.tsx';
import { useAlerts } from './session/alerts.ts';
import styles from './session/inbox.module.css';
import { Queue } from './session/queue.tsx';
import type { ThreadHandle } from './session/thread.tsx';
import { TAKEN, useActions } from './session/use-actions.ts';
import { type Filters, filtersOf, useQueue } from './session/use-queue.ts';

const Thread = lazyWithRetry(() => import('./session/thread.tsx'));
const NewSession = lazyWithRetry(() => import('./session/new-session.tsx'));
const Context = lazyWithRetry(() => import('./session/context.tsx'));

/** The shared inbox: sessions, the open one, and the facts about its number. */
export default function Inbox() {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const filters = filtersOf(search);
  const openId = search.get('session');
  const isPhone = useIsPhone();
  const hasRoom = useIsRoomy();
  const [isContextOpen, setContextOpen] = useState(false);
  const [isBeginning, setBeginning] = useState(false);
  const canAnswer = useCan('sms/session:answer');
  const canBegin = useCan('sms/session-task:view') && canAnswer;
  const badges = useCall(smsSession, 'badges', {
    ...(filters.taskId ? { taskId: filters.taskId } : {}),
    ...(filters.minutes ? { minutes: Number(filters.minutes) } : {}),
  });
  const queue = useQueue(filters);
  const thread = useRef<ThreadHandle>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  useAlerts(badges.data);

  const write = (change: Readonly<Record<string, string | null>>) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(change)) {
      if (value === null || value === '') next.delete(name);
      else next.set(name, value);
    }
    setSearch(next, { replace: true });
  };
  const open = (id: string | null) => {
    queue.hold(id);
    write({ session: id });
  };
  const act = useActions({ queue, openId, open });
  useInboxKeys({ queue, openId, open, act, thread, searchBox });

  const current = queue.items.find(({ id }) => id === openId);
  const showsList = !isPhone || openId === null;
  return (
    <div className={styles.inbox} data-roomy={hasRoom || undefined} data-phone={isPhone || undefined}>
      {showsList && (
        <section className={styles.list} aria-label={t({ zh: '会话列表', en: 'Sessions' })}>
          <div className={styles.title}>
            <h1>{t({ zh: '收件箱', en: 'Inbox' })}</h1>
            <AlertSettings isOnDuty={badges.data?.isOnDuty ?? false} capacity={badges.data?.capacity ?? 10} />
            {canBegin && (
              <Button size="small" onClick={() => setBeginning(true)}>
                {t({ zh: '新会话', en: 'New session' })}
              </Button>
            )}
          </div>
          <Queue
            filters={filters}
            badges={badges.data}
            queue={queue}
            openId={openId}
            searchBox={searchBox}
            onFilter={(change: Partial<Filters>) => write(change as Record<string, string | null>)}
            onOpen={open}
          />
        </section>
      )}
      {isBeginning && (
        <DialogLoadBoundary onFailed={() => setBeginning(false)}>
          <Suspense>
            <NewSession onOpen={open} onClose={() => setBeginning(false)} />
          </Suspense>
        </DialogLoadBoundary>
      )}
      {openId !== null ? (
        <Later>
          <Thread
            key={openId}
            ref={thread}
            id={openId}
            item={current}
            act={act}
            onBack={isPhone ? () => open(null) : undefined}
            onContext={hasRoom ? undefined : () => setContextOpen(true)}
          />
        </Later>
      ) : (
        !isPhone && <Nothing isEmpty={queue.items.length === 0} onNext={() => open(queue.nextUnread(null))} />
      )}
      {openId !== null && hasRoom && (
        <aside className={styles.context} aria-label={t({ zh: '客户资料', en: 'Contact' })}>
          <Later>
            <Context id={openId} />
          </Later>
        </aside>
      )}
      {openId !== null && isContextOpen && !hasRoom && (
        <SidePanel title={t({ zh: '客户资料', en: 'Contact' })} width={420} onClose={() => setContextOpen(false)}>
          <Later>
            <Context id={openId} />
          </Later>
        </SidePanel>
      )}
    </div>
  );
}

/** A part that is loaded with the first session that opens. */
function Later({ children }: { readonly children: ReactNode }) {
  return (
    <InlineLoadBoundary>
      <Suspense fallback={<Spin />}>{children}</Suspense>
    </InlineLoadBoundary>
  );
}

function Nothing({ isEmpty, onNext }: { readonly isEmpty: boolean; readonly onNext: () => void }) {
  const t = useText();
  return (
    <section className={styles.nothing} aria-label={t({ zh: '会话', en: 'Session' })}>
      <p>
        {isEmpty
          ? t({ zh: '没有待处理的会话', en: 'No sessions are waiting' })
          : t({
              zh: '选择一个会话，或按 J、K 移动，Enter 打开',
              en: 'Select a conversation · J/K to move · Enter to open',
            })}
      </p>
      {!isEmpty && <Button onClick={onNext}>{t({ zh: '打开下一个未读（U）', en: 'Open the next unread (U)' })}</Button>}
    </section>
  );
}

interface Keys {
  readonly queue: ReturnType<typeof useQueue>;
  readonly openId: string | null;
  readonly open: (id: string | null) => void;
  readonly act: ReturnType<typeof useActions>;
  readonly thread: RefObject<ThreadHandle | null>;
  readonly searchBox: RefObject<HTMLInputElement | null>;
}

/** Keys of the inbox; none while the user types. */
function useInboxKeys({ queue, openId, open, act, thread, searchBox }: Keys) {
  const onOpen = (work: (id: string) => void) => (openId === null ? undefined : () => work(openId));
  useKeys({
    j: () => queue.move(1, openId),
    k: () => queue.move(-1, openId),
    enter: queue.cursor === null ? undefined : () => open(queue.cursor),
    r: () => thread.current?.write('reply'),
    n: () => thread.current?.write('note'),
    e: onOpen((id) => void act.close(id)),
    'shift+e': onOpen((id) => void act.closeAndNext(id)),
    a: onOpen((id) => void act.take(id)),
    s: onOpen((id) => void act.snooze(id)),
    u: () => open(queue.nextUnread(openId)),
    '/': () => searchBox.current?.focus(),
    escape: openId === null ? undefined : () => open(null),
  });
}

Inbox.list = declaredList(smsSession, {
  rowActions: [
    {
      key: 'take',
      label: { zh: '领取', en: 'Take' },
      permission: 'answer',
      isOffered: ({ assignedUser }) => assignedUser === null,
      call: 'take',
      done: TAKEN,
    },
  ],
});
