import FilterOutlined from '@ant-design/icons/FilterOutlined';
import { useVirtualizer } from '@tanstack/react-virtual';
import { smsSession } from '@trade-assistant/contract/areas/sms/session.ts';
import { type InboxView, inboxViews } from '@trade-assistant/contract/areas/sms/session-calls.ts';
import { sessionFlag, sessionStatus } from '@trade-assistant/contract/areas/sms/session-dictionaries.ts';
import { sessionTask } from '@trade-assistant/contract/areas/sms/session-task.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import Button from 'antd/es/button';
import Empty from 'antd/es/empty';
import Input from 'antd/es/input/Input';
import Popover from 'antd/es/popover';
import Select from 'antd/es/select';
import Skeleton from 'antd/es/skeleton';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useCall } from '../../../kit/client/query.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { useCan } from '../../../kit/permission.tsx';
import styles from './inbox.module.css';
import { shortTime, useNow, waitingText } from './session-waits.ts';
import type { Badges, Filters, Item, useQueue } from './use-queue.ts';

const VIEWS: Readonly<Record<InboxView, Text>> = {
  mine: { zh: '我的', en: 'Mine' },
  unassigned: { zh: '未分配', en: 'Unassigned' },
  all: { zh: '全部', en: 'All' },
  unread: { zh: '未读', en: 'Unread' },
  waiting: { zh: '等待', en: 'Waiting' },
  optedOut: { zh: '已退订', en: 'Opted out' },
};
const ROW = 84;
const MINUTES = ['0', '5', '15', '60', '240'] as const;

interface QueueProps {
  readonly filters: Filters;
  readonly badges: Badges | undefined;
  readonly queue: ReturnType<typeof useQueue>;
  readonly openId: string | null;
  readonly searchBox: RefObject<HTMLInputElement | null>;
  readonly onFilter: (change: Partial<Filters>) => void;
  readonly onOpen: (id: string) => void;
}

/** The list of the inbox with its views; rows keep their places under the pointer. */
export function Queue({ filters, badges, queue, openId, searchBox, onFilter, onOpen }: QueueProps) {
  const t = useText();
  const locale = useLocale();
  const [typed, setTyped] = useState(filters.find ?? '');
  const canList = useCan('sms/session-task:view');
  const tasks = useCall(sessionTask, 'select', {}, { enabled: canList });
  const isNarrowed = filters.sort !== 'waiting' || (filters.minutes ?? '0') !== '0' || filters.taskId !== null;
  const more = (
    <div className={styles.choices}>
      <Select
        aria-label={t({ zh: '排序', en: 'Order' })}
        value={filters.sort}
        options={[
          { value: 'waiting', label: t({ zh: '等待最久', en: 'Longest waiting' }) },
          { value: 'activity', label: t({ zh: '最近活动', en: 'Latest activity' }) },
        ]}
        onChange={(sort) => onFilter({ sort })}
      />
      {filters.view === 'waiting' && (
        <Select
          aria-label={t({ zh: '等待时长', en: 'Waiting for' })}
          value={filters.minutes ?? '0'}
          options={MINUTES.map((value) => ({
            value,
            label:
              value === '0'
                ? t({ zh: '任意时长', en: 'Any time' })
                : t({ zh: '{n} 分钟以上', en: 'over {n} min' }, { n: value }),
          }))}
          onChange={(minutes) => onFilter({ minutes })}
        />
      )}
      {(tasks.data?.length ?? 0) > 1 && (
        <Select
          allowClear
          aria-label={t({ zh: '会话任务', en: 'Session task' })}
          placeholder={t({ zh: '全部会话任务', en: 'All session tasks' })}
          value={filters.taskId}
          options={(tasks.data ?? []).map(({ value, label, labelEn }) => ({
            value,
            label: locale === 'en' ? labelEn : label,
          }))}
          onChange={(taskId) => onFilter({ taskId: taskId ?? null })}
        />
      )}
    </div>
  );
  return (
    <>
      <div className={styles.filters}>
        <Select
          aria-label={t({ zh: '视图', en: 'View' })}
          value={filters.view}
          popupMatchSelectWidth={false}
          options={inboxViews.map((view) => ({
            value: view,
            label: badges ? `${t(VIEWS[view])} ${badges[view].toLocaleString()}` : t(VIEWS[view]),
          }))}
          onChange={(view) => onFilter({ view })}
        />
        <Input
          className={styles.search ?? ''}
          ref={(box) => {
            searchBox.current = box?.input ?? null;
          }}
          value={typed}
          allowClear
          maxLength={100}
          aria-label={t({ zh: '搜索内容或号码（/）', en: 'Search texts or numbers (/)' })}
          placeholder={t({ zh: '搜索内容或号码（/）', en: 'Search texts or numbers (/)' })}
          onChange={({ target }) => {
            setTyped(target.value);
            if (target.value === '') onFilter({ find: null });
          }}
          onPressEnter={() => onFilter({ find: typed.trim() })}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur();
          }}
        />
        <Popover trigger="click" placement="bottomRight" content={more}>
          <Button
            aria-label={t({ zh: '排序与筛选', en: 'Order and filters' })}
            title={t({ zh: '排序与筛选', en: 'Order and filters' })}
            icon={<FilterOutlined aria-hidden />}
            type={isNarrowed ? 'primary' : 'default'}
            ghost={isNarrowed}
          />
        </Popover>
      </div>
      {queue.fresh > 0 && (
        <Button size="small" type="link" onClick={queue.renew}>
          {t({ zh: '{n} 个新会话，点击更新顺序', en: '{n} new sessions; show them' }, { n: queue.fresh })}
        </Button>
      )}
      {queue.error && <ListProblem error={queue.error} onRetry={queue.retry} />}
      {queue.isLoading && !queue.error ? (
        <Skeleton active paragraph={{ rows: 6 }} />
      ) : queue.items.length === 0 && !queue.error ? (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={
            filters.find || filters.view !== 'all'
              ? t({ zh: '没有符合条件的会话', en: 'No sessions match' })
              : t(smsSession.empty ?? { zh: '', en: '' })
          }
        />
      ) : (
        <Rows queue={queue} openId={openId} onOpen={onOpen} />
      )}
    </>
  );
}

function Rows({ queue, openId, onOpen }: Pick<QueueProps, 'queue' | 'openId' | 'onOpen'>) {
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  const now = useNow();
  const { items, cursor, hasMore, isLoadingMore, more } = queue;
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW,
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: 8,
    useFlushSync: false,
  });
  const rows = virtualizer.getVirtualItems();
  const lastShown = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoadingMore && lastShown > items.length - 10) more();
  });
  const at = items.findIndex(({ id }) => id === cursor);
  useEffect(() => {
    if (at >= 0) virtualizer.scrollToIndex(at);
  }, [at, virtualizer]);
  return (
    <div
      ref={frame}
      className={styles.rows}
      onPointerEnter={() => queue.point(true, openId !== null)}
      onPointerLeave={() => queue.point(false, openId !== null)}
    >
      <ul
        className={styles.stack}
        style={{ blockSize: virtualizer.getTotalSize() }}
        aria-label={t({ zh: '会话', en: 'Sessions' })}
      >
        {rows.map(({ index, key, start }) => {
          const item = items[index];
          return (
            item && (
              <li key={key} className={styles.place} style={{ transform: `translateY(${start}px)`, blockSize: ROW }}>
                <Row
                  {...{ item, now }}
                  isOpen={item.id === openId}
                  isAt={item.id === cursor}
                  onOpen={() => onOpen(item.id)}
                />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

interface RowProps {
  readonly item: Item;
  readonly now: number;
  readonly isOpen: boolean;
  readonly isAt: boolean;
  readonly onOpen: () => void;
}

function Row({ item, now, isOpen, isAt, onOpen }: RowProps) {
  const t = useText();
  const locale = useLocale();
  const state = entryOf(sessionStatus, item.sessionStatus);
  const flags = Object.values(sessionFlag.entries).filter(({ value }) => (item.flags & value) !== 0);
  return (
    <button
      type="button"
      className={styles.row}
      aria-current={isOpen || undefined}
      data-at={isAt || undefined}
      data-unread={item.unread > 0 || undefined}
      onClick={onOpen}
    >
      <span className={styles.rowTop}>
        <strong>{item.number}</strong>
        <time>{shortTime(item.lastMsgTime)}</time>
      </span>
      <span className={styles.rowText}>
        {item.hasDraft && <em>{t({ zh: '草稿', en: 'Draft' })} · </em>}
        {item.lastDirection === 1 && `${t({ zh: '我方', en: 'Us' })}: `}
        {item.lastContent ?? '—'}
      </span>
      <span className={styles.rowFoot}>
        {item.waitingSince ? (
          <span className={styles.wait} data-long={waitingText(item.waitingSince, now, t).isLong || undefined}>
            {waitingText(item.waitingSince, now, t).text}
          </span>
        ) : (
          <span className="kit-status" data-tone={state?.tone}>
            {state?.[locale]}
          </span>
        )}
        <span>{item.assignedName ?? t({ zh: '未分配', en: 'Unassigned' })}</span>
        {flags.map((flag) => (
          <span key={flag.value} className={styles.flag}>
            {flag[locale]}
          </span>
        ))}
        {item.unread > 0 && (
          <span className={styles.unread}>
            <span aria-hidden>{item.unread}</span>
            <span className={styles.spoken}>{t({ zh: '{n} 条未读', en: '{n} unread' }, { n: item.unread })}</span>
          </span>
        )}
      </span>
    </button>
  );
}
