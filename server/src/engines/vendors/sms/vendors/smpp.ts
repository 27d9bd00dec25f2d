import { randomInt } from 'node:crypto';
import { smsEncoding } from '@trade-assistant/contract/message-dictionaries.ts';
import {
  BindRefused,
  COMMAND,
  ESM,
  messageIdOf,
  NoAnswer,
  NotWritten,
  openSession,
  type SmppSession,
  STATUS,
  statusText,
  submitBody,
} from '../../smpp/index.ts';
import { type Batch, type Outcome, Refusal, refusalOf, type Vendor } from './vendor.ts';

const ANSWER_MILLIS = 15_000;
/** Messages in parallel. */
const WINDOW = 10;
const ENCODINGS = { [smsEncoding.is.gsm7]: 0, [smsEncoding.is.ucs2]: 8 } as const;

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
      await session.close();
    }
  },
};

/** Nothing has been submitted before the bind: whatever fails in it is a refusal. */
const bind = ({ provider, secretKey, outbound, locale }: Batch): Promise<SmppSession> =>
  openSession({
    address: provider.endpoint,
    mode: 'transmitter',
    systemId: provider.accessKey ?? '',
    password: secretKey,
    systemType: '',
    outbound,
    times: { answer: ANSWER_MILLIS },
  }).catch((error: unknown) => {
    throw error instanceof BindRefused ? new Refusal(error.message) : refusalOf(error, locale);
  });

async function submitted(session: SmppSession, batch: Batch, phone: bigint): Promise<Outcome> {
  const { segmented, provider } = batch;
  const { encoding = smsEncoding.is.gsm7, parts = [] } = segmented ?? {};
  const reference = randomInt(256);
  let messageId: string | null = null;
  try {
    for (const [index, message] of parts.entries()) {
      const header = Buffer.from([5, 0, 3, reference, parts.length, index + 1]);
      const body = submitBody({
        source: sourceOf(provider.sender),
        destination: { ton: 1, npi: 1, address: phone.toString() },
        esmClass: parts.length > 1 ? ESM.header : 0,
        registered: 0,
        dataCoding: ENCODINGS[encoding],
        validity: '',
        text: parts.length > 1 ? Buffer.concat([header, message]) : message,
      });
      const answer = await session.request(COMMAND.submitSm, body);
      if (answer.status !== STATUS.ESME_ROK) return { phone, state: 'failed', problem: statusText(answer.status) };
      messageId ??= messageIdOf(answer);
    }
    return { phone, state: 'accepted', messageId };
  } catch (error) {
    // Of a text in parts, the first ones may have been sent.
    const isSent = messageId !== null || error instanceof NoAnswer;
    if (!isSent && !(error instanceof NotWritten)) throw error;
    return { phone, state: isSent ? 'unknown' : 'failed', problem: (error as Error).message };
  }
}

/** Returns the address of a short number, a name, or an international number. */
function sourceOf(sender: string | null) {
  if (!sender) return { ton: 0, npi: 0, address: '' };
  if (!/^\d+$/.test(sender)) return { ton: 5, npi: 0, address: sender };
  const [ton, npi] = sender.length < 8 ? [3, 0] : [1, 1];
  return { ton, npi, address: sender };
}
