import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createOutbound } from '../../../kernel/outbound/index.ts';
import { SMSC, startSmsc } from '../../../testing/smsc.ts';
import { gsm, latin1, ucs2 } from './alphabets.ts';
import { BadPdu, COMMAND, encodePdu, messageIdOf, messageOf, type Pdu, PduReader, submitBody, TAG } from './codec.ts';
import { BindRefused, NoAnswer, NotWritten, openSession, type SessionOptions, type SmppSession } from './session.ts';

const outbound = createOutbound({ allowPrivate: true });
const smsc = await startSmsc();
const open: SmppSession[] = [];
afterEach(async () => {
  for (const session of open.splice(0)) session.destroy(new Error('the test ended'));
  smsc.behaviour = {};
  smsc.forget();
});
afterAll(async () => {
  outbound.close();
  await smsc.close();
});

/** Opens a session; `lost` has the cause of its end. */
async function bound(more: Partial<SessionOptions> = {}) {
  const lost: Error[] = [];
  const session = await openSession({
    address: smsc.address,
    mode: 'transceiver',
    ...SMSC,
    systemType: '',
    outbound,
    onLost: (cause) => lost.push(cause),
    ...more,
  });
  open.push(session);
  return { session, lost };
}

const submission = (text: Buffer) => ({
  source: { ton: 5, npi: 0, address: 'Example' },
  destination: { ton: 1, npi: 1, address: '12015550123' },
  ...{ esmClass: 0, registered: 1, dataCoding: 0, text, validity: '' },
});
const submit = (session: SmppSession, text = 'Hello', millis?: number) =>
  session.request(COMMAND.submitSm, submitBody(submission(gsm.encode(text) as Buffer)), millis);

describe('a session', () => {
  it('submits in the form that another codec reads', async () => {
    const { session } = await bound();
    const answer = await submit(session, 'Price: 5€ [net] @ Köln');
    expect([answer.status, messageIdOf(answer)]).toEqual([0, 'M1']);
    expect(smsc.taken).toMatchObject([
      { from: 'Example', fromTon: 5, to: '12015550123', text: 'Price: 5€ [net] @ Köln', registered: 1 },
    ]);
  });

  it('matches answers in any order', async () => {
    smsc.behaviour = { reordered: 3 };
    const { session } = await bound();
    const answers = await Promise.all(['a', 'b', 'c'].map((text) => submit(session, text)));
    expect(answers.map(messageIdOf)).toEqual(['M1', 'M2', 'M3']);
  });

  it('says which bind was refused and why', async () => {
    await expect(bound({ password: 'wrong' })).rejects.toMatchObject({ name: 'BindRefused', status: 0x0e });
    smsc.behaviour = { bindStatus: 0x0d };
    await expect(bound()).rejects.toThrow('bind: ESME_RBINDFAIL (0x0D)');
    expect(await bound().catch((error) => error)).toBeInstanceOf(BindRefused);
  });

  it('is not opened by a service that is silent or speaks something else', async () => {
    smsc.behaviour = { isBindSilent: true };
    await expect(bound({ times: { connect: 100 } })).rejects.toMatchObject({ code: 'ENDPOINT_SILENT' });
    smsc.behaviour = { banner: 'HTTP/1.1 400 Bad Request\r\n\r\n' };
    await expect(bound()).rejects.toThrow('HTTP/1.1 400 Bad Request');
  });

  it('leaves every request in doubt when the connection ends, and writes nothing afterwards', async () => {
    smsc.behaviour = { isSilent: true };
    const { session, lost } = await bound();
    const asked = Promise.allSettled([submit(session), submit(session)]);
    await expect.poll(() => smsc.taken.length).toBe(2);
    smsc.dropAll();
    expect((await asked).map((one) => one.status === 'rejected' && one.reason)).toEqual([
      expect.any(NoAnswer),
      expect.any(NoAnswer),
    ]);
    await expect(submit(session)).rejects.toBeInstanceOf(NotWritten);
    expect(lost).toHaveLength(1);
  });

  it('leaves a request without an answer in doubt and lives on', async () => {
    smsc.behaviour = { isSilent: true };
    const { session, lost } = await bound();
    await expect(submit(session, 'x', 50)).rejects.toBeInstanceOf(NoAnswer);
    smsc.behaviour = {};
    expect(messageIdOf(await submit(session))).toBe('M2');
    expect(lost).toEqual([]);
  });

  it('hands over an answer that comes after the wait', async () => {
    smsc.behaviour = { answerMillis: 100 };
    const { session } = await bound();
    const error = (await submit(session, 'x', 20).catch((one: unknown) => one)) as NoAnswer;
    expect(messageIdOf((await error.late) as Pdu)).toBe('M1');
  });

  it('ends when an idle link does not answer, and when nothing is read any more', async () => {
    smsc.behaviour = { ignoresEnquiries: true };
    const ignored = await bound({ times: { idle: 30, enquiry: 30 } });
    await expect
      .poll(() => ignored.lost.map(({ message }) => message))
      .toEqual(['the SMSC does not answer enquire_link']);
    smsc.behaviour = {};
    const frozen = await bound({ times: { idle: 30, enquiry: 30 } });
    await expect.poll(() => (smsc.counts.get('enquire_link') ?? 0) > 1).toBe(true);
    expect(frozen.lost).toEqual([]);
    smsc.behaviour = { isFrozen: true };
    await expect.poll(() => frozen.lost).toHaveLength(1);
  });

  it('answers the enquiries of the SMSC, and ends when that unbinds', async () => {
    const { lost } = await bound();
    await smsc.enquire();
    smsc.unbindAll();
    await expect.poll(() => lost.map(({ message }) => message)).toEqual(['the SMSC unbound']);
    await expect.poll(() => smsc.counts.get('unbind_resp')).toBe(1);
  });

  it('answers a message with the status of its handler, and “try again” when that fails', async () => {
    const results = [() => 0, () => Promise.reject(new Error('no database'))];
    await bound({ onMessage: async () => (results.shift() ?? (() => 0))() });
    const message = { source_addr: '12015550123', destination_addr: '12015550100', short_message: 'Hi' };
    expect(await smsc.deliver(message)).toBe(0);
    expect(await smsc.deliver(message)).toBe(0x64);
  });

  it('reads 500 messages of one segment, and PDUs in single bytes', async () => {
    let read = 0;
    const onMessage = async () => {
      read += 1;
      return 0;
    };
    await bound({ onMessage });
    const message = { source_addr: '12015550123', destination_addr: '12015550100', short_message: 'Hi' };
    smsc.deliverTogether(Array.from({ length: 500 }, () => message));
    await expect.poll(() => smsc.answers.filter((status) => status === 0)).toHaveLength(500);
    await smsc.raw(
      encodePdu({ command: COMMAND.alertNotification, status: 0, sequence: 7, body: Buffer.alloc(20) }),
      true,
    );
    await smsc.raw(encodePdu({ command: 0x7777, status: 0, sequence: 8, body: Buffer.alloc(0) }), true);
    await expect.poll(() => smsc.counts.get('generic_nack')).toBe(1);
    expect(read).toBe(500);
  });

  it.each([
    ['0', Buffer.alloc(8)],
    ['8', Buffer.from([0, 0, 0, 8, 0, 0, 0, 5])],
    ['5 GB', Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 5])],
    ['garbage', Buffer.from('GET / HTTP/1.1\r\n')],
  ])('ends at once after a length of %s', async (_what, bytes) => {
    smsc.behaviour = { isSilent: true };
    const { session, lost } = await bound();
    const asked = submit(session);
    await smsc.raw(bytes);
    await expect(asked).rejects.toBeInstanceOf(NoAnswer);
    expect(lost).toEqual([expect.any(BadPdu)]);
  });

  it('gives no number twice while a request has it', async () => {
    const sequences: number[] = [];
    const peers: Socket[] = [];
    const server = createServer((socket) => {
      peers.push(socket);
      const reader = new PduReader();
      socket.on('data', (chunk: Buffer) => {
        for (const { command, sequence } of reader.push(chunk)) {
          sequences.push(sequence);
          if (command === COMMAND.bindTransceiver)
            socket.write(encodePdu({ command: 0x80000009, status: 0, sequence, body: Buffer.alloc(1) }));
        }
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { session } = await bound({ address: `smpp://127.0.0.1:${(server.address() as AddressInfo).port}` });
    const asked = Array.from({ length: 50 }, () => submit(session).catch(() => null));
    await expect.poll(() => sequences.length).toBe(51);
    expect(new Set(sequences).size).toBe(51);
    session.destroy(new Error('enough'));
    await Promise.all(asked);
    for (const peer of peers) peer.destroy();
    server.close();
  });

  it('is refused for a private address', async () => {
    const strict = createOutbound({ allowPrivate: false });
    await expect(bound({ outbound: strict })).rejects.toMatchObject({ code: 'ENDPOINT_PRIVATE' });
    strict.close();
  });
});

describe('the reader of PDUs', () => {
  const seed = Date.now();
  const chunks = fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 20 });

  it(`throws nothing but BadPdu, whatever it reads (seed ${seed})`, () => {
    fc.assert(
      fc.property(chunks, (given) => {
        const reader = new PduReader();
        try {
          for (const chunk of given)
            for (const pdu of reader.push(Buffer.from(chunk))) {
              messageIdOf(pdu);
              messageOf(pdu);
            }
        } catch (error) {
          if (!(error instanceof BadPdu)) throw error;
        }
      }),
      { seed, numRuns: 3000 },
    );
  });

  it(`throws nothing but BadPdu for the body of a message (seed ${seed})`, () => {
    const command = fc.constantFrom<number>(COMMAND.deliverSm, COMMAND.dataSm);
    fc.assert(
      fc.property(command, fc.uint8Array({ maxLength: 200 }), (which, bytes) => {
        try {
          messageOf({ command: which, body: Buffer.from(bytes) });
        } catch (error) {
          if (!(error instanceof BadPdu)) throw error;
        }
      }),
      { seed, numRuns: 3000 },
    );
  });

  it(`finds the same PDUs, however the stream is cut (seed ${seed})`, () => {
    const pdu = fc.record({
      command: fc.nat(0xffff),
      status: fc.nat(0xff),
      sequence: fc.nat(0x7fffffff),
      body: fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes)),
    });
    fc.assert(
      fc.property(fc.array(pdu, { maxLength: 8 }), fc.array(fc.integer({ min: 1, max: 40 })), (pdus, cuts) => {
        const stream = Buffer.concat(pdus.map(encodePdu));
        const reader = new PduReader();
        const found = [];
        for (let at = 0; at < stream.length; ) {
          const size = cuts.shift() ?? 17;
          found.push(...reader.push(stream.subarray(at, at + size)));
          at += size;
        }
        expect(found).toEqual(pdus);
      }),
      { seed, numRuns: 500 },
    );
  });

  it('refuses a TLV that is longer than its PDU', () => {
    const body = submitBody({ ...submission(Buffer.from('x')), tlvs: new Map([[TAG.messageState, Buffer.from([2])]]) });
    body.writeUInt16BE(500, body.length - 3);
    expect(() => messageOf({ command: COMMAND.deliverSm, body })).toThrow(BadPdu);
  });
});

describe('alphabets', () => {
  it.each([
    ['GSM', gsm, 'Ω@£€[x]^é\n'],
    ['Latin-1', latin1, 'Köln {x} @ ñ'],
    ['UCS-2', ucs2, '中文😀'],
  ])('%s reads its own bytes', (_name, alphabet, text) => {
    expect(alphabet.decode(alphabet.encode(text) as Buffer)).toBe(text);
  });

  it('say when they cannot write a text', () => {
    expect(gsm.encode('中')).toBeNull();
    expect(gsm.encode('\u001b')).toBeNull();
    expect(latin1.encode('€')).toBeNull();
  });
});
