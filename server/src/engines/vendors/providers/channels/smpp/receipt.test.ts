import { expect, it } from 'vitest';
import { ESM, type ShortMessage, ucs2 } from '../../../smpp/index.ts';
import { readReceipt } from './receipt.ts';

const message = (text: string, esmClass = 0): ShortMessage =>
  ({ esmClass, tlvs: new Map(), text: Buffer.from(text, 'latin1') }) as unknown as ShortMessage;
const ours = 'id:77 sub:001 dlvrd:001 submit date:2601020304 done date:2601020305 stat:DELIVRD err:000 text:';

it.each(['Booking id: 9, stat: confirmed', 'id:9 stat:UNDELIV', 'done date: today err:5'])(
  'keeps its id and state whatever our own text in it says: %s',
  (text) => {
    expect(readReceipt(message(ours + text, ESM.receipt), 'UTC')).toMatchObject({
      ...{ id: '77', state: 'DELIVRD', errorCode: '000', date: '2601020305' },
    });
  },
);

it('is known by its class, or without it by its form', () => {
  expect(readReceipt(message(ours), 'UTC')).toMatchObject({ id: '77', status: 'delivered' });
  expect(readReceipt(message('id:9 stat:DELIVRD', ESM.receipt), 'UTC')).toMatchObject({ id: '9' });
});

it.each([
  ['with its data coding', 8],
  ['with a message class', 0x19],
  ['without saying so', 0],
])('is read in UTF-16 %s', (_what, dataCoding) => {
  const wide = { ...message('', ESM.receipt), dataCoding, text: ucs2.encode(`${ours}部分 id:9`) };
  expect(readReceipt(dataCoding === 0 ? { ...wide, text: ucs2.encode(ours) } : wide, 'UTC')).toMatchObject({
    ...{ id: '77', state: 'DELIVRD', date: '2601020305' },
  });
});

it.each(['My id:5 and stat:fine', 'id:5 stat:where is my order?', `Copied: ${ours}`])(
  'is not what a person writes: %s',
  (text) => {
    expect(readReceipt(message(text), 'UTC')).toBeNull();
  },
);
