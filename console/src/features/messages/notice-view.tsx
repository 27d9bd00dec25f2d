import { notice, noticeCategory } from '@trade-assistant/contract/areas/desk/notice.ts';
import { useEffect } from 'react';
import { useCall } from '../../kit/client/query.ts';
import { DictValue } from '../../kit/fields/status.tsx';
import { TimeValue } from '../../kit/fields/time-value.tsx';
import { RichTextView } from '../../kit/rich-text/rich-text-view.tsx';
import { markNoticeRead } from './read-notices.ts';
import { LoadedMessage } from './reading.tsx';

const pictures = { resource: notice, call: 'picture' } as const;

/** A notice for its readers; showing it marks it as read. */
export function NoticeView({ id }: { id: string }) {
  const { data, error, refetch } = useCall(notice, 'detail', { id });
  const isShown = data !== undefined;
  useEffect(() => {
    if (isShown) markNoticeRead(id);
  }, [id, isShown]);
  return (
    <LoadedMessage isPending={!data} error={error} onRetry={() => void refetch()}>
      {data && (
        <article className="kit-message">
          <h2>{data.title}</h2>
          <p className="kit-weak">
            <DictValue dictionary={noticeCategory} value={data.category} /> · {data.createUserName} ·{' '}
            <TimeValue wire={data.releaseTime} />
          </p>
          <RichTextView html={data.content} pictures={pictures} />
        </article>
      )}
    </LoadedMessage>
  );
}
