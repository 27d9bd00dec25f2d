import { providerProtocol } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { businessType, serviceType } from '@trade-assistant/contract/dictionaries.ts';
import type { Dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { messageCategory, smsType, telegramOrderType } from '@trade-assistant/contract/message-dictionaries.ts';
import type { ResourceName } from '@trade-assistant/contract/registry.ts';
import type { WorkTask } from '../work/index.ts';

/** A channel in which orders of messages are sent. */
export interface MessageChannel {
  readonly key: 'whatsapp' | 'telegram' | 'sms';
  readonly resource: ResourceName;
  readonly phones: ResourceName;
  readonly businessType: number;
  /** Prefix of its order numbers. */
  readonly prefix: string;
  readonly title: Text;
  /** Protocols of its senders. */
  readonly protocols: readonly number[];
  /** The kinds of messages, which decide the price. */
  readonly categories: Dictionary;
  /** Shortest pause between two messages of a sender to one recipient, in seconds. */
  readonly pairSeconds: number;
}

const protocol = providerProtocol.is;

export const whatsapp: MessageChannel = {
  key: 'whatsapp',
  resource: 'whatsapp/order',
  phones: 'whatsapp/order-phone',
  businessType: businessType.is.whatsapp,
  prefix: 'WO',
  title: { zh: '消息订单', en: 'Message order' },
  protocols: [protocol.whatsapp, protocol.trial],
  categories: messageCategory,
  pairSeconds: 6,
};

export const telegram: MessageChannel = {
  key: 'telegram',
  resource: 'telegram/order',
  phones: 'telegram/order-phone',
  businessType: businessType.is.telegram,
  prefix: 'TO',
  title: { zh: 'Telegram 订单', en: 'Telegram order' },
  protocols: [protocol.telegramGateway, protocol.telegramBot, protocol.trial],
  categories: telegramOrderType,
  pairSeconds: 1,
};

export const sms: MessageChannel = {
  key: 'sms',
  resource: 'sms/sms-task',
  phones: 'sms/order-phone',
  businessType: businessType.is.sms,
  prefix: 'ST',
  title: { zh: '短信任务', en: 'SMS task' },
  protocols: [protocol.smpp, protocol.trial],
  categories: smsType,
  pairSeconds: 1,
};

export const channels: readonly MessageChannel[] = [whatsapp, telegram, sms];

type Kind = Pick<WorkTask, 'businessType' | 'filterType'>;

/** Whether the messages of an order are SMS, which are charged by parts. */
export const isSms = ({ businessType: channel }: Pick<WorkTask, 'businessType'>): boolean =>
  channel === businessType.is.sms;

/** Whether an order advertises: rules for marketing apply to it. */
export const isMarketing = ({ businessType: channel, filterType }: Kind): boolean =>
  channel === businessType.is.sms
    ? filterType === smsType.is.marketing
    : channel === businessType.is.whatsapp && filterType === messageCategory.is.marketing;

/** Whether the messages of an order are verification codes that the program makes or keeps sealed. */
export const isCode = ({ businessType: channel, filterType }: Kind): boolean =>
  channel === businessType.is.telegram && filterType === telegramOrderType.is.code;

/** Orders of verification codes: channels with their kind for codes. */
export const CODE_KINDS: readonly (readonly [businessType: number, filterType: number])[] = [
  [businessType.is.whatsapp, messageCategory.is.authentication],
  [businessType.is.telegram, telegramOrderType.is.code],
  [businessType.is.sms, smsType.is.code],
];

/** Whether the messages of an order bring verification codes, made by the program or by the owner's system. */
export const bringsCodes = ({ businessType: channel, filterType }: Kind): boolean =>
  CODE_KINDS.some(([ofChannel, kind]) => channel === ofChannel && filterType === kind);

/** Names of an order's messages in price lists: the service, and the kind within it. */
export const priceKindOf = (task: Kind): { serviceType: number; filterType: number | null } => {
  if (isCode(task) || (isSms(task) && task.filterType === smsType.is.code))
    return { serviceType: serviceType.is.verification, filterType: null };
  const isWhatsapp = task.businessType === businessType.is.whatsapp;
  return {
    serviceType: serviceType.is.message,
    filterType: isWhatsapp ? MESSAGE_KINDS + (task.filterType ?? 0) : null,
  };
};

/** Prices of messages name their category by a number above those of checks. */
const MESSAGE_KINDS = 10;

/** Settings of an order beside the columns of a task. */
export interface OrderDetails {
  /** Values of the template's parameters: a column of the list, or a text. */
  readonly values?: readonly { readonly key: string; readonly column?: number; readonly value?: string }[];
  /** Digits of codes that are made for each recipient; or the column with own codes. */
  readonly codeLength?: number;
  readonly codeColumn?: number;
  readonly ttl?: number;
  readonly senderUsername?: string;
  readonly text?: string;
  /** Of SMS: the phone whose address the texts carry, the target of its short links, their place in the text. */
  readonly phoneId?: string;
  readonly link?: string;
  /** The test message. */
  readonly testId?: string;
  /** Whether the order is confirmed once its list was read. */
  readonly isSubmitted?: boolean;
  /** The price that the owner accepted. */
  readonly expectedTotal?: string;
  /** The order whose delivery its messages to own numbers check. */
  readonly seedOf?: string;
}

export const detailsOf = (task: Pick<WorkTask, 'details'>): OrderDetails => task.details as OrderDetails;

/** Lines of the smallest chunk. */
export const CHUNK_LINES = 50;
const LARGEST_CHUNK = 500;

/**
 * Returns the lines of a chunk of a sender: the messages of about a tenth of a second. So many messages are in doubt at most when a node
 * dies, and each chunk costs two transactions.
 */
export const chunkLinesAt = (ratePerSecond: number): number =>
  Math.min(LARGEST_CHUNK, Math.max(CHUNK_LINES, Math.round(ratePerSecond / 10)));
