import { smsSession } from '@trade-assistant/contract/areas/sms/session.ts';
import {
  replyBlock,
  sessionEventKind,
  sessionFlag,
  sessionStatus,
} from '@trade-assistant/contract/areas/sms/session-dictionaries.ts';
import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { call } from '../../../kit/client/call.ts';
import { useCall } from '../../../kit/client/query.ts';
import { useSession } from '../../../kit/client/session.ts';
import { newIdempotencyKey } from '../../../kit/client/under-key.ts';
import { useLocale, useText } from '../../../kit/i18n.ts';
import { Conversation, type ConversationMessage } from '../../../kit/messages/conversation.tsx';
import { usePageVisible } from './alerts.ts';
import { Composer, type ComposerHandle } from './composer.tsx';
import { ConflictLine } from './conflict-line.tsx';
import styles from './inbox.module.css';
import { ThreadBar } from './thread-bar.tsx';
import type { Entry, Pending } from './thread-state.ts';
import type { Actions } from './use-actions.ts';
import type { Item } from './use-queue.ts';
import { type Conflict, useThread } from './use-thread.ts';
import { useTyping } from './use-typing.ts';
import { eventWords } from './words.ts';

export interface ThreadHandle {
  write(mode: 'reply' | 'note'): void;
}

interface ThreadProps {
  readonly ref: Ref<ThreadHandle>;
  readonly id: string;
  /** Its row in the list, where it is in it. */
  readonly item: Item | undefined;
  readonly act: Actions;
  /** Back to the list, on a phone. */
  readonly onBack: (() => void) | undefined;
  /** Shows the context, where there is no room beside the thread. */
  readonly onContext: (() => void) | undefined;
}

const KIND = sessionEventKind.is;
const TEXTS: readonly number[] = [KIND.received, KIND.sent, KIND.automatic, KIND.note];
const { failed, suppressed, cancelled, expired } = lineStatus.is;
const NOT_SENT: readonly number[] = [failed, suppressed, cancelled, expired];

/** A session: its entries from the oldest to the newest, and the box for replies and notes. */
export default function Thread({ ref, id, item, act, onBack, onContext }: ThreadProps) {
  const t = useText();
  const locale = useLocale();
  const { state, error, isLoadingOlder, older, resume, send, forget } = useThread(id);
  const context = useCall(smsSession, 'context', { id });
  const record = useCall(smsSession, 'detail', { id });
  const own = useSession(({ user }) => user?.userId);
  const typing = useTyping(id);
  const [conflict, setConflict] = useState<(Conflict & { readonly pending: Pending }) | null>(null);
  const box = useRef<ComposerHandle>(null);
  const begunAt = useRef<string | null>(null);
  const isVisible = usePageVisible();
  useImperativeHandle(ref, () => ({ write: (mode) => box.current?.focus(mode) }));
  // Only texts on a visible page count as seen.
  const { last } = state;
  useEffect(() => {
    if (isVisible && last !== null && last !== '0')
      void call(smsSession, 'seen', { id, place: last }).catch(() => undefined);
  }, [id, last, isVisible]);

  const deliver = async (pending: Pending, isForced = false) => {
    setConflict(null);
    const result = await send(pending, isForced);
    if (result && 'conflict' in result) {
      box.current?.restore(pending.text);
      setConflict({ ...result.conflict, pending });
    }
  };
  const submit = (text: string, mode: 'reply' | 'note') => {
    const isNote = mode === 'note';
    const pending = { clientKey: newIdempotencyKey(), text, isNote, begunAt: begunAt.current, problem: null };
    // A note leaves the reply as it is.
    if (!isNote) begunAt.current = null;
    void deliver({ ...pending, time: formatTime(new Date()) });
  };
  const status = record.data?.sessionStatus ?? item?.sessionStatus;
  const flags = record.data?.flags ?? item?.flags ?? 0;
  const block = context.data?.block ?? null;
  const shown: ConversationMessage[] = [
    ...state.entries.map((entry) => shownEntry(entry)),
    ...state.pending.map(
      (one): ConversationMessage => ({
        id: one.clientKey,
        isOutgoing: true,
        isNote: one.isNote,
        time: one.time,
        content: one.text,
        status: null,
        state: one.problem === null ? t({ zh: '发送中…', en: 'Sending…' }) : t({ zh: '未发送', en: 'Not sent' }),
        failure: one.problem,
        ...(one.problem === null
          ? {}
          : {
              actions: (
                <>
                  <Button size="small" onClick={() => void deliver(one)}>
                    {t({ zh: '重试', en: 'Retry' })}
                  </Button>
                  <Button size="small" type="text" onClick={() => forget(one.clientKey)}>
                    {t({ zh: '放弃', en: 'Discard' })}
                  </Button>
                </>
              ),
            }),
      }),
    ),
  ];

  function shownEntry(entry: Entry): ConversationMessage {
    const { kind, userId, userName, status: sent } = entry;
    if (!TEXTS.includes(kind))
      return {
        id: entry.id,
        isOutgoing: false,
        isEvent: true,
        time: entry.time,
        content: eventWords(entry, t, locale),
        status: null,
      };
    const who =
      kind === KIND.automatic
        ? t({ zh: '自动', en: 'Automatic' })
        : kind === KIND.received
          ? null
          : userId === own
            ? t({ zh: '我', en: 'Me' })
            : userName;
    return {
      id: entry.id,
      isOutgoing: kind !== KIND.received,
      isNote: kind === KIND.note,
      time: entry.time,
      content: entry.content ?? t({ zh: '（内容已过保存期限）', en: '(The text is no longer kept)' }),
      status: kind === KIND.sent || kind === KIND.automatic ? sent : null,
      note: who,
      failure:
        sent !== null && NOT_SENT.includes(sent)
          ? [entryOf(lineStatus, sent)?.[locale], entry.errorCode].filter(Boolean).join(' · ')
          : null,
    };
  }

  return (
    <section className={styles.thread} aria-label={t({ zh: '会话', en: 'Session' })}>
      <ThreadBar
        id={id}
        number={record.data?.number ?? item?.number ?? ''}
        sessionNo={record.data?.sessionNo ?? ''}
        status={status}
        assignedUser={record.data?.assignedUser ?? null}
        assignedName={record.data?.assignedName ?? null}
        people={context.data?.people ?? []}
        {...{ act, onBack, onContext }}
      />
      {(flags & sessionFlag.is.likeOptOut) !== 0 && status !== sessionStatus.is.optedOut && (
        <Alert
          type="warning"
          showIcon
          title={t({ zh: '对方可能想退订', en: 'This person may want no more messages' })}
          action={
            <Button size="small" danger onClick={() => void act.optOut(id)}>
              {t({ zh: '按退订处理', en: 'Treat as opt-out' })}
            </Button>
          }
        />
      )}
      <div className={styles.feed}>
        <Conversation
          label={t({ zh: '会话消息', en: 'Messages' })}
          messages={state.isLoaded || state.pending.length > 0 ? shown : undefined}
          hasOlder={state.hasOlder}
          isLoadingOlder={isLoadingOlder}
          onOlder={older}
          error={error}
          onRetry={() => void resume()}
          empty={t({ zh: '还没有消息', en: 'No messages yet' })}
        />
      </div>
      <p className={styles.typing} aria-live="polite">
        {typing && t({ zh: '{name} 正在输入…', en: '{name} is writing…' }, { name: typing })}
      </p>
      {conflict && (
        <ConflictLine
          conflict={conflict}
          onSend={() => void deliver(conflict.pending, true)}
          onCancel={() => setConflict(null)}
        />
      )}
      <Composer
        ref={box}
        id={id}
        draft={context.data ? (context.data.draft ?? '') : null}
        block={block && { text: t(blockText(block.code)), since: block.since }}
        price={context.data?.price ?? null}
        isOffHours={context.data?.isOffHours ?? false}
        values={{
          number: record.data?.number ?? '',
          agent: record.data?.taskName ?? '',
          me: '',
          session: record.data?.sessionNo ?? '',
        }}
        onWrite={(text) => {
          begunAt.current = text === '' ? null : (begunAt.current ?? last);
        }}
        onSend={submit}
      />
    </section>
  );
}

const blockText = (code: number) => entryOf(replyBlock, code) ?? { zh: '暂时不能回复', en: 'Nothing can be sent now' };
