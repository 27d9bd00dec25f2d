import { useVirtualizer } from '@tanstack/react-virtual';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import Button from 'antd/es/button';
import Skeleton from 'antd/es/skeleton';
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { type Translate, useText } from '../i18n.ts';
import { ListProblem } from '../list/table/list-problem.tsx';
import { currentZone } from '../zone.ts';
import { Bubble, type ConversationMessage } from './bubble.tsx';
import styles from './conversation.module.css';

export type { ConversationMessage } from './bubble.tsx';

interface ConversationProps {
  /** Names the conversation for screen readers. */
  readonly label: string;
  /** The known messages, the oldest first; undefined until the first answer. */
  readonly messages: readonly ConversationMessage[] | undefined;
  readonly hasOlder: boolean;
  readonly isLoadingOlder: boolean;
  /** Loads the messages before the oldest known one. */
  readonly onOlder: () => void;
  readonly error?: Error | null;
  readonly onRetry: () => void;
  /** Shown without any message. */
  readonly empty: ReactNode;
  /** Shows the content of a masked message; without it, it stays masked. */
  readonly onReveal?: ((id: string) => void) | undefined;
  readonly revealing?: ReadonlySet<string>;
  /** Below the messages, such as a composer. */
  readonly children?: ReactNode;
}

/** Height of a message in pixels, until it is drawn and measured. */
const GUESS = 64;
const OVERSCAN = 6;
/** This close to the end, in pixels, the list follows new messages. */
const AT_END = 80;
/** Older messages are loaded when so few are left above those in sight, and so few pixels. */
const LOAD_AHEAD = 4;
const NEAR_TOP = 600;

/** Messages from the oldest above to the newest below, at which it opens. Only those in sight are drawn; older ones are loaded upwards. */
export function Conversation(props: ConversationProps) {
  const { label, messages, error, onRetry, empty, children } = props;
  const t = useText();
  return (
    <section className={styles.conversation} aria-label={label}>
      {error && <ListProblem error={error} onRetry={onRetry} />}
      {messages === undefined ? (
        <div className={styles.rest} aria-busy={!error}>
          {!error && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
        </div>
      ) : messages.length === 0 ? (
        <p className={styles.rest}>{empty ?? t({ zh: '暂无消息', en: 'No messages' })}</p>
      ) : (
        <Feed {...props} messages={messages} />
      )}
      {children}
    </section>
  );
}

type FeedProps = ConversationProps & { readonly messages: readonly ConversationMessage[] };

function Feed({ label, messages, hasOlder, isLoadingOlder, onOlder, onReveal, revealing }: FeedProps) {
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  /** The message that gets the focus once it is drawn. */
  const wanted = useRef<number | null>(null);
  const last = messages.length - 1;
  const virtualizer = useVirtualizer({
    count: messages.length,
    getScrollElement: () => frame.current,
    estimateSize: () => GUESS,
    getItemKey: useCallback((index: number) => messages[index]?.id ?? index, [messages]),
    overscan: OVERSCAN,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: AT_END,
    useFlushSync: false,
  });
  useLayoutEffect(() => virtualizer.scrollToEnd(), [virtualizer]);
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? last;
  const loadOlder = useEffectEvent(onOlder);
  const isNearTop = first < LOAD_AHEAD && hasOlder && !isLoadingOlder;
  const oldest = messages[0]?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page of older messages may leave the top in sight
  useEffect(() => {
    // The first drawing is at the top, before it goes to the end.
    if (isNearTop && (frame.current?.scrollTop ?? 0) < NEAR_TOP) loadOlder();
  }, [isNearTop, oldest]);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const element = frame.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`);
    if (!element) return;
    wanted.current = null;
    element.focus({ preventScroll: true });
  });
  const goTo = (index: number) => {
    wanted.current = index;
    virtualizer.scrollToIndex(index);
    frame.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const at = Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? messages.length);
    const next = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: last }[event.key];
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    // The panel below steps through records with arrow keys.
    event.stopPropagation();
    goTo(Math.max(0, Math.min(last, next)));
  };
  const isAtEnd = virtualizer.isAtEnd(AT_END);
  return (
    <div className={styles.around}>
      {isLoadingOlder && (
        <output className={styles.older}>{t({ zh: '正在加载更早的消息…', en: 'Loading older messages…' })}</output>
      )}
      <div
        ref={frame}
        role="feed"
        className={styles.frame}
        aria-label={label}
        aria-busy={isLoadingOlder}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is to be scrolled by keys too
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div className={styles.messages} style={{ blockSize: virtualizer.getTotalSize() }}>
          {items.map(({ index, key, start }) => {
            const message = messages[index];
            if (!message) return null;
            const day = message.time.slice(0, 10);
            return (
              <article
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                className={styles.item}
                style={{ transform: `translateY(${start}px)` }}
                tabIndex={-1}
                aria-posinset={index + 1}
                aria-setsize={hasOlder ? -1 : messages.length}
                aria-label={`${
                  message.isEvent
                    ? t({ zh: '变更', en: 'Change' })
                    : message.isNote
                      ? t({ zh: '备注', en: 'Note' })
                      : message.isOutgoing
                        ? t({ zh: '发出的消息', en: 'Sent message' })
                        : t({ zh: '收到的消息', en: 'Received message' })
                } ${message.time}`}
              >
                {messages[index - 1]?.time.slice(0, 10) !== day && (
                  <p className={styles.day}>
                    <span>{dayText(day, t)}</span>
                  </p>
                )}
                <Bubble message={message} onReveal={onReveal} isRevealing={revealing?.has(message.id) ?? false} />
              </article>
            );
          })}
        </div>
      </div>
      {!isAtEnd && (
        <span className={styles.latest}>
          <Button size="small" onClick={() => virtualizer.scrollToEnd()}>
            {t({ zh: '回到最新', en: 'To the latest' })}
          </Button>
        </span>
      )}
    </div>
  );
}

const DAY_MILLIS = 86_400_000;

function dayText(day: string, t: Translate): string {
  const dayOf = (millis: number) => formatTime(new Date(millis), currentZone()).slice(0, 10);
  const now = Date.now();
  if (day === dayOf(now)) return t({ zh: '今天', en: 'Today' });
  if (day === dayOf(now - DAY_MILLIS)) return t({ zh: '昨天', en: 'Yesterday' });
  return day;
}
