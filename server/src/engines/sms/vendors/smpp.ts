import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { smsEncoding } from '@trade-assistant/contract/message-dictionaries.ts';
import smpp, { type Pdu, type Session } from 'smpp';
import { outboundErrors } from '../../../kernel/outbound/index.ts';
import { type Batch, type Outcome, outcomeOf, Refusal, type Vendor } from './vendor.ts';

const CONNECT_MILLIS = 10_000;
const ANSWER_MILLIS = 15_000;
/** Messages in parallel. */
const WINDOW = 10;
const PORTS = { 'smpp:': 2775, 'smpps:': 3550 } as const;
export const SMPP_PROTOCOLS = Object.keys(PORTS);
const VERSION = 0x34;
/** Marks a short message with a header: parts of a longer text with a shared number. */
const WITH_HEADER = 0x40;
const ENCODINGS = { [smsEncoding.is.gsm7]: 0, [smsEncoding.is.ucs2]: 8 } as const;
const NAMES = new Map(Object.entries(smpp.errors).map(([name, status]) => [status, name]));

/** An SMSC by SMPP 3.4: binds a transmitter, submits, unbinds. */
export const smppVendor: Vendor = {
  most: 200,
  async send(batch) {
    const session = await bind(batch);
    try {
      const waiting = [...batch.phones];
      const outcomes: Outcome[] = [];
      const work = async (): Promise<void> => {
        for (let phone = waiting.shift(); phone !== undefined; phone = waiting.shift())
          outcomes.push(await submitted(session, batch, phone));
      };
      await Promise.all(Array.from({ length: WINDOW }, work));
      return outcomes;
    } finally {
      await leave(session);
    }
  },
};

async function bind({ provider, secretKey, outbound }: Batch): Promise<Session> {
  const url = outbound.check(provider.endpoint, SMPP_PROTOCOLS);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isSecure = url.protocol === 'smpps:';
  const session = smpp.connect({
    host,
    port: Number(url.port) || PORTS[isSecure ? 'smpps:' : 'smpp:'],
    tls: isSecure,
    lookup: outbound.lookup,
    ...(isSecure && isIP(host) === 0 ? { servername: host } : {}),
  });
  try {
    // An error rejects this wait; a later error rejects the wait for an answer.
    const signal = AbortSignal.timeout(CONNECT_MILLIS);
    await once(session, isSecure ? 'secureConnect' : 'connect', { signal }).catch((error: unknown) => {
      throw signal.aborted ? new Refusal(`${url.host} could not be connected to within 10 s`) : error;
    });
    session.on('error', () => undefined);
    session.on('enquire_link', (pdu: Pdu) => session.send(pdu.response()));
    const options = { system_id: provider.accessKey, password: secretKey, interface_version: VERSION };
    const answer = await answered(session, url.host, (done) => session.bind_transmitter(options, done)).catch(
      (error: Error) => {
        // Nothing has been submitted yet.
        throw new Refusal(error.message);
      },
    );
    if (answer.command_status !== 0) throw new Refusal(`bind: ${statusOf(answer)}`);
    return session;
  } catch (error) {
    session.on('error', () => undefined);
    session.destroy();
    throw error;
  }
}

async function submitted(session: Session, batch: Batch, phone: bigint): Promise<Outcome> {
  const { segmented, provider } = batch;
  const { encoding = smsEncoding.is.gsm7, parts = [] } = segmented ?? {};
  const reference = randomInt(256);
  let messageId: string | null = null;
  try {
    for (const [index, message] of parts.entries()) {
      const header = Buffer.from([5, 0, 3, reference, parts.length, index + 1]);
      const options = {
        ...sourceOf(provider.sender),
        dest_addr_ton: 1,
        dest_addr_npi: 1,
        destination_addr: phone.toString(),
        data_coding: ENCODINGS[encoding],
        esm_class: parts.length > 1 ? WITH_HEADER : 0,
        short_message: parts.length > 1 ? Buffer.concat([header, message]) : message,
      };
      const answer = await answered(session, provider.endpoint, (done) => session.submit_sm(options, done));
      if (answer.command_status !== 0) return { phone, state: 'failed', problem: statusOf(answer) };
      messageId ??= answer.message_id ?? null;
    }
    return { phone, state: 'accepted', messageId };
  } catch (error) {
    return { phone, ...outcomeOf(error, batch.locale) };
  }
}

/** Returns the address fields of a short number, a name, or an international number. */
function sourceOf(sender: string | null) {
  if (!sender) return { source_addr: '' };
  if (!/^\d+$/.test(sender)) return { source_addr_ton: 5, source_addr_npi: 0, source_addr: sender };
  return {
    source_addr_ton: sender.length < 8 ? 3 : 1,
    source_addr_npi: sender.length < 8 ? 0 : 1,
    source_addr: sender,
  };
}

/** Returns the answer to a request; the library does not report a connection that breaks before it. */
function answered(session: Session, host: string, ask: (done: (pdu: Pdu) => void) => boolean): Promise<Pdu> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      session.off('close', broken);
      settle();
    };
    const broken = () => end(() => reject(new Error('the connection was closed')));
    const silent = outboundErrors.ENDPOINT_SILENT({ host, seconds: ANSWER_MILLIS / 1000 });
    const timer = setTimeout(() => end(() => reject(silent)), ANSWER_MILLIS);
    session.once('close', broken);
    if (!ask((pdu) => end(() => resolve(pdu)))) end(() => reject(new Refusal('the connection was closed')));
  });
}

async function leave(session: Session): Promise<void> {
  await answered(session, '', (done) => session.unbind(done)).catch(() => undefined);
  session.destroy();
}

const statusOf = ({ command_status: status }: Pdu): string =>
  `${NAMES.get(status) ?? 'status'} (0x${status.toString(16).padStart(8, '0')})`;
