import { describe, expect, it } from 'vitest';
import { endsMessages, isOptOut } from './opt-out.ts';

describe('an opt-out', () => {
  it.each([
    ...['opt out', 'Opt-Out', 'OPTOUT', 'stop all', 'StopAll.', 'ＳＴＯＰ!', 'S T O P', '🛑 stop 🛑', '“Stop”'],
    ...['T', ' t。', 'Ｔ', 'TD', '退订', '退 订！', '退訂', '停', '停止。', '解除', '配信停止', '配信 停止'],
    ...[
      'إيقاف',
      'ايقاف',
      'إِيقاف',
      'إلغاء',
      'الغاء',
      'לא',
      '\u200fלא\u200f',
      'หยุด',
      'DỪNG',
      'dư\u0300ng',
      '수신거부',
      '수신 거부',
    ],
    ...[
      'İPTAL',
      'IPTAL',
      'iptal',
      'ıptal',
      'arrêt svp',
      'ARRET SVP!',
      'Arrêt, s.v.p.',
      'ST\u200bOP',
      '\ufeffstop\u2069',
      'बंद।',
    ],
  ])('is the whole text %j', (text) => {
    expect(isOptOut(text)).toBe(true);
  });

  it.each([
    ...[
      '',
      ' ',
      '👍',
      '...',
      'TT',
      'T or F',
      'T1',
      'Dùng',
      'đúng',
      'dung',
      'non',
      'Please do not stop',
      'We must STOP this bill',
    ],
    ...['I will cancel tomorrow', '不停', '停车', 'لا إلغاء', 'stop 5'],
  ])('is not the text %j', (text) => {
    expect(isOptOut(text)).toBe(false);
  });

  it.each([
    ...[
      ['Stop promotions', null],
      ['Detener promociones', 'p'],
      ['Parar promoções', null],
      ['PARAR PROMOCOES', null],
    ],
    ...[
      ['Interrompi promozioni', null],
      ['Остановить рекламу', null],
      ['Не хочу', 'STOP'],
      ['No more', 'stop_promotions'],
    ],
    ...[
      ['Ferma', null],
      ['STOP', null],
    ],
  ] as [string, string | null][])('is a button %j with the payload %j', (text, payload) => {
    expect(endsMessages({ kind: 'button', text, payload }, ['ferma'])).toBe(true);
  });

  it.each([
    ...[
      ['Cancel', null],
      ['לא', null],
      ['T', 'T'],
      ['End', 'end'],
      ['Bus stop', 'stop_3'],
      ['Promotions', null],
    ],
  ] as [string, string | null][])('is not a button %j with the payload %j', (text, payload) => {
    expect(endsMessages({ kind: 'button', text, payload }, [])).toBe(false);
  });

  it('is a caption, and not the name of a place', () => {
    expect(endsMessages({ kind: 'picture', text: 'Stop' }, [])).toBe(true);
    expect(endsMessages({ kind: 'other', text: 'Alto' }, [])).toBe(false);
    expect(endsMessages({ kind: 'text', text: null }, [])).toBe(false);
  });

  it('is a word of the tenant, too, whatever its writing; an empty one is none', () => {
    expect(isOptOut('ferma!', ['FERMA', '!'])).toBe(true);
    expect(isOptOut('?', ['FERMA', '!'])).toBe(false);
    expect(isOptOut('ferma tutto', ['FERMA'])).toBe(false);
  });
});
