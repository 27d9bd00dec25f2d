import { fillReply, type ReplyValues } from '@trade-assistant/contract/areas/sms/canned-reply.ts';
import { smsSession } from '@trade-assistant/contract/areas/sms/session.ts';
import { isShortcutKey, NOTE_MAX, REPLY_MAX, SHORTCUT_KEY } from '@trade-assistant/contract/areas/sms/session-calls.ts';
import { SMS_PARTS_MAX, smsParts } from '@trade-assistant/contract/sms-text.ts';
import Button from 'antd/es/button';
import TextArea from 'antd/es/input/TextArea';
import Segmented from 'antd/es/segmented';
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { SmsComposer } from '../../../features/sms-composer/sms-composer.tsx';
import { call } from '../../../kit/client/call.ts';
import { useCall } from '../../../kit/client/query.ts';
import { useText } from '../../../kit/i18n.ts';
import { CannedList } from './canned-list.tsx';
import styles from './inbox.module.css';

export interface ComposerHandle {
  focus(mode: 'reply' | 'note'): void;
  /** Puts a text back that was not sent. */
  restore(text: string): void;
}

interface ComposerProps {
  readonly ref: Ref<ComposerHandle>;
  readonly id: string;
  /** The kept draft; null while it is loaded. */
  readonly draft: string | null;
  /** Why nothing can be sent. */
  readonly block: { readonly text: string; readonly since: string | null } | null;
  readonly price: string | null;
  readonly isOffHours: boolean;
  readonly values: ReplyValues;
  /** The text of the reply is changed, by its reader. */
  readonly onWrite: (text: string) => void;
  readonly onSend: (text: string, mode: 'reply' | 'note') => void;
}

/** Pause in typing after which a draft is kept, and between two signals to colleagues. */
const DRAFT_MILLIS = 800;
const SIGNAL_MILLIS = 3_000;

/** The box for replies and notes. Ctrl+Enter sends; a semicolon at the start of a word offers saved replies. */
export function Composer({ ref, id, draft, block, price, isOffHours, values, onWrite, onSend }: ComposerProps) {
  const t = useText();
  const [mode, setMode] = useState<'reply' | 'note'>('reply');
  const [typed, setTyped] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const [isListClosed, setListClosed] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const replies = useCall(smsSession, 'replies', { id }, { staleMillis: 60_000 });
  const text = mode === 'note' ? note : (typed ?? draft ?? '');
  const signalled = useRef(0);
  useKeptDraft(id, typed);
  const box = () => frame.current?.querySelector('textarea');
  useImperativeHandle(ref, () => ({
    focus: (wanted) => {
      setMode(wanted);
      requestAnimationFrame(() => box()?.focus());
    },
    restore: (lost) => {
      setMode('reply');
      setTyped((now) => (now ? now : lost));
    },
  }));
  const change = (next: string) => {
    setListClosed(false);
    if (mode === 'note') return setNote(next);
    onWrite(next);
    setTyped(next);
    if (next !== '' && Date.now() - signalled.current > SIGNAL_MILLIS) {
      signalled.current = Date.now();
      void call(smsSession, 'typing', { id }).catch(() => undefined);
    }
  };
  const parts = smsParts(text).parts.length;
  const isTooLong = mode === 'reply' && parts > SMS_PARTS_MAX;
  const isBlocked = mode === 'reply' && block !== null;
  const isKeyOnly = mode === 'reply' && isShortcutKey(text);
  const canSend = text.trim() !== '' && !isBlocked && !isTooLong && !isKeyOnly;
  const send = () => {
    if (!canSend) return;
    onSend(text.trim(), mode);
    if (mode === 'note') setNote('');
    else setTyped('');
  };
  const sought = mode === 'reply' && !isListClosed ? /(?:^|\s);(\S{0,24})$/u.exec(text)?.[1] : undefined;
  const offered =
    sought === undefined
      ? []
      : (replies.data ?? []).filter(
          ({ shortcut, title }) =>
            shortcut.toLowerCase().startsWith(sought.toLowerCase()) ||
            title.toLowerCase().includes(sought.toLowerCase()),
        );
  const use = (content: string) => {
    const next = text.replace(/;\S{0,24}$/u, '') + fillReply(content, values);
    onWrite(next);
    setTyped(next);
    box()?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing) {
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) send();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      if (offered.length > 0) setListClosed(true);
      else box()?.blur();
    }
  };
  const label = mode === 'note' ? t({ zh: '内部备注', en: 'Internal note' }) : t({ zh: '回复', en: 'Reply' });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the box within
    <div ref={frame} className={styles.composer} data-note={mode === 'note' || undefined} onKeyDown={onKeyDown}>
      <div className={styles.modes}>
        <Segmented
          size="small"
          value={mode}
          options={[
            { value: 'reply', label: t({ zh: '回复（R）', en: 'Reply (R)' }) },
            { value: 'note', label: t({ zh: '备注（N）', en: 'Note (N)' }) },
          ]}
          onChange={setMode}
        />
        {isBlocked && (
          <span className={styles.block} role="status">
            {block.text}
            {block.since ? ` · ${block.since.slice(0, 16)}` : ''}
          </span>
        )}
        {!isBlocked && isOffHours && mode === 'reply' && (
          <span className="kit-weak">{t({ zh: '现在是非工作时间', en: 'Outside working hours' })}</span>
        )}
      </div>
      {offered.length > 0 && <CannedList replies={offered} onUse={use} />}
      {sought !== undefined && replies.data?.length === 0 && (
        <p className="kit-weak" role="status">
          {t({ zh: '还没有常用回复', en: 'No saved replies' })}
        </p>
      )}
      {mode === 'reply' ? (
        <SmsComposer
          aria-label={label}
          value={text}
          disabled={isBlocked}
          // Focusable while the draft arrives: letters typed beside the box would be shortcuts.
          readOnly={draft === null}
          placeholder={t({ zh: '输入回复，; 选用常用回复', en: 'Write a reply; type ; for saved replies' })}
          hasPreview={false}
          rows={2}
          price={price ?? undefined}
          onChange={(next) => change((next ?? '').slice(0, REPLY_MAX))}
        />
      ) : (
        <TextArea
          aria-label={label}
          value={text}
          maxLength={NOTE_MAX}
          autoSize={{ minRows: 2, maxRows: 8 }}
          placeholder={t({ zh: '只有同事可见', en: 'Only colleagues read it' })}
          onChange={({ target }) => change(target.value)}
        />
      )}
      <div className={styles.sendBar}>
        <span className="kit-bad" role="status">
          {isTooLong && t({ zh: '最多 {max} 条', en: 'At most {max} parts' }, { max: SMS_PARTS_MAX })}
          {isKeyOnly && t(SHORTCUT_KEY)}
        </span>
        <Button type="primary" disabled={!canSend} onClick={send} title="Ctrl+Enter">
          {mode === 'note' ? t({ zh: '保存备注', en: 'Save note' }) : t({ zh: '发送', en: 'Send' })}
        </Button>
      </div>
    </div>
  );
}

/** Keeps a draft on the server shortly after the last key, and at once when the session is left. */
function useKeptDraft(id: string, typed: string | null) {
  const pending = useRef<string | null>(null);
  useEffect(() => {
    if (typed === null) return;
    pending.current = typed;
    const timer = setTimeout(() => keep(id, pending), DRAFT_MILLIS);
    return () => clearTimeout(timer);
  }, [id, typed]);
  useEffect(() => {
    const leave = () => keep(id, pending);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [id]);
}

function keep(id: string, pending: { current: string | null }): void {
  const text = pending.current;
  if (text === null) return;
  pending.current = null;
  void call(smsSession, 'draft', { id, text }).catch(() => {
    // The next key, or leaving, tries again.
    pending.current ??= text;
  });
}
