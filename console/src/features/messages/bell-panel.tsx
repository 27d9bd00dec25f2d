import { notice } from '@trade-assistant/contract/areas/desk/notice.ts';
import { message } from '@trade-assistant/contract/areas/message/index.ts';
import Button from 'antd/es/button';
import Empty from 'antd/es/empty';
import Segmented from 'antd/es/segmented';
import Skeleton from 'antd/es/skeleton';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../kit/client/call-error.ts';
import { useCall } from '../../kit/client/query.ts';
import { relativeTime } from '../../kit/fields/time.ts';
import { useLocale, useText } from '../../kit/i18n.ts';
import { useCan } from '../../kit/permission.tsx';
import { openMessages, type View } from './desk.ts';
import { type Message, useInbox } from './inbox.ts';
import { markAllRead, openSubject } from './mark-read.ts';
import { titleOf } from './message-title.ts';
import { useReadNotices } from './read-notices.ts';
import './messages.css';

const NEWEST = 6;

/** The panel of the bell: the newest messages and notices, with links to all. */
export default function BellPanel({ onLeave }: { onLeave: () => void }) {
  const t = useText();
  const unread = useInbox((inbox) => inbox.unread);
  const canSend = useCan('message:send');
  const [tab, setTab] = useState<'messages' | 'notices'>('messages');
  const go = (view: View) => {
    onLeave();
    openMessages(view);
  };
  return (
    <div className="kit-bell">
      <header>
        <Segmented<'messages' | 'notices'>
          value={tab}
          onChange={setTab}
          options={[
            {
              value: 'messages',
              label: unread
                ? t({ zh: '消息 {n}', en: 'Messages {n}' }, { n: unread })
                : t({ zh: '消息', en: 'Messages' }),
            },
            { value: 'notices', label: t({ zh: '通知', en: 'Notices' }) },
          ]}
        />
        {tab === 'messages' && unread > 0 && (
          <Button type="link" size="small" onClick={() => void markAllRead()}>
            {t({ zh: '全部已读', en: 'Mark all read' })}
          </Button>
        )}
      </header>
      {tab === 'messages' ? (
        <Messages
          onOpen={(row) => {
            onLeave();
            openSubject(row);
          }}
        />
      ) : (
        <Notices onGo={go} />
      )}
      <footer>
        <Button type="text" onClick={() => go({ kind: tab === 'messages' ? 'received' : 'notices' })}>
          {t({ zh: '查看全部', en: 'View all' })}
        </Button>
        {canSend && (
          <Button type="text" onClick={() => go({ kind: 'compose' })}>
            {t({ zh: '发消息', en: 'New message' })}
          </Button>
        )}
      </footer>
    </div>
  );
}

function Messages({ onOpen }: { onOpen: (row: Message) => void }) {
  const t = useText();
  const locale = useLocale();
  const { data, error, refetch } = useCall(message, 'my/topList', { size: NEWEST }, { staleMillis: 0 });
  return (
    <Lines
      isPending={!data}
      error={error}
      onRetry={() => void refetch()}
      isEmpty={data?.records.length === 0}
      empty={t({ zh: '还没有消息', en: 'No messages yet' })}
    >
      {data?.records.map((row) => (
        <li key={row.id}>
          <button type="button" onClick={() => onOpen(row)} data-unread={row.isRead === 1}>
            <strong>
              {row.isRead === 1 && <span className="kit-unread" title={t({ zh: '未读', en: 'Unread' })} />}
              {titleOf(row, locale)}
            </strong>
            <span className="kit-line">{row.content}</span>
            <span className="kit-weak" title={row.createTime}>
              {row.createUserName} · {relativeTime(row.createTime, locale)}
            </span>
          </button>
        </li>
      ))}
    </Lines>
  );
}

function Notices({ onGo }: { onGo: (view: View) => void }) {
  const t = useText();
  const locale = useLocale();
  const read = useReadNotices();
  const { data, error, refetch } = useCall(notice, 'latest', { size: NEWEST }, { staleMillis: 0 });
  return (
    <Lines
      isPending={!data}
      error={error}
      onRetry={() => void refetch()}
      isEmpty={data?.length === 0}
      empty={t({ zh: '还没有通知', en: 'No notices yet' })}
    >
      {data?.map((row) => (
        <li key={row.id}>
          <button type="button" onClick={() => onGo({ kind: 'notice', id: row.id })} data-unread={!read.has(row.id)}>
            <strong>
              {!read.has(row.id) && <span className="kit-unread" title={t({ zh: '未读', en: 'Unread' })} />}
              {row.title}
            </strong>
            <span className="kit-weak" title={row.releaseTime}>
              {relativeTime(row.releaseTime, locale)}
            </span>
          </button>
        </li>
      ))}
    </Lines>
  );
}

interface LinesProps {
  readonly isPending: boolean;
  readonly isEmpty: boolean;
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly empty: string;
  readonly children: ReactNode;
}

function Lines({ isPending, isEmpty, error, onRetry, empty, children }: LinesProps) {
  const t = useText();
  if (error)
    return (
      <div className="kit-bell-still" role="alert">
        <p className="kit-bad">{messageOf(error)}</p>
        <Button size="small" onClick={onRetry}>
          {t({ zh: '重试', en: 'Retry' })}
        </Button>
      </div>
    );
  if (isPending)
    return (
      <div className="kit-bell-still">
        <Skeleton active title={false} paragraph={{ rows: 5 }} />
      </div>
    );
  if (isEmpty) return <Empty className="kit-bell-still" image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} />;
  return <ul>{children}</ul>;
}
