import { messageLevels, RECHARGE_REMINDER } from '@trade-assistant/contract/areas/message/dictionaries.ts';
import Button from 'antd/es/button';
import { notifications } from '../feedback.tsx';
import { currentLocale, say } from '../i18n.ts';
import { onSignal, raiseSignal } from '../signals.ts';
import { openMessages, type View } from './desk.ts';
import { type Message, RECHARGE_SIGNAL, useInbox } from './inbox.ts';
import { ring } from './sound.ts';
import { titleOf } from './words.ts';
import './messages.css';

/** More than these at once become one line that says how many. */
const SHOWN = 3;
const SUMMARY = 'message:summary';
const CLOSED_SIGNAL = 'message-closed';

/** Notifications of this window that nobody has closed yet. */
const open = new Set<string>();
// Closed in one window is closed in all of them.
onSignal<string>(CLOSED_SIGNAL, (key) => {
  if (open.delete(key)) notifications()?.destroy(key);
});

/** Shows new messages, each until it is closed, and rings for them. */
export function announceMessages({ records, count }: { records: readonly Message[]; count: number }): void {
  for (const { id, title, bizType } of records)
    if (title === RECHARGE_REMINDER) raiseSignal(RECHARGE_SIGNAL, { id, bizType });
  const newest = records.at(-1);
  if (newest) ring(newest.id);
  if (count + open.size > SHOWN || open.has(SUMMARY)) summarise();
  else for (const message of records) show(message);
}

function show(message: Message): void {
  const level = messageLevels.find((known) => known === message.level) ?? 'info';
  tell(`message:${message.id}`, level, titleOf(message, currentLocale()), message.content, {
    kind: 'message',
    id: message.id,
  });
}

function summarise(): void {
  for (const key of open) notifications()?.destroy(key);
  open.clear();
  const title = say(
    { zh: '您有 {n} 条未读消息', en: 'You have {n} unread messages' },
    { n: useInbox.getState().unread },
  );
  tell(SUMMARY, 'info', title, '', { kind: 'received' });
}

function tell(key: string, level: (typeof messageLevels)[number], title: string, content: string, view: View): void {
  open.add(key);
  const close = () => {
    if (open.has(key)) raiseSignal(CLOSED_SIGNAL, key);
  };
  notifications()?.[level]({
    key,
    title,
    description: content ? <div className="kit-message-told">{content}</div> : undefined,
    duration: 0,
    role: level === 'error' || level === 'warning' ? 'alert' : 'status',
    onClose: close,
    actions: (
      <Button
        type="primary"
        size="small"
        onClick={() => {
          close();
          openMessages(view);
        }}
      >
        {say({ zh: '查看', en: 'View' })}
      </Button>
    ),
  });
}
