import Button from 'antd/es/button';
import { useText } from '../../../kit/i18n.ts';
import styles from './inbox.module.css';
import type { Conflict } from './use-thread.ts';

interface ConflictLineProps {
  readonly conflict: Conflict;
  readonly onSend: () => void;
  readonly onCancel: () => void;
}

/** Asks whether a reply is sent although others wrote meanwhile; Enter sends it. */
export function ConflictLine({ conflict: { count, by }, onSend, onCancel }: ConflictLineProps) {
  const t = useText();
  return (
    <div className={styles.conflict} role="alertdialog" aria-label={t({ zh: '有新消息', en: 'New messages' })}>
      <span>
        {by
          ? t(
              {
                zh: '您开始输入后有 {n} 条新消息（含 {by} 的回复），仍要发送吗？',
                en: '{n} new messages since you started, also by {by}. Send anyway?',
              },
              { n: count, by },
            )
          : t(
              {
                zh: '您开始输入后有 {n} 条新消息，仍要发送吗？',
                en: '{n} new messages since you started. Send anyway?',
              },
              { n: count },
            )}
      </span>
      <Button autoFocus type="primary" size="small" onClick={onSend}>
        {t({ zh: '仍然发送', en: 'Send anyway' })}
      </Button>
      <Button size="small" onClick={onCancel}>
        {t({ zh: '先看看', en: 'Read first' })}
      </Button>
    </div>
  );
}
