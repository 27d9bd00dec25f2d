import { notice, noticeCategory } from '@trade-assistant/contract/areas/desk/notice.ts';
import Empty from 'antd/es/empty';
import { useCall } from '../../kit/client/query.ts';
import { DictValue } from '../../kit/fields/status.tsx';
import { relativeTime } from '../../kit/fields/time.ts';
import { useLocale, useText } from '../../kit/i18n.ts';
import { useReadNotices } from './read-notices.ts';
import { LoadedMessage } from './reading.tsx';

const NEWEST = 50;

/** The newest published notices. */
export function NoticeList({ onOpen }: { onOpen: (id: string) => void }) {
  const t = useText();
  const locale = useLocale();
  const read = useReadNotices();
  const { data, error, refetch } = useCall(notice, 'latest', { size: NEWEST }, { staleMillis: 0 });
  return (
    <LoadedMessage isPending={!data} error={error} onRetry={() => void refetch()}>
      {data?.length === 0 ? (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={t({ zh: '发布给所有人的通知会出现在这里', en: 'Notices published to everybody appear here' })}
        />
      ) : (
        <div className="kit-bell">
          <ul>
            {data?.map((row) => (
              <li key={row.id}>
                <button type="button" onClick={() => onOpen(row.id)} data-unread={!read.has(row.id)}>
                  <strong>
                    {!read.has(row.id) && <span className="kit-unread" title={t({ zh: '未读', en: 'Unread' })} />}
                    {row.title}
                  </strong>
                  <span className="kit-weak" title={row.releaseTime}>
                    <DictValue dictionary={noticeCategory} value={row.category} /> · {row.createUserName} ·{' '}
                    {relativeTime(row.releaseTime, locale)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </LoadedMessage>
  );
}
