import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import { messageRead, messageType } from '@trade-assistant/contract/areas/message/dictionaries.ts';
import { message } from '@trade-assistant/contract/areas/message/index.ts';
import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import Button from 'antd/es/button';
import Input from 'antd/es/input/Input';
import Select from 'antd/es/select';
import { useEffect, useMemo, useState } from 'react';
import { useCall } from '../../kit/client/query.ts';
import { useDictionary } from '../../kit/dictionaries.ts';
import { DictValue } from '../../kit/fields/status.tsx';
import { relativeTime } from '../../kit/fields/time.ts';
import { useLocale, useText } from '../../kit/i18n.ts';
import { clearSelection, createSelection, useSelectionCount } from '../../kit/list/selection/selection.tsx';
import { type Column, ownColumn } from '../../kit/list/table/columns.tsx';
import { CLEAR } from '../../kit/parts/clear-icon.tsx';
import { useEvent } from '../../kit/use-event.ts';
import { useIsPhone } from '../../kit/use-media.ts';
import { type Message, useInbox } from './inbox.ts';
import { markAllRead, removeMessages } from './mark-read.ts';
import { MessageTable, type Paging } from './message-table.tsx';
import { titleOf } from './message-title.ts';

interface InboxFilter {
  readonly type?: number | undefined;
  readonly isRead?: number | undefined;
  readonly title?: string;
}

/** Received messages: filter, mark as read, open, remove. */
export function ReceivedList({ onOpen }: { onOpen: (id: string) => void }) {
  const t = useText();
  const locale = useLocale();
  const types = useDictionary(messageType);
  const reads = useDictionary(messageRead);
  const isPhone = useIsPhone();
  const unread = useInbox((inbox) => inbox.unread);
  const [typed, setTyped] = useState<InboxFilter>({});
  const [wanted, setWanted] = useState<InboxFilter>({});
  const [paging, setPaging] = useState<Paging>({ current: 1, size: 10 });
  const [selection] = useState(createSelection);
  const chosenCount = useSelectionCount(selection);
  const chosen = () => [...selection.getState().rows.keys()];
  const clear = () => clearSelection(selection);
  const { data, error, isFetching, refetch } = useCall(
    message,
    'my/list',
    { ...wanted, ...paging },
    { keepPrevious: true, staleMillis: 0 },
  );
  // The last row of the last page may just have been removed.
  const isPastTheEnd = !isFetching && data?.records.length === 0 && paging.current > 1;
  useEffect(() => {
    if (isPastTheEnd) setPaging((before) => ({ ...before, current: Math.max(1, before.current - 1) }));
  }, [isPastTheEnd]);

  const search = (change: InboxFilter = {}) => {
    setWanted({ ...typed, ...change });
    setTyped({ ...typed, ...change });
    setPaging({ ...paging, current: 1 });
    clear();
    void refetch();
  };
  const remove = async (ids: readonly string[]) => {
    if (await removeMessages(ids)) clear();
  };
  const columns = useMemo(() => columnsOfReceived(locale, isPhone), [locale, isPhone]);
  const rowMenu = useEvent(({ id }: { readonly id: string }) => (
    <Button
      type="text"
      size="small"
      icon={<DeleteOutlined aria-hidden />}
      title={t({ zh: '删除', en: 'Delete' })}
      aria-label={t({ zh: '删除', en: 'Delete' })}
      onClick={() => void remove([id])}
    />
  ));
  return (
    <>
      <form
        className="kit-message-search"
        onSubmit={(event) => {
          event.preventDefault();
          search();
        }}
      >
        <Select<number>
          allowClear
          className="kit-message-filter"
          placeholder={t({ zh: '全部类型', en: 'All types' })}
          aria-label={t({ zh: '类型', en: 'Type' })}
          value={typed.type ?? null}
          options={Object.values(types.entries).map((entry) => ({ value: entry.value, label: entry[locale] }))}
          onChange={(type) => search({ type: type ?? undefined })}
        />
        <Select<number>
          allowClear
          className="kit-message-filter"
          placeholder={t({ zh: '全部状态', en: 'All statuses' })}
          aria-label={t({ zh: '状态', en: 'State' })}
          value={typed.isRead ?? null}
          options={Object.values(reads.entries).map((entry) => ({ value: entry.value, label: entry[locale] }))}
          onChange={(isRead) => search({ isRead: isRead ?? undefined })}
        />
        <Input
          allowClear={CLEAR}
          className="kit-message-text"
          placeholder={t({ zh: '标题', en: 'Title' })}
          aria-label={t({ zh: '标题', en: 'Title' })}
          value={typed.title ?? ''}
          onChange={(event) => setTyped({ ...typed, title: event.target.value })}
        />
        <Button htmlType="submit">{t({ zh: '查询', en: 'Search' })}</Button>
      </form>
      <div className="kit-toolbar">
        <div className="kit-toolbar-main">
          <Button
            disabled={unread === 0}
            onClick={() => void markAllRead(wanted.type === undefined ? {} : { type: wanted.type })}
          >
            {wanted.type === undefined
              ? t({ zh: '全部已读', en: 'Mark all read' })
              : t({ zh: '此类全部已读', en: 'Mark this type as read' })}
          </Button>
          {chosenCount > 0 && (
            <>
              <span className="kit-selected">{t({ zh: '已选 {n} 条', en: '{n} selected' }, { n: chosenCount })}</span>
              <Button onClick={() => void markAllRead({ ids: chosen().join(',') }).then(clear)}>
                {t({ zh: '标为已读', en: 'Mark as read' })}
              </Button>
              <Button danger onClick={() => void remove(chosen())}>
                {t({ zh: '删除', en: 'Delete' })}
              </Button>
            </>
          )}
        </div>
      </div>
      <MessageTable<Message>
        label={{ zh: '收件箱', en: 'Inbox' }}
        columns={columns}
        page={data}
        paging={paging}
        onPaging={(next) => {
          setPaging(next);
          clear();
        }}
        isLoading={isFetching}
        error={error}
        onRetry={() => void refetch()}
        empty={
          Object.values(wanted).some(Boolean)
            ? { zh: '没有符合条件的消息', en: 'No matching messages' }
            : { zh: '别人发给您的消息和系统提醒会出现在这里', en: 'Messages and system notifications appear here' }
        }
        selection={selection}
        rowMenu={rowMenu}
        onOpen={onOpen}
      />
    </>
  );
}

const columnsOfReceived = (locale: Locale, isPhone: boolean): readonly Column[] => [
  ownColumn<Message>('isRead', {
    title: { zh: '状态', en: 'State' },
    wraps: false,
    render: ({ isRead }) => <DictValue dictionary={messageRead} value={isRead} />,
  }),
  ownColumn<Message>('title', {
    title: { zh: '标题', en: 'Title' },
    width: 'rest',
    render: (row) => (
      <div className="kit-message-cell" data-unread={row.isRead === 1}>
        <span>{titleOf(row, locale)}</span>
        <small className="kit-weak kit-line">{row.content}</small>
        {isPhone && (
          <small className="kit-weak">
            {row.createUserName} · {relativeTime(row.createTime, locale)}
          </small>
        )}
      </div>
    ),
  }),
  ...(isPhone
    ? []
    : [
        ownColumn<Message>('type', {
          title: { zh: '类型', en: 'Type' },
          wraps: false,
          render: ({ type }) => <DictValue dictionary={messageType} value={type} />,
        }),
        ownColumn<Message>('createUserName', {
          title: { zh: '发送人', en: 'From' },
          width: 110,
          render: ({ createUserName }) => createUserName,
        }),
        ownColumn<Message>('createTime', {
          title: { zh: '时间', en: 'Time' },
          wraps: false,
          render: ({ createTime }) => <time title={createTime}>{relativeTime(createTime, locale)}</time>,
        }),
      ]),
];
