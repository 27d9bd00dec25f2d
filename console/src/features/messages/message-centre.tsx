import ArrowLeftOutlined from '@ant-design/icons/ArrowLeftOutlined';
import EditOutlined from '@ant-design/icons/EditOutlined';
import Button from 'antd/es/button';
import Segmented from 'antd/es/segmented';
import Skeleton from 'antd/es/skeleton';
import Switch from 'antd/es/switch';
import { Suspense } from 'react';
import { useText } from '../../kit/i18n.ts';
import { InlineLoadBoundary } from '../../kit/inline-load-boundary.tsx';
import { lazyWithRetry } from '../../kit/lazy-with-retry.tsx';
import { useCan } from '../../kit/permission.tsx';
import { usePreference } from '../../kit/preferences.ts';
import type { View } from './desk.ts';
import { NoticeList } from './notice-list.tsx';
import { NoticeView } from './notice-view.tsx';
import { ReceivedList } from './received-list.tsx';
import { ReceivedView } from './received-view.tsx';
import { SentList } from './sent-list.tsx';
import { SentView } from './sent-view.tsx';
import { playSound, SOUND_KEY } from './sound.ts';
import './messages.css';

const Compose = lazyWithRetry(() => import('./compose.tsx'));

interface MessageCentreProps {
  readonly view: View;
  readonly onView: (view: View) => void;
  /** When another page is opened from a message. */
  readonly onLeave: () => void;
}

/** The views of messages: received, sent, notices, a single one, and composing. */
export function MessageCentre({ view, onView, onLeave }: MessageCentreProps) {
  const t = useText();
  const canSend = useCan('message:send');
  const [isLoud, setLoud] = usePreference<boolean>(SOUND_KEY, true);
  const list = listOf(view);
  if (view.kind !== list)
    return (
      <div className="kit-messages">
        <div>
          <Button type="text" icon={<ArrowLeftOutlined aria-hidden />} onClick={() => onView({ kind: list })}>
            {t({ zh: '返回列表', en: 'Back to the list' })}
          </Button>
        </div>
        <Opened view={view} onView={onView} onLeave={onLeave} />
      </div>
    );
  return (
    <div className="kit-messages">
      <div className="kit-toolbar">
        <Segmented<'received' | 'sent' | 'notices'>
          value={list}
          onChange={(kind) => onView({ kind })}
          options={[
            { value: 'received', label: t({ zh: '收件箱', en: 'Inbox' }) },
            { value: 'sent', label: t({ zh: '已发送', en: 'Sent' }) },
            { value: 'notices', label: t({ zh: '通知', en: 'Notices' }) },
          ]}
        />
        <div className="kit-tools">
          {/* biome-ignore lint/a11y/noLabelWithoutControl: Ant Design's switch is a button, which a label may name */}
          <label className="kit-sound">
            <Switch
              size="small"
              checked={isLoud}
              onChange={(isOn) => {
                setLoud(isOn);
                if (isOn) playSound();
              }}
            />
            {t({ zh: '提示音', en: 'Sound' })}
          </label>
          {canSend && (
            <Button type="primary" icon={<EditOutlined aria-hidden />} onClick={() => onView({ kind: 'compose' })}>
              {t({ zh: '发消息', en: 'New message' })}
            </Button>
          )}
        </div>
      </div>
      {list === 'received' && <ReceivedList onOpen={(id) => onView({ kind: 'message', id })} />}
      {list === 'sent' && <SentList onOpen={(id) => onView({ kind: 'sent-message', id })} />}
      {list === 'notices' && <NoticeList onOpen={(id) => onView({ kind: 'notice', id })} />}
    </div>
  );
}

function Opened({ view, onView, onLeave }: MessageCentreProps) {
  switch (view.kind) {
    case 'message':
      return <ReceivedView key={view.id} id={view.id} onGone={() => onView({ kind: 'received' })} onLeave={onLeave} />;
    case 'sent-message':
      return <SentView key={view.id} id={view.id} onGone={() => onView({ kind: 'sent' })} />;
    case 'notice':
      return <NoticeView key={view.id} id={view.id} />;
    default:
      return (
        <InlineLoadBoundary>
          <Suspense fallback={<Skeleton active />}>
            <Compose onSent={() => onView({ kind: 'sent' })} />
          </Suspense>
        </InlineLoadBoundary>
      );
  }
}

const listOf = ({ kind }: View): 'received' | 'sent' | 'notices' =>
  kind === 'sent' || kind === 'sent-message' || kind === 'compose'
    ? 'sent'
    : kind === 'notices' || kind === 'notice'
      ? 'notices'
      : 'received';
