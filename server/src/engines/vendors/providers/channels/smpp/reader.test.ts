import { describe, expect, it } from 'vitest';
import { COMMAND, ESM, gsm, submitBody, TAG, ucs2 } from '../../../smpp/index.ts';
import type { SmppProfile } from './profile.ts';
import { bodyOfPdu, readSmpp } from './reader.ts';

const profile = (country: string | null): SmppProfile => ({
  ...{ isPair: false, window: 10, longMode: 1, alphabet: gsm, addressing: 1, receiptParts: 1, idForm: 1 },
  ...{ country, zone: 'UTC' },
});
interface Written {
  readonly from?: string;
  readonly to?: string;
  readonly ton?: number;
  readonly dataCoding?: number;
  readonly text?: Buffer;
  readonly esmClass?: number;
  /** Bytes behind the message. */
  readonly after?: Buffer;
}
function read(country: string | null, given: Written) {
  return readSmpp(profile(country), bodyOfPdu({ command: COMMAND.deliverSm, body: bodyOf(given) }, new Date()))?.[0];
}
function bodyOf(given: Written): Buffer {
  const { from = '12025550123', to = '12025550199', ton = 1, dataCoding = 0, esmClass = 0 } = given;
  const body = submitBody({
    source: { ton, npi: 1, address: from },
    destination: { ton, npi: 1, address: to },
    ...{ esmClass, registered: 0, dataCoding, validity: '', text: given.text ?? Buffer.from('Hi') },
  });
  return Buffer.concat([body, given.after ?? Buffer.alloc(0)]);
}

describe('a text', () => {
  it.each([8, 0x18, 0x19, 0x1a, 0x1b, 0xe0])('in UCS-2 is read with the data coding %i', (dataCoding) => {
    expect(read(null, { dataCoding, text: ucs2.encode('停 STOP') })).toMatchObject({ text: '停 STOP' });
  });

  it.each([
    [0x10, 'Hi'],
    [0x13, 'Hi'],
    [0x14, null],
    [0x17, null],
    [0xf1, 'Hi'],
    [0xf5, null],
  ])('with the message class %i has its own alphabet', (dataCoding, text) => {
    expect(read(null, { dataCoding })).toMatchObject({ text });
  });
});

describe('U+0000, which no column can store,', () => {
  it.each([
    ['in a text is left out', { dataCoding: 3, text: Buffer.from('ST\0OP\0') }, 'STOP'],
    ['in UCS-2 is left out', { dataCoding: 8, text: ucs2.encode('停\0 STOP\0') }, '停 STOP'],
    [
      'in a part is left out',
      { dataCoding: 3, esmClass: ESM.header, text: Buffer.from([5, 0, 3, 7, 2, 1, 72, 0, 105]) },
      'Hi',
    ],
    ['behind a message is no parameter', { dataCoding: 3, after: Buffer.alloc(1) }, 'Hi'],
    ['three times behind a message is none either', { dataCoding: 3, after: Buffer.alloc(3) }, 'Hi'],
  ] satisfies [string, Written, string][])('%s', (_, given, text) => {
    expect(read(null, given)).toMatchObject({ type: 'inbound', kind: 'text', text });
  });

  it('ends the id of a receipt', () => {
    const dates = 'submit date:2601010000 done date:2601010001';
    const text = Buffer.from(`id:7\0 9\0 sub:001 dlvrd:001 ${dates} stat:DELIVRD\0 err:000\0 text:\0`);
    expect(read(null, { esmClass: ESM.receipt, text })).toMatchObject({
      type: 'status',
      messageId: '7',
      status: 'delivered',
    });
    const named = Buffer.concat([Buffer.from([0, TAG.receiptedMessageId, 0, 5]), Buffer.from('42\x00zz')]);
    expect(read(null, { esmClass: ESM.receipt, text, after: named })).toMatchObject({ messageId: '42' });
  });
});

describe('a number', () => {
  it.each([
    ['without its country code is completed with the country of the account', 'US', '2025550123', 2, 12025550123n],
    ['of an unknown type, too', 'US', '2025550123', 0, 12025550123n],
    ['with its country code stays', 'US', '12025550123', 0, 12025550123n],
    ['of an international type stays', 'US', '2025550123', 1, 2025550123n],
    ['of another country stays', 'US', '4478555012345', 0, 4478555012345n],
    ['stays without a country of the account', null, '2025550123', 2, 2025550123n],
    ['with the international prefix stays', 'US', '0012025550123', 2, 12025550123n],
  ])('%s', (_what, country, from, ton, e164) => {
    expect(read(country, { from, ton })).toMatchObject({ e164 });
  });

  it('of a receipt and of the own phone are completed; a short code is not', () => {
    const given = { from: '2025550123', to: '2025550199', ton: 2 };
    const receipt = { ...given, esmClass: ESM.receipt, text: Buffer.from('id:7 stat:DELIVRD') };
    expect(read('US', receipt)).toMatchObject({ type: 'status', e164: 12025550123n });
    expect(read('US', given)).toMatchObject({ senderAccount: '12025550199' });
    expect(read('US', { ...given, to: '20001' })).toMatchObject({ senderAccount: '20001' });
    expect(read(null, given)).toMatchObject({ senderAccount: '2025550199' });
  });
});
