import { channelQuality, messageCategory, templateStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { type Json, listOf, named, numberOf, objectOf, textOf, timeOf } from '../json.ts';
import type { ChannelEvent, StatusEvent } from '../ports.ts';
import { type Change, changesOf } from './changes.ts';

const { pending, approved, rejected, paused, disabled } = templateStatus.is;
const { green, yellow, red, unknown } = channelQuality.is;

const STATUSES: Readonly<Record<string, StatusEvent['status']>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read',
  failed: 'failed',
};

/** State of a template after an event, by the event or state that the channel names; a flagged one may still be sent. */
const TEMPLATE_STATES: Readonly<Record<string, number>> = {
  APPROVED: approved,
  REINSTATED: approved,
  UNARCHIVED: approved,
  FLAGGED: approved,
  PENDING: pending,
  IN_APPEAL: pending,
  REJECTED: rejected,
  PAUSED: paused,
  DISABLED: disabled,
  PENDING_DELETION: disabled,
  DELETED: disabled,
  LIMIT_EXCEEDED: disabled,
  LOCKED: disabled,
  ARCHIVED: disabled,
};
const QUALITIES: Readonly<Record<string, number>> = { GREEN: green, YELLOW: yellow, RED: red, UNKNOWN: unknown };
const CATEGORIES: Readonly<Record<string, number>> = {
  MARKETING: messageCategory.is.marketing,
  UTILITY: messageCategory.is.utility,
  AUTHENTICATION: messageCategory.is.authentication,
};
const TIERS: Readonly<Record<string, number>> = {
  TIER_50: 50,
  TIER_250: 250,
  TIER_1K: 1000,
  TIER_2K: 2000,
  TIER_10K: 10_000,
  TIER_100K: 100_000,
  TIER_UNLIMITED: 0,
};

const coded = (codes: Readonly<Record<string, number>>, given: unknown) => named(codes, textOf(given)?.toUpperCase());
/** Values of a template as the channel names them; undefined for unknown ones. */
export const templateStateOf = (given: unknown) => coded(TEMPLATE_STATES, given);
export const qualityOf = (given: unknown) => coded(QUALITIES, given);
export const categoryOf = (given: unknown) => coded(CATEGORIES, given);

/** Reads a webhook of WhatsApp; undefined for a body that is none. Events that concern nothing of ours are left out. */
export const readWhatsapp = (body: string): ChannelEvent[] | undefined => changesOf(body)?.flatMap(eventsOf);

function eventsOf({ field, value }: Change): ChannelEvent[] {
  switch (field) {
    case 'messages':
      return [
        ...listOf(value['statuses']).flatMap((one) => statusOf(objectOf(one))),
        ...listOf(value['messages']).flatMap((one) => inboundOf(objectOf(one), objectOf(value['metadata']))),
      ];
    case 'user_preferences':
      return listOf(value['user_preferences']).flatMap((one) => preferenceOf(objectOf(one)));
    case 'user_id_update':
      return listOf(value['user_id_update']).flatMap((one) => userChangeOf(objectOf(one)));
    case 'message_template_status_update':
      return templateOf(value, { status: templateStateOf(value['event']), reason: reasonOf(value) });
    case 'message_template_quality_update':
      return templateOf(value, { quality: qualityOf(value['new_quality_score']) });
    case 'template_category_update':
      return templateOf(value, { category: categoryOf(value['new_category']) });
    case 'phone_number_quality_update':
      return accountOf({ quality: qualityAfter(value['event']), portfolioLimit: limitOf(value) });
    case 'business_capability_update':
      return accountOf({ portfolioLimit: limitOf(value) });
    case 'account_update':
      return accountOf({ restriction: restrictionOf(value) });
    default:
      return [];
  }
}

function statusOf(given: Json): StatusEvent[] {
  const messageId = textOf(given['id']);
  const status = named(STATUSES, given['status']);
  if (messageId === null || status === undefined) return [];
  const pricing = objectOf(given['pricing']);
  const recipient = textOf(given['recipient_id']);
  return [
    {
      type: 'status',
      messageId,
      reference: textOf(given['biz_opaque_callback_data']),
      status,
      at: timeOf(given['timestamp']),
      error: errorOf(given),
      pricing: given['pricing']
        ? {
            isBillable: pricing['billable'] === true,
            category: textOf(pricing['category']),
            type: textOf(pricing['type']),
          }
        : null,
      e164: numberOf(recipient),
      userId: textOf(given['recipient_user_id']) ?? textOf(given['user_id']) ?? unless(numberOf(recipient), recipient),
    },
  ];
}

const unless = (number: bigint | null, text: string | null): string | null => (number === null ? text : null);

function errorOf(given: Json): StatusEvent['error'] {
  const error = objectOf(listOf(given['errors'])[0]);
  const code = textOf(error['code']);
  if (code === null) return null;
  const details = textOf(objectOf(error['error_data'])['details']);
  return { code, text: details ?? textOf(error['message']) ?? textOf(error['title']) ?? '' };
}

type Inbound = Extract<ChannelEvent, { type: 'inbound' }>;

function inboundOf(given: Json, metadata: Json): ChannelEvent[] {
  const messageId = textOf(given['id']);
  if (messageId === null) return [];
  const from = textOf(given['from']);
  const e164 = numberOf(from);
  const userId = textOf(given['from_user_id']) ?? textOf(given['user_id']) ?? unless(e164, from);
  const inbound: Inbound = {
    type: 'inbound',
    messageId,
    e164,
    userId,
    senderAccount: textOf(metadata['phone_number_id']),
    ...contentOf(given),
    replyTo: textOf(objectOf(given['context'])['id']),
    at: timeOf(given['timestamp']),
  };
  if (given['type'] !== 'system') return [inbound];
  const system = objectOf(given['system']);
  const [, previous = null, current = null] = /\bfrom (\S+) to (\S+)$/.exec(textOf(system['body']) ?? '') ?? [];
  const before = [from, userId, textOf(system['previous_user_id']), previous];
  const after = [textOf(system['wa_id']) ?? textOf(system['new_wa_id']), textOf(system['user_id']), current];
  return [inbound, ...changeOf(before, after)];
}

/** An id of a person in a portfolio, such as `US.13491208655302741918`. */
const USER_ID = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/;

/** Returns the change of a person's numbers and ids; none where nothing is new, or the person was not known. */
function changeOf(before: readonly (string | null)[], after: readonly (string | null)[]): ChannelEvent[] {
  const read = (all: readonly (string | null)[]) => [
    ...new Set(
      all.map((one) => numberOf(one) ?? (one !== null && USER_ID.test(one) ? one : null)).filter((one) => one !== null),
    ),
  ];
  const [from, to] = [read(before), read(after)];
  return from.length === 0 || to.every((one) => from.includes(one)) ? [] : [{ type: 'userChanged', from, to }];
}

function contentOf(given: Json): Pick<Inbound, 'kind' | 'text' | 'payload'> {
  const type = textOf(given['type']) ?? '';
  const content = objectOf(given[type]);
  switch (type) {
    case 'text':
      return { kind: 'text', text: textOf(content['body']) };
    case 'button':
      return {
        kind: 'button',
        text: textOf(content['text']) ?? textOf(content['payload']),
        payload: textOf(content['payload']),
      };
    case 'interactive': {
      const reply = objectOf(content[textOf(content['type']) ?? '']);
      return { kind: 'button', text: textOf(reply['title']) ?? textOf(reply['body']), payload: textOf(reply['id']) };
    }
    case 'image':
    case 'sticker':
      return { kind: 'picture', text: textOf(content['caption']) };
    case 'video':
    case 'audio':
    case 'document':
      return { kind: 'file', text: textOf(content['caption']) ?? textOf(content['filename']) };
    case 'reaction':
      return { kind: 'other', text: textOf(content['emoji']) };
    case 'location':
      return { kind: 'other', text: textOf(content['name']) ?? textOf(content['address']) };
    case 'system':
      return { kind: 'other', text: textOf(content['body']) };
    default:
      return { kind: 'other', text: null };
  }
}

function preferenceOf(given: Json): ChannelEvent[] {
  const value = textOf(given['value']);
  const e164 = numberOf(given['wa_id']);
  const userId = textOf(given['user_id']) ?? unless(e164, textOf(given['wa_id']));
  if ((value !== 'stop' && value !== 'resume') || (e164 === null && userId === null)) return [];
  const isMarketingOnly = given['category'] === undefined || given['category'] === 'marketing_messages';
  const at = timeOf(given['timestamp']);
  return [{ type: 'preference', e164, userId, isStopped: value === 'stop', isMarketingOnly, at }];
}

function userChangeOf(given: Json): ChannelEvent[] {
  const ids = objectOf(given['user_id']);
  const number = textOf(given['wa_id']);
  const previous = textOf(ids['previous']) ?? textOf(given['previous_user_id']);
  const current = textOf(ids['current']) ?? textOf(given['current_user_id']) ?? textOf(given['user_id']);
  return changeOf([number, previous], [number, current]);
}

type TemplateChange = { [K in 'status' | 'quality' | 'category']?: number | undefined } & {
  readonly reason?: string | undefined;
};

function templateOf(given: Json, changes: TemplateChange): ChannelEvent[] {
  const templateId = textOf(given['message_template_id']);
  const name = textOf(given['message_template_name']);
  const language = textOf(given['message_template_language']);
  const { reason, ...values } = changes;
  const known = Object.entries(values).filter(([, value]) => value !== undefined);
  if ((templateId === null && (name === null || language === null)) || known.length === 0) return [];
  return [
    {
      ...{ type: 'template', templateId, name, language },
      ...Object.fromEntries(known),
      ...(reason === undefined ? {} : { reason }),
    },
  ];
}

function reasonOf(given: Json): string | undefined {
  const reason = textOf(given['reason']);
  return reason === null || reason === 'NONE' ? undefined : reason;
}

type AccountChange = { [K in 'quality' | 'portfolioLimit']?: number | undefined } & {
  readonly restriction?: string | undefined;
};

function accountOf(changes: AccountChange): ChannelEvent[] {
  const known = Object.entries(changes).filter(([, value]) => value !== undefined);
  return known.length === 0 ? [] : [{ type: 'account', ...Object.fromEntries(known) }];
}

/** A flagged number is rated low; one that no longer is, at least medium. */
function qualityAfter(event: unknown): number | undefined {
  if (event === 'FLAGGED') return red;
  return event === 'UNFLAGGED' ? yellow : undefined;
}

/** Returns a limit of unique recipients in 24 hours, 0 for none, as a tier or as a number. */
function limitOf(given: Json): number | undefined {
  const named =
    given['max_daily_conversations_per_business'] ??
    given['max_daily_conversation_per_phone'] ??
    given['current_limit'];
  const tier = coded(TIERS, named);
  if (tier !== undefined) return tier;
  const number = Number(textOf(named) ?? Number.NaN);
  if (number === -1) return 0;
  return Number.isSafeInteger(number) && number > 0 && number < 2 ** 31 ? number : undefined;
}

/** Returns the words of a ban on sending, an empty text for its end; undefined for changes of other kinds. */
function restrictionOf(given: Json): string | undefined {
  const event = textOf(given['event']) ?? '';
  switch (event) {
    case 'ACCOUNT_RESTRICTION': {
      const bans = listOf(given['restriction_info'])
        .map((one) => textOf(objectOf(one)['restriction_type']) ?? '')
        .filter((type) => type.includes('MESSAGING') || type.includes('CUSTOMER_INITIATED'));
      return bans.length === 0 ? undefined : bans.join(', ');
    }
    case 'DISABLED_UPDATE': {
      const state = textOf(objectOf(given['ban_info'])['waba_ban_state']) ?? '';
      if (state === 'REINSTATE') return '';
      return state === 'DISABLE' ? 'ACCOUNT_DISABLED' : undefined;
    }
    case 'ACCOUNT_DELETED':
    case 'PARTNER_REMOVED':
      return event;
    case 'ACCOUNT_REINSTATED':
      return '';
    default:
      return undefined;
  }
}
