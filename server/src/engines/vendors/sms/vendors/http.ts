import { smsHttpFormat } from '@trade-assistant/contract/areas/resource/sms.ts';
import { smsVariables } from '@trade-assistant/contract/sms-text.ts';
import { smsErrors } from '../errors.ts';
import { filled } from '../text.ts';
import { type Batch, isOwn, type Outcome, outcomeOf, type Vendor } from './vendor.ts';

const AT_ONCE = 5;
const MESSAGE_ID = /^(message_?id|msg_?id|sid|id)$/i;
const { json } = smsHttpFormat.is;

type Values = Readonly<Record<string, string>>;

/** A service that takes one message per request. */
export const http: Vendor = {
  most: 200,
  async send(batch) {
    const waiting = [...batch.phones];
    const outcomes: Outcome[] = [];
    const work = async (): Promise<void> => {
      for (let phone = waiting.shift(); phone !== undefined; phone = waiting.shift())
        outcomes.push(await settled(batch, phone));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return outcomes;
  },
};

const settled = async (batch: Batch, phone: bigint): Promise<Outcome> => {
  try {
    return await sendOne(batch, phone);
  } catch (error) {
    return { phone, ...outcomeOf(error, batch.locale) };
  }
};

async function sendOne(batch: Batch, phone: bigint): Promise<Outcome> {
  const { provider, secretKey, values, text, outbound } = batch;
  const account = provider.account ?? '';
  const template = provider.httpBody ?? '';
  const given = { ...values, phone: phone.toString(), text, account, secretKey };
  const fields = provider.httpFormat === json ? null : formOf(template, given);
  const address = new URL(provider.endpoint);
  const isQuery = provider.httpFormat === smsHttpFormat.is.query;
  if (isQuery) for (const [name, value] of fields ?? []) address.searchParams.append(name, value);
  const authorization = account
    ? `Basic ${Buffer.from(`${account}:${secretKey}`).toString('base64')}`
    : `Bearer ${secretKey}`;
  const answer = await outbound.request(address.href, {
    method: isQuery ? 'GET' : 'POST',
    headers: {
      ...(smsVariables(template).includes('secretKey') ? {} : { authorization }),
      ...(isQuery ? {} : { 'content-type': fields ? 'application/x-www-form-urlencoded' : 'application/json' }),
    },
    ...(isQuery ? {} : { body: fields ? new URLSearchParams(fields).toString() : jsonWith(template, given) }),
  });
  const { status, body } = answer;
  if (!isOwn(answer)) throw new Error(`HTTP ${status}`);
  const isAccepted = status >= 200 && status < 300 && (!provider.httpAccepted || body.includes(provider.httpAccepted));
  if (!isAccepted) {
    const said = secretKey ? body.replaceAll(secretKey, '***') : body;
    return { phone, state: 'failed', problem: `HTTP ${status}: ${said.slice(0, 200)}` };
  }
  return { phone, state: 'accepted', messageId: messageIdIn(body) };
}

/** `name=value`, one per line. */
const formOf = (template: string, values: Values): [string, string][] =>
  template
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const at = line.indexOf('=');
      return [line.slice(0, at).trim(), filled(line.slice(at + 1).trim(), values)];
    });

/** Inserts values into the strings of the JSON, so that no value can change its structure. */
const jsonWith = (template: string, values: Values): string =>
  JSON.stringify(JSON.parse(template, (_name, value) => (typeof value === 'string' ? filled(value, values) : value)));

function messageIdIn(body: string): string | null {
  try {
    const found = Object.entries(JSON.parse(body) as object).find(([name]) => MESSAGE_ID.test(name));
    return found && ['string', 'number'].includes(typeof found[1]) ? String(found[1]).slice(0, 128) : null;
  } catch {
    return null;
  }
}

/** @throws SMS_BODY_JSON, SMS_BODY_LINES, SMS_BODY_PLACE for a template that leaves out the phone or the text */
export function checkHttpBody(format: number, template: string): void {
  const lines = template.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (format === json) {
    if (!isJson(template)) throw smsErrors.SMS_BODY_JSON();
  } else if (lines.some((line) => !/^\s*[^=\s]+\s*=/.test(line))) throw smsErrors.SMS_BODY_LINES();
  const places = smsVariables(template);
  for (const name of ['phone', 'text'])
    if (!places.includes(name)) throw smsErrors.SMS_BODY_PLACE({ name: `{${name}}` });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
