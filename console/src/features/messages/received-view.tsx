import { messageType } from '@trade-assistant/contract/areas/message/dictionaries.ts';
import { message } from '@trade-assistant/contract/areas/message/index.ts';
import Button from 'antd/es/button';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useCall } from '../../kit/client/query.ts';
import { documentAddress } from '../../kit/dictionaries.ts';
import { DictValue } from '../../kit/fields/status.tsx';
import { TimeValue } from '../../kit/fields/time-value.tsx';
import { useLocale, useText } from '../../kit/i18n.ts';
import { useIsLive } from '../../kit/realtime/channel.ts';
import { messagesChanged, removeMessages } from './mark-read.ts';
import { titleOf } from './message-title.ts';
import { LoadedMessage } from './reading.tsx';

/** A received message; opening it has marked it as read. */
export function ReceivedView({ id, onGone, onLeave }: { id: string; onGone: () => void; onLeave: () => void }) {
  const t = useText();
  const locale = useLocale();
  const navigate = useNavigate();
  const { data, error, refetch } = useCall(message, 'detail', { id });
  const address = documentAddress(data?.bizType, data?.route);
  const isOpened = data !== undefined;
  useEffect(() => {
    // With a push channel the server reports the change itself.
    if (isOpened && !useIsLive.getState().isLive) void messagesChanged();
  }, [isOpened]);
  return (
    <LoadedMessage isPending={!data} error={error} onRetry={() => void refetch()}>
      {data && (
        <article className="kit-message">
          <h2>{titleOf(data, locale)}</h2>
          <p className="kit-weak">
            {data.createUserName} · <TimeValue wire={data.createTime} /> ·{' '}
            <DictValue dictionary={messageType} value={data.type} />
          </p>
          <p className="kit-whole">{data.content}</p>
          <footer className="kit-toolbar-main">
            {address && (
              <Button
                type="primary"
                onClick={() => {
                  void navigate(address);
                  onLeave();
                }}
              >
                {t({ zh: '打开相关页面', en: 'Open page' })}
              </Button>
            )}
            <Button danger onClick={() => void removeMessages([id]).then((isGone) => isGone && onGone())}>
              {t({ zh: '删除', en: 'Delete' })}
            </Button>
          </footer>
        </article>
      )}
    </LoadedMessage>
  );
}
