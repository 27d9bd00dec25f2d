import { channelQuality, messageCategory, templateStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import type { App } from '../../../../../kernel/app/index.ts';
import type { ProviderRow } from '../../tables.ts';
import { type ChannelAnswer, channelClient, errorOf, errorOfStatus, pauseOf, tokenOf } from '../http.ts';
import { type Json, listOf, objectOf, textOf } from '../json.ts';
import type { ChannelError, ChannelTemplate, Handed, MessageAdapter, OutgoingMessage } from '../ports.ts';
import { categoryOf, qualityOf, templateStateOf } from './events.ts';

const PAGE_SIZE = 100;
/** More pages of templates are not read: an account has at most some thousand. */
const PAGES_MAX = 100;
const TEMPLATE_FIELDS = 'id,name,language,status,category,components,quality_score,rejected_reason,parameter_format';

/**
 * A business number of the WhatsApp Cloud API. The channel returns our reference with each status; it cannot be asked about a message, and
 * a repetition is a second message.
 */
export function whatsappMessages(app: Pick<App, 'outbound' | 'secrets'>, row: ProviderRow): MessageAdapter {
  const client = channelClient(app, row);
  const phone = encodeURIComponent(row.senderAccount ?? '');
  const get = async (path: string, signal: AbortSignal): Promise<Json> => {
    const answer = await client({ method: 'GET', path, token: tokenOf(app, row) }, signal);
    if (answer.status === 200) return answer.body;
    const { code, text } = errorIn(answer) ?? errorOf(String(answer.status), 'HTTP');
    throw new Error(`${code} ${text}`);
  };
  return {
    send: async (message, signal) => {
      const request = {
        method: 'POST',
        path: `/${phone}/messages`,
        body: bodyOf(message),
        token: tokenOf(app, row),
      } as const;
      return handedBy(await client(request, signal));
    },
    templates: async (signal) => {
      if (row.businessAccount === null) throw new Error('the sender has no business account');
      const path = `/${encodeURIComponent(row.businessAccount)}/message_templates?fields=${TEMPLATE_FIELDS}&limit=${PAGE_SIZE}`;
      const found: ChannelTemplate[] = [];
      let after = '';
      for (let page = 0; page < PAGES_MAX; page += 1) {
        const answer = await get(after === '' ? path : `${path}&after=${encodeURIComponent(after)}`, signal);
        found.push(...listOf(answer['data']).flatMap((one) => templateOf(objectOf(one))));
        const paging = objectOf(answer['paging']);
        const next = textOf(objectOf(paging['cursors'])['after']);
        if (paging['next'] === undefined || next === null || next === after) return found;
        after = next;
      }
      return found;
    },
    probe: async (signal) => void (await get(`/${phone}?fields=id,quality_rating`, signal)),
  };
}

function bodyOf({ reference, e164, userId, content }: OutgoingMessage): Json {
  const recipient = e164 === null ? { recipient: userId } : { to: `${e164}` };
  const base = {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    ...recipient,
    biz_opaque_callback_data: reference,
  };
  if (content.kind === 'template') {
    const { name, language, components } = content;
    return { ...base, type: 'template', template: { name, language: { code: language }, components } };
  }
  return { ...base, type: 'text', text: { body: content.kind === 'text' ? content.text : content.code } };
}

/** @throws an error after which nobody knows whether the message was taken */
function handedBy(answer: ChannelAnswer): Handed {
  const message = objectOf(listOf(answer.body['messages'])[0]);
  const messageId = textOf(message['id']);
  if (answer.status === 200 && messageId !== null) {
    const isHeld = message['message_status'] === 'held_for_quality_assessment';
    return { state: 'accepted', messageId, ...(isHeld ? { isHeld } : {}) };
  }
  // A failure that names a message contradicts itself.
  const error = messageId === null ? errorIn(answer) : undefined;
  if (error) return { state: 'refused', error };
  throw new Error(`HTTP ${answer.status}`);
}

/** Returns the error of an answer by its code; its texts are shown only. */
function errorIn(answer: ChannelAnswer): ChannelError | undefined {
  const error = objectOf(answer.body['error']);
  const code = textOf(error['code']);
  if (code === null || answer.status < 400) return errorOfStatus(answer);
  const details = textOf(objectOf(error['error_data'])['details']);
  const found = errorOf(code, details ?? textOf(error['message']) ?? '', pauseOf(answer.headers['retry-after']));
  return answer.status >= 500 ? { ...found, isTemporary: true } : found;
}

function templateOf(given: Json): ChannelTemplate[] {
  const templateId = textOf(given['id']);
  const name = textOf(given['name']);
  const language = textOf(given['language']);
  if (templateId === null || name === null || language === null) return [];
  const reason = textOf(given['rejected_reason']);
  return [
    {
      templateId,
      name,
      language,
      category: categoryOf(given['category']) ?? messageCategory.is.marketing,
      // Only approved ones are sent: one in an unknown state is not.
      status: templateStateOf(given['status']) ?? templateStatus.is.disabled,
      quality: qualityOf(objectOf(given['quality_score'])['score']) ?? channelQuality.is.unknown,
      reason: reason === 'NONE' ? null : reason,
      isNamed: given['parameter_format'] === 'NAMED',
      components: listOf(given['components']).map(objectOf),
    },
  ];
}
