import { messageType } from '@trade-assistant/contract/areas/message/dictionaries.ts';
import { message } from '@trade-assistant/contract/areas/message/index.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import type { ColumnsType } from 'antd/es/table';
import { useState } from 'react';
import { useCall } from '../../kit/client/query.ts';
import { DictValue } from '../../kit/fields/status.tsx';
import { relativeTime } from '../../kit/fields/time.ts';
import { useLocale, useText } from '../../kit/i18n.ts';
import { MessageTable, type Paging } from './message-table.tsx';

type Sent = CallData<typeof message, 'my/sendList', 'in'>['records'][number];

/** What one sent, to whom, and how many have read it. */
export function SentList({ onOpen }: { onOpen: (id: string) => void }) {
  const t = useText();
  const locale = useLocale();
  const [paging, setPaging] = useState<Paging>({ current: 1, size: 10 });
  const { data, error, isFetching, refetch } = useCall(
    message,
    'my/sendList',
    { ...paging },
    { keepPrevious: true, staleMillis: 0 },
  );
  const columns: ColumnsType<Sent> = [
    {
      key: 'title',
      title: t({ zh: '标题', en: 'Title' }),
      render: (_value, row) => (
        <div className="kit-message-cell">
          <span>{row.title}</span>
          <small className="kit-weak kit-line">
            {t({ zh: '发给 {names}', en: 'To {names}' }, { names: row.recipients.join(t({ zh: '、', en: ', ' })) })}
          </small>
        </div>
      ),
    },
    {
      key: 'type',
      title: t({ zh: '类型', en: 'Type' }),
      width: 110,
      responsive: ['md'],
      render: (_value, { type }) => <DictValue dictionary={messageType} value={type} />,
    },
    {
      key: 'read',
      title: t({ zh: '已读', en: 'Read' }),
      width: 84,
      align: 'right',
      render: (_value, { readCount, recipientCount }) => (
        <span className="kit-number">
          {readCount} / {recipientCount}
        </span>
      ),
    },
    {
      key: 'createTime',
      title: t({ zh: '时间', en: 'Time' }),
      width: 96,
      render: (_value, { createTime }) => <time title={createTime}>{relativeTime(createTime, locale)}</time>,
    },
  ];
  return (
    <MessageTable<Sent>
      columns={columns}
      page={data}
      paging={paging}
      onPaging={setPaging}
      isLoading={isFetching}
      error={error}
      onRetry={() => void refetch()}
      empty={t({ zh: '您发出的消息会出现在这里', en: 'What you send appears here' })}
      onOpen={({ id }) => onOpen(id)}
    />
  );
}
