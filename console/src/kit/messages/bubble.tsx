import { entryOf } from '@trade-assistant/contract/kit/dictionary.ts';
import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import type { ReactNode } from 'react';
import { useLocale, useText } from '../i18n.ts';
import styles from './conversation.module.css';
import { MessageText } from './message-text.tsx';

export interface ConversationMessage {
  readonly id: string;
  readonly isOutgoing: boolean;
  /** Time in the reader's zone, as on the wire. */
  readonly time: string;
  /** Null while it is masked. */
  readonly content: string | null;
  /** As `line_status`; null for received messages. */
  readonly status: number | null;
  /** Why it was not delivered. */
  readonly failure?: string | null | undefined;
  /** Facts before the time: number, template, kind of attachment. */
  readonly note?: string | null | undefined;
  /** A change instead of a message: one line without a bubble. */
  readonly isEvent?: true;
  /** Only for colleagues. */
  readonly isNote?: boolean;
  /** State in words, in place of `status`: on its way, not sent. */
  readonly state?: string;
  /** Buttons below the text. */
  readonly actions?: ReactNode;
}

const { submitted, delivered, read } = lineStatus.is;
const TICKS: Readonly<Record<number, string>> = { [submitted]: '✓', [delivered]: '✓✓', [read]: '✓✓' };

/** One message: its text, its time and, for sent ones, its state. */
export function Bubble({
  message,
  onReveal,
  isRevealing,
}: {
  readonly message: ConversationMessage;
  readonly onReveal?: ((id: string) => void) | undefined;
  readonly isRevealing: boolean;
}) {
  const t = useText();
  const locale = useLocale();
  const { id, isOutgoing, time, content, status, failure, note } = message;
  if (message.isEvent)
    return (
      <p className={styles.event}>
        {content} · <time dateTime={time.replace(' ', 'T')}>{time.slice(11, 16)}</time>
      </p>
    );
  const state = status === null ? undefined : entryOf(lineStatus, status);
  return (
    <div className={styles.bubble} data-outgoing={isOutgoing || undefined} data-note={message.isNote || undefined}>
      {content === null ? (
        <p className={styles.masked}>
          <span aria-hidden>••••••••</span>
          {onReveal ? (
            <button type="button" className={styles.reveal} disabled={isRevealing} onClick={() => onReveal(id)}>
              {t({ zh: '显示内容', en: 'Show content' })}
            </button>
          ) : (
            <span className="kit-weak">{t({ zh: '内容已隐藏', en: 'Content hidden' })}</span>
          )}
        </p>
      ) : (
        <p className={styles.text}>
          <MessageText text={content} />
        </p>
      )}
      <p className={styles.facts}>
        {note && <span>{note}</span>}
        <time dateTime={time.replace(' ', 'T')}>{time.slice(11, 16)}</time>
        {message.state && <span>{message.state}</span>}
        {state && (
          <span className="kit-status" data-tone={state.tone}>
            {state[locale]} <span aria-hidden>{TICKS[status ?? -1]}</span>
          </span>
        )}
      </p>
      {failure && <p className={styles.failure}>⚠ {failure}</p>}
      {message.actions && <div className={styles.actions}>{message.actions}</div>}
    </div>
  );
}
