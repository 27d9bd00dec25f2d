import { messageRead, messageType } from '@trade-assistant/contract/areas/message/dictionaries.ts';
import { message } from '@trade-assistant/contract/areas/message/index.ts';
import Button from 'antd/es/button';
import { useCall } from '../../kit/client/query.ts';
import { DictValue } from '../../kit/fields/status.tsx';
import { TimeValue } from '../../kit/fields/time-value.tsx';
import { useText } from '../../kit/i18n.ts';
import { removeMessages } from './mark-read.ts';
import { LoadedMessage } from './reading.tsx';

/** A sent message with its readers. */
export function SentView({ id, onGone }: { id: string; onGone: () => void }) {
  const t = useText();
  const { data, error, refetch } = useCall(message, 'sendDetail', { id }, { staleMillis: 0 });
  return (
    <LoadedMessage isPending={!data} error={error} onRetry={() => void refetch()}>
      {data && (
        <article className="kit-message">
          <h2>{data.title}</h2>
          <p className="kit-weak">
            <TimeValue wire={data.createTime} /> · <DictValue dictionary={messageType} value={data.type} /> ·{' '}
            {t(
              { zh: '{read} / {all} 人已读', en: 'Read by {read} of {all}' },
              { read: data.readCount, all: data.recipientCount },
            )}
          </p>
          <p className="kit-whole">{data.content}</p>
          <ul className="kit-readers">
            {data.readers.map(({ name, isRead, readTime }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name, and the list is never rearranged
              <li key={index}>
                <span>{name}</span>
                <span>
                  <DictValue dictionary={messageRead} value={isRead} /> {readTime && <TimeValue wire={readTime} />}
                </span>
              </li>
            ))}
          </ul>
          <footer>
            <Button danger onClick={() => void removeMessages([id]).then((isGone) => isGone && onGone())}>
              {t({ zh: '从已发送中删除', en: 'Delete from sent' })}
            </Button>
          </footer>
        </article>
      )}
    </LoadedMessage>
  );
}
