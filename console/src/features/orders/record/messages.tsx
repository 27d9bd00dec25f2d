import { useInfiniteQuery } from '@tanstack/react-query';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { messageDirection, messageKind } from '@trade-assistant/contract/message-dictionaries.ts';
import Button from 'antd/es/button';
import Input from 'antd/es/input/Input';
import { useState } from 'react';
import { call } from '../../../kit/client/call.ts';
import { messageOf } from '../../../kit/client/call-error.ts';
import { callKey } from '../../../kit/client/query.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { Conversation, type ConversationMessage } from '../../../kit/messages/conversation.tsx';
import { Problem } from '../../../kit/parts/problem.tsx';
import { useCanAny } from '../../../kit/permission.tsx';
import type { OrderResource } from '../types.ts';
import styles from './messages.module.css';

type Message = CallData<OrderResource, 'message-history/list', 'in'>['records'][number] & { readonly id: string };

const PAGE = 50;
/** Pages that are refetched when messages arrive. */
const PAGES_MAX = 20;

interface MessagesProps {
  readonly resource: OrderResource;
  readonly orderId: string;
  /** Only those with one recipient. */
  readonly recipientId?: string;
}

/** The messages of an order, or with one recipient of it. Content that the user may not see at once is shown for a reason, which the audit trail keeps. */
export default function Messages({ resource, orderId, recipientId }: MessagesProps) {
  const t = useText();
  const locale = useLocale();
  const about = recipientId === undefined ? { orderId } : { orderPhoneId: recipientId };
  const canReveal = useCanAny()(`${resource.name}:message-plain`);
  const [revealed, setRevealed] = useState<ReadonlyMap<string, string>>(new Map());
  const [revealing, setRevealing] = useState<ReadonlySet<string>>(new Set());
  const [wanted, setWanted] = useState<string | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const history = useInfiniteQuery({
    queryKey: callKey(resource, 'message-history/list', { ...about, orderId }),
    queryFn: async ({ pageParam, signal }) =>
      (await call(
        resource,
        'message-history/list',
        { ...about, size: PAGE, ...(pageParam === '' ? {} : { before: pageParam }) },
        { signal },
      )) as { readonly records: Message[] },
    initialPageParam: '',
    getNextPageParam: ({ records }) => (records.length < PAGE ? undefined : records.at(-1)?.id),
    maxPages: PAGES_MAX,
  });
  const known = history.data?.pages.flatMap(({ records }) => records).toReversed();
  const reveal = async (id: string, why: string) => {
    setProblem(null);
    setRevealing((before) => new Set([...before, id]));
    try {
      const { contents } = await call(resource, 'message-history/reveal', { ids: id, reason: why });
      setReason(why);
      setWanted(null);
      setRevealed((before) => new Map([...before, ...contents.map((one) => [one.id, one.content] as const)]));
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setRevealing((before) => new Set([...before].filter((one) => one !== id)));
    }
  };
  return (
    <Conversation
      label={t({ zh: '消息记录', en: 'Conversation' })}
      messages={known?.map((message) => shownMessage(message, revealed, locale))}
      hasOlder={history.hasNextPage}
      isLoadingOlder={history.isFetchingNextPage}
      onOlder={() => void history.fetchNextPage()}
      error={history.error}
      onRetry={() => void history.refetch()}
      empty={t({ zh: '还没有消息', en: 'No messages yet' })}
      onReveal={canReveal ? (id) => (reason === null ? setWanted(id) : void reveal(id, reason)) : undefined}
      revealing={revealing}
    >
      <Problem text={problem} />
      {wanted !== null && (
        <ReasonLine
          isBusy={revealing.size > 0}
          onCancel={() => setWanted(null)}
          onSend={(why) => void reveal(wanted, why)}
        />
      )}
    </Conversation>
  );
}

/** Asks why content is read; the reason is used for further messages too. */
function ReasonLine({
  isBusy,
  onSend,
  onCancel,
}: {
  readonly isBusy: boolean;
  readonly onSend: (reason: string) => void;
  readonly onCancel: () => void;
}) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const label = t({ zh: '查看原因（将记入审计）', en: 'Reason for reading (kept in the audit trail)' });
  return (
    <form
      className={styles.reason}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== '') onSend(typed.trim());
      }}
    >
      <Input
        autoFocus
        value={typed}
        maxLength={200}
        placeholder={label}
        aria-label={label}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onCancel();
        }}
      />
      <Button type="primary" htmlType="submit" loading={isBusy} disabled={typed.trim() === ''}>
        {t({ zh: '显示', en: 'Show' })}
      </Button>
    </form>
  );
}

function shownMessage(message: Message, revealed: ReadonlyMap<string, string>, locale: Locale): ConversationMessage {
  const { id, direction, status, errorCode, errorText, msgType } = message;
  const isOutgoing = direction === messageDirection.is.outgoing;
  const kind = msgType === messageKind.is.text ? null : entryOf(messageKind, msgType)?.[locale];
  return {
    id,
    isOutgoing,
    time: message.sentTime,
    content: revealed.get(id) ?? message.content ?? null,
    status: isOutgoing ? (status ?? null) : null,
    failure: errorCode ? [errorCode, errorText].filter(Boolean).join(' · ') : null,
    note: [isOutgoing ? message.toNo : message.fromNo, message.templateCode ?? kind].filter(Boolean).join(' · '),
  };
}
