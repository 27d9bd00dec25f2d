import { messageType } from '@trade-assistant/contract/areas/message/dictionaries.ts';
import { message } from '@trade-assistant/contract/areas/message/index.ts';
import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { useMemo, useState } from 'react';
import { useCall } from '../../kit/client/query.ts';
import { DictValue } from '../../kit/fields/status.tsx';
import { relativeTime } from '../../kit/fields/time.ts';
import { type Translate, useLocale, useText } from '../../kit/i18n.ts';
import { type Column, ownColumn } from '../../kit/list/table/columns.tsx';
import { useIsPhone } from '../../kit/use-media.ts';
import { MessageTable, type Paging } from './message-table.tsx';

type SentMessage = CallData<typeof message, 'my/sendList', 'in'>['records'][number];

/** Sent messages with recipients and read counts. */
export function SentList({ onOpen }: { onOpen: (id: string) => void }) {
  const t = useText();
  const locale = useLocale();
  const isPhone = useIsPhone();
  const [paging, setPaging] = useState<Paging>({ current: 1, size: 10 });
  const { data, error, isFetching, refetch } = useCall(
    message,
    'my/sendList',
    { ...paging },
    { keepPrevious: true, staleMillis: 0 },
  );
  const columns = useMemo(() => columnsOfSent(t, locale, isPhone), [t, locale, isPhone]);
  return (
    <MessageTable<SentMessage>
      label={{ zh: '已发送', en: 'Sent' }}
      columns={columns}
      page={data}
      paging={paging}
      onPaging={setPaging}
      isLoading={isFetching}
      error={error}
      onRetry={() => void refetch()}
      empty={{ zh: '您发出的消息会出现在这里', en: 'Sent messages appear here' }}
      onOpen={onOpen}
    />
  );
}

const columnsOfSent = (t: Translate, locale: Locale, isPhone: boolean): readonly Column[] => [
  ownColumn<SentMessage>('title', {
    title: { zh: '标题', en: 'Title' },
    width: 'rest',
    render: (row) => (
      <div className="kit-message-cell">
        <span>{row.title}</span>
        <small className="kit-weak kit-line">
          {t({ zh: '发给 {names}', en: 'To {names}' }, { names: row.recipients.join(t({ zh: '、', en: ', ' })) })}
        </small>
      </div>
    ),
  }),
  ...(isPhone
    ? []
    : [
        ownColumn<SentMessage>('type', {
          title: { zh: '类型', en: 'Type' },
          wraps: false,
          render: ({ type }) => <DictValue dictionary={messageType} value={type} />,
        }),
      ]),
  ownColumn<SentMessage>('read', {
    title: { zh: '已读', en: 'Read' },
    align: 'right',
    wraps: false,
    render: ({ readCount, recipientCount }) => (
      <span className="kit-number">
        {readCount} / {recipientCount}
      </span>
    ),
  }),
  ownColumn<SentMessage>('createTime', {
    title: { zh: '时间', en: 'Time' },
    wraps: false,
    render: ({ createTime }) => <time title={createTime}>{relativeTime(createTime, locale)}</time>,
  }),
];
