import { jsonOf } from '../../../../../kernel/outbound/signed.ts';
import { type Json, listOf, numberOf, objectOf, textOf, timeOf } from '../json.ts';
import type { ChannelEvent } from '../ports.ts';

/** Kinds of updates that the webhook of a bot asks for. */
export const BOT_UPDATES = ['message', 'my_chat_member', 'callback_query'] as const;

/** Returns the key that repetitions of an update share; undefined for a body that is none. */
export function updateKeyOf(body: string): string | undefined {
  const id = textOf(objectOf(jsonOf(body))['update_id']);
  return id === null ? undefined : `u ${id}`;
}

/** Returns the id of a message, which Telegram counts by chat. */
export const botMessageId = (chatId: string, messageId: string): string => `${chatId}.${messageId}`;

/** Reads an update of a bot; undefined for a body that is none. Only private chats count. */
export function readBot(body: string): ChannelEvent[] | undefined {
  const update = objectOf(jsonOf(body));
  if (textOf(update['update_id']) === null) return undefined;
  return [
    ...messageOf(objectOf(update['message'])),
    ...memberOf(objectOf(update['my_chat_member'])),
    ...buttonOf(objectOf(update['callback_query'])),
  ];
}

const chatOf = (given: Json): string | null => {
  const chat = objectOf(given['chat']);
  return chat['type'] === 'private' ? textOf(chat['id']) : null;
};

function messageOf(given: Json): ChannelEvent[] {
  const chat = chatOf(given);
  const id = textOf(given['message_id']);
  if (chat === null || id === null) return [];
  const contact = objectOf(given['contact']);
  // Only a contact of their own: anyone can share the number of somebody else.
  const isOwn = textOf(contact['user_id']) === textOf(objectOf(given['from'])['id']);
  const replied = textOf(objectOf(given['reply_to_message'])['message_id']);
  const text = textOf(given['text']);
  return [
    {
      type: 'inbound',
      messageId: botMessageId(chat, id),
      e164: isOwn ? numberOf(contact['phone_number']) : null,
      userId: chat,
      senderAccount: null,
      kind: text === null ? kindOf(given) : 'text',
      text: text ?? textOf(given['caption']),
      replyTo: replied === null ? null : botMessageId(chat, replied),
      at: timeOf(given['date']),
    },
  ];
}

function kindOf(given: Json): 'picture' | 'file' | 'other' {
  if (listOf(given['photo']).length > 0 || given['sticker'] !== undefined) return 'picture';
  const isFile = ['document', 'video', 'audio', 'voice', 'video_note', 'animation'].some((name) => name in given);
  return isFile ? 'file' : 'other';
}

/** The user blocked the bot, or started it again. */
function memberOf(given: Json): ChannelEvent[] {
  const chat = chatOf(given);
  const status = textOf(objectOf(given['new_chat_member'])['status']);
  if (chat === null || (status !== 'kicked' && status !== 'member')) return [];
  const at = timeOf(given['date']);
  return [{ type: 'preference', e164: null, userId: chat, isStopped: status === 'kicked', isMarketingOnly: false, at }];
}

function buttonOf(given: Json): ChannelEvent[] {
  const message = objectOf(given['message']);
  const chat = chatOf(message);
  const id = textOf(given['id']);
  const replied = textOf(message['message_id']);
  if (chat === null || id === null) return [];
  return [
    {
      type: 'inbound',
      messageId: `callback.${id}`,
      e164: null,
      userId: chat,
      senderAccount: null,
      kind: 'button',
      text: textOf(given['data']),
      replyTo: replied === null ? null : botMessageId(chat, replied),
      at: new Date(),
    },
  ];
}
