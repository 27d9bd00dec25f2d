import { messageLevels } from '@trade-assistant/contract/areas/message/dictionaries.ts';
import { RECHARGE_REMINDER } from '@trade-assistant/contract/areas/message/templates.ts';
import Button from 'antd/es/button';
import { notifications } from '../../kit/feedback.tsx';
import { currentLocale, translate } from '../../kit/i18n.ts';
import { LEVEL_ICONS } from '../../kit/icons/library-icons.tsx';
import { onSignal, raiseSignal } from '../../kit/signals.ts';
import { openMessages } from './desk.ts';
import { type InboxChanges, type Message, RECHARGE_SIGNAL, useInbox } from './inbox.ts';
import { openSubject } from './mark-read.ts';
import { titleOf } from './message-title.ts';
import { dismiss, isPersistent, makePersistent, shownIds } from './notified.ts';
import { playOnce } from './sound.ts';
import './messages.css';

/** With more notifications than this, all except recharge reminders are combined into one with their number. */
const SHOWN = 3;
const SUMMARY = 'summary';
const CLOSED_SIGNAL = 'message-closed';

const keyOf = (id: string): string => `message:${id}`;
const isReminder = ({ title }: Message): boolean => title === RECHARGE_REMINDER;

// Closed in one window is closed in all of them.
onSignal<string>(CLOSED_SIGNAL, take);
// The notification shows the current number of unread messages, not the number at its arrival.
useInbox.subscribe(({ unread }) => {
  if (!shownIds.has(SUMMARY)) return;
  if (unread === 0) take(SUMMARY);
  else notifyHowMany();
});

/**
 * Shows new messages, each until it is closed or read, and plays a sound. Recharge reminders that are still open are
 * shown again in a new window and after a reload or a lock.
 */
export function announceMessages({ records, count, told, gone }: InboxChanges): void {
  for (const { id, bizType } of records.filter(isReminder)) {
    makePersistent(id);
    raiseSignal(RECHARGE_SIGNAL, { id, bizType });
  }
  const newest = records.at(-1);
  if (newest) playOnce(newest.id);
  for (const id of gone) take(id);
  for (const message of [...told, ...records]) if (isPersistent(message.id) && !shownIds.has(message.id)) show(message);

  const others = records.filter((message) => !isReminder(message));
  const otherCount = count - records.length + others.length;
  if (otherCount === 0) return;
  if (otherCount + shownIds.size > SHOWN || shownIds.has(SUMMARY)) summarise();
  else for (const message of others) show(message);
}

function show(message: Message): void {
  const level = messageLevels.find((known) => known === message.level) ?? 'info';
  tell(message.id, level, titleOf(message, currentLocale()), message.content, () => openSubject(message));
}

function summarise(): void {
  for (const id of [...shownIds]) if (!isPersistent(id) && id !== SUMMARY) take(id);
  notifyHowMany();
}

function notifyHowMany(): void {
  const words = { zh: '您有 {n} 条未读消息', en: 'You have {n} unread messages' };
  tell(SUMMARY, 'info', translate(words, { n: useInbox.getState().unread }), '', () =>
    openMessages({ kind: 'received' }),
  );
}

/** Removes a notification in this window. */
function take(id: string): void {
  if (dismiss(id)) notifications()?.destroy(keyOf(id));
}

function tell(
  id: string,
  level: (typeof messageLevels)[number],
  title: string,
  content: string,
  open: () => void,
): void {
  shownIds.add(id);
  const close = () => {
    if (shownIds.has(id)) raiseSignal(CLOSED_SIGNAL, id);
  };
  notifications()?.[level]({
    key: keyOf(id),
    icon: LEVEL_ICONS[level],
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
          open();
        }}
      >
        {translate({ zh: '查看', en: 'View' })}
      </Button>
    ),
  });
}
