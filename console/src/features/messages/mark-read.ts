import { message } from '@trade-assistant/contract/areas/message/index.ts';
import { call } from '../../kit/client/call.ts';
import { invalidate } from '../../kit/client/query.ts';
import { documentAddress } from '../../kit/dictionaries.ts';
import { confirm, showError, showSuccess } from '../../kit/feedback.tsx';
import { translate } from '../../kit/i18n.ts';
import { goTo, openMessages } from './desk.ts';
import { askForMessages, type Message } from './inbox.ts';

const DONE = { zh: '操作成功！', en: 'Done' };

/** Refreshes every view of messages after a change. */
export async function messagesChanged(): Promise<void> {
  askForMessages();
  await invalidate(message);
}

/**
 * Opens the page a message of the program is about and marks the message as read: its notification has shown its content.
 * Messages of people, and those about no page, are opened in the message panel.
 */
export function openSubject({ id, titleKey, bizType, route }: Message): void {
  const address = titleKey === null ? undefined : documentAddress(bizType, route);
  if (!address) {
    openMessages({ kind: 'message', id });
    return;
  }
  goTo(address);
  // After a failure the message stays unread.
  call(message, 'readAll', { ids: id }).then(messagesChanged, () => undefined);
}

/** Marks all unread messages as read, or those of a type, or some. */
export async function markAllRead(which: { type?: number; ids?: string } = {}): Promise<void> {
  try {
    await call(message, 'readAll', which);
    showSuccess(DONE);
    await messagesChanged();
  } catch (error) {
    showError(error, () => void markAllRead(which));
  }
}

/** Asks, then removes messages from the user's own list. @returns whether they were removed */
export async function removeMessages(ids: readonly string[]): Promise<boolean> {
  const isSure = await confirm({
    title: translate(
      ids.length === 1
        ? { zh: '删除这条消息？', en: 'Delete this message?' }
        : { zh: '删除选中的 {n} 条消息？', en: 'Delete these {n} messages?' },
      { n: ids.length },
    ),
    okText: translate({ zh: '删除', en: 'Delete' }),
    isDangerous: true,
  });
  if (!isSure) return false;
  try {
    await call(message, 'remove', { ids: ids.join(',') });
    showSuccess(DONE);
    await messagesChanged();
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
}
