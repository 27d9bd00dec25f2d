import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { read, refusal, workbookOf, zipOf } from './testing.ts';

const key = (): string => randomBytes(32).toString('base64');
const list = '12015550101\n'.repeat(20);

describe('account credentials are refused as a whole', () => {
  test.each([
    ['six segments between commas', () => ['12015550101', key(), key(), key(), key(), '1234567890'].join(',')],
    ['three keys between bars', () => ['12015550101', key(), key(), key()].join('|')],
    ['three keys between dashes', () => ['12015550101', key(), key(), key()].join('----')],
    [
      'keys without padding',
      () => ['12015550101', ...[1, 2, 3].map(() => randomBytes(33).toString('base64url'))].join(','),
    ],
    ['hexadecimal keys', () => ['12015550101', ...[1, 2, 3].map(() => randomBytes(32).toString('hex'))].join(',')],
    ['one exported session', () => `12015550101,1${randomBytes(263).toString('base64')}`],
    ['an account with password and code', () => '12015550101----Passw0rd9----K3JBSWY3DPEHPK3PX'],
    ['a key bundle', () => '{"noiseKey":{"private":{"type":"Buffer","data":"x"}}}'],
    ['a key bundle over several lines', () => '{\n  "signedIdentityKey": {\n    "private": "x"\n  }\n}'],
    ['a session with its data centre', () => '12015550101,"{""a"":1}"\n12015550102,\'{"dc_id": 2, "auth": "x"}\''],
    ['a browser cookie header', () => 'Cookie: sid=1; token=2'],
    ['a cookie file', () => '# Netscape HTTP Cookie File\n.example.com\tTRUE\t/\tFALSE\t0\ta\tb'],
    ['a cookie line', () => '.example.com\tTRUE\t/\tTRUE\t1893456000\tsession\tabc'],
  ])('%s', async (_, line) => {
    expect(await refusal(`${list}${line()}\n`)).toBe('CREDENTIAL_CONTENT');
  });

  test('they are found behind hundreds of thousands of good lines', async () => {
    const content = `${'12015550101\n'.repeat(300_000)}12015550102,${key()},${key()},${key()}\n`;
    expect(await refusal(content)).toBe('CREDENTIAL_CONTENT');
  });

  test('they are found in a workbook', async () => {
    const cells = ['12015550101', key(), key(), key()].map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`);
    expect(await refusal(await workbookOf(`<row>${cells.join('')}</row>`))).toBe('CREDENTIAL_CONTENT');
  });

  test.each([
    '12015550101.session',
    'a/tdata/key_datas',
    'x/creds.json',
    'cookies.txt',
    'wa/axolotl.db',
    'b.session-journal',
  ])('an archive that holds %s', async (name) => {
    expect(await refusal(await zipOf({ 'list.txt': list, [name]: 'x' }))).toBe('CREDENTIAL_CONTENT');
  });

  test('a session database is refused by its bytes', async () => {
    const database = Buffer.concat([
      Buffer.from('SQLite format 3\0'),
      Buffer.alloc(84),
      Buffer.from('CREATE TABLE sessions (dc_id integer primary key, auth_key blob)'),
    ]);
    expect(await refusal(database)).toBe('CREDENTIAL_CONTENT');
  });
});

describe('ordinary files do not count as credentials', () => {
  test.each([
    ['names, prices and dates', 'phone,name,cost,date\n12015550101,Ann Smith-Jones,0.350000,2024-05-06 10:00:00'],
    ['order numbers', 'phone,order,batch,ref\n12015550101,WF240506AB12CD34,PW240506ZZ99YY88,OB240506A1B2C3D4'],
    [
      'UUIDs',
      `phone,a,b,c\n12015550101,${['550e8400-e29b-41d4-a716-446655440000', '6ba7b810-9dad-11d1-80b4-00c04fd430c8', '7d444840-9dc0-11d1-b245-5ffdce74fad2'].join(',')}`,
    ],
    [
      'links',
      'phone,a,b,c\n12015550101,https://example.com/a/b?c=1,https://example.com/shop/Item2024,https://example.org/x',
    ],
    [
      'long words and identifiers',
      'phone,a,b,c\n12015550101,InternationalBusinessMachines2024,customerRelationshipManagement7,TelegramChannelSubscribers2024',
    ],
    ['a checksum', `file,sha256\n12015550101,${createHash('sha256').update('x').digest('hex')}`],
    ['dashes for looks', '----------------\n12015550101\n----------------'],
    ['remarks between dashes', '12015550101----Ann Smith----called twice'],
    ['addresses', 'phone,a\n12015550101,"12 Main Street, Springfield | Building 7; Floor 3"'],
    ['words about cookies and keys', 'phone,note\n12015550101,likes cookies; asked for the key of room 12'],
    [
      'long lists of digits',
      Array.from({ length: 40 }, (_, index) => `120155501${String(index).padStart(2, '0')}`).join('|'),
    ],
  ])('%s', async (_, content) => {
    expect((await read(`${content}\n`)).rows.length).toBeGreaterThan(0);
  });
});
