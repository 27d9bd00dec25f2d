import { setTimeout } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readTable } from './read.ts';
import { pieces, read, refusal, workbookOf, zipOf } from './testing.ts';

const list = '12015550101\n12015550102\n';
const text = (value: string): string => `<c t="inlineStr"><is><t>${value}</t></is></c>`;

describe('an archive of lists', () => {
  test('every file is read under its own name, encoding and layout', async () => {
    const gbk = Buffer.concat([
      Buffer.from('bac5c2eb2cd0d5c3fb0a', 'hex'),
      Buffer.from('12015550103,'),
      Buffer.from('d5c5c8fd0a', 'hex'),
    ]);
    const zip = await zipOf({ 'a.txt': list, 'folder/b.csv': gbk, 'empty.txt': '', '__MACOSX/._a.txt': 'x' });
    const { rows, report } = await read(zip);
    expect(rows.map((row) => [row.file, row.lineNo, row.number])).toEqual([
      ['a.txt', 1, '12015550101'],
      ['a.txt', 2, '12015550102'],
      ['folder/b.csv', 2, '12015550103'],
    ]);
    expect(report).toMatchObject({ kind: 'zip', lines: 3, files: [{ encoding: 'ascii' }, { encoding: 'gb18030' }] });
  });

  test('every batch reaches a slow reader', async () => {
    const zip = await zipOf({ 'a.txt': list.repeat(10) });
    const table = readTable(pieces(zip), { batchRows: 1 });
    let rows = 0;
    for await (const batch of table) {
      rows += batch.length;
      await setTimeout(10);
    }
    expect(rows).toBe(20);
  });

  test('limits count all files together', async () => {
    const zip = await zipOf({ 'a.txt': list, 'b.txt': list });
    expect(await refusal(zip, { maxLines: 4 })).toBe('accepted 4 rows');
    expect(await refusal(zip, { maxLines: 3 })).toBe('LIST_TOO_LARGE');
  });

  test('more than twenty files are refused', async () => {
    const files = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.txt`, list]));
    expect(await refusal(await zipOf(files(20)))).toBe('accepted 40 rows');
    expect(await refusal(await zipOf(files(21)))).toBe('ZIP_UNSAFE');
  });

  test('bombs are refused by ratio and by size, before anything is inflated', async () => {
    expect(await refusal(await zipOf({ 'a.txt': Buffer.alloc(2_000_000, '1\n') }))).toBe('ZIP_UNSAFE');
    const plain = Buffer.alloc(500_000, '12015550101\n');
    expect(await refusal(await zipOf({ 'a.txt': plain }, false), { maxUncompressedBytes: 400_000 })).toBe('ZIP_UNSAFE');
  });

  test('an entry that inflates to more than it declares is refused', async () => {
    const zip = await zipOf({ 'a.txt': Buffer.alloc(60_000, '12015550101\n') });
    const smaller = patchDirectory(zip, (entry) => entry.writeUInt32LE(600, 24));
    expect(await refusal(smaller)).toBe('FILE_TRUNCATED');
  });

  test('archives and workbooks inside an archive are refused', async () => {
    const inner = await zipOf({ 'a.txt': list });
    expect(await refusal(await zipOf({ 'a.txt': list, 'b.zip': inner }))).toBe('ZIP_UNSAFE');
    expect(await refusal(await zipOf({ 'list.txt': inner }))).toBe('ZIP_UNSAFE');
    expect(await refusal(await zipOf({ 'list.xlsx': await workbookOf('<row><c><v>1</v></c></row>') }))).toBe(
      'ZIP_UNSAFE',
    );
  });

  test.each(['../a.txt', 'x/../a.txt', '/etc/a.txt', 'C:\\a.txt', 'x\\..\\a.txt', 'C:a.txt'])(
    'a name like %s is refused',
    async (name) => {
      const plain = name.replace(/[^a-z]/gi, '_');
      const zip = await zipOf({ [plain]: list });
      const renamed = Buffer.from(zip.toString('latin1').replaceAll(plain, name), 'latin1');
      expect(await refusal(renamed)).toBe('ZIP_UNSAFE');
    },
  );

  test('encrypted archives and links are refused', async () => {
    const zip = await zipOf({ 'a.txt': list });
    expect(await refusal(patchDirectory(zip, (entry) => entry.writeUInt16LE(entry.readUInt16LE(8) | 1, 8)))).toBe(
      'ZIP_UNSAFE',
    );
    expect(await refusal(patchDirectory(zip, (entry) => entry.writeUInt32LE(0xa1ff0000, 38)))).toBe('ZIP_UNSAFE');
  });

  test('other files inside an archive are refused', async () => {
    expect(await refusal(await zipOf({ 'a.txt': '%PDF-1.7\n' }))).toBe('FILE_TYPE');
    expect(await refusal(await zipOf({ 'a.json': '{"a":"b"}' }))).toBe('FILE_TYPE');
    expect(await refusal(await zipOf({}))).toBe('EMPTY_LIST');
  });

  test('archives and workbooks that were cut off anywhere are refused as incomplete', async () => {
    const whole = await zipOf({ 'a.txt': Array.from({ length: 500 }, (_, index) => `1201555${index}`).join('\n') });
    const book = await workbookOf(
      Array.from({ length: 500 }, (_, index) => `<row><c><v>${12015550100 + index}</v></c></row>`).join(''),
    );
    for (const file of [whole, book]) {
      for (const share of [0.1, 0.5, 0.9, 0.99]) {
        expect(await refusal(file.subarray(0, Math.floor(file.length * share)))).toBe('FILE_TRUNCATED');
      }
    }
  });

  test('damaged contents are refused', async () => {
    const zip = await zipOf({ 'a.txt': Array.from({ length: 5000 }, (_, index) => `1201555${index * 7}`).join('\n') });
    const damaged = Buffer.from(zip);
    damaged.fill(0xff, 200, 260);
    expect(await refusal(damaged)).toBe('FILE_TRUNCATED');
  });

  test('the reason is given in both languages', async () => {
    const zip = await zipOf({ 'a.txt': Buffer.alloc(2_000_000, '1\n') });
    const error = await read(zip).catch((thrown) => thrown);
    expect([error.say('zh'), error.say('en')]).toEqual([
      '压缩包不安全：压缩比超过 100:1',
      'Unsafe archive: its compression ratio is over 100:1',
    ]);
  });
});

describe('a workbook', () => {
  test('numbers, shared and inline text, booleans, gaps and formulas become text', async () => {
    const strings =
      '<sst><si><t>手机号</t></si><si><r><t>12015550</t></r><r><t>101</t></r><rPh><t>no</t></rPh></si></sst>';
    const book = await workbookOf(
      [
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>cost</t></is></c></row>',
        '<row r="3"><c r="A3" t="s"><v>1</v></c><c r="C3"><v>0.10000000000000001</v></c></row>',
        '<row r="4"><c r="A4"><v>12015550102</v></c><c r="B4" t="b"><v>1</v></c><c r="C4" t="str"><f>1+1</f><v>2</v></c></row>',
        '<row r="5"><c r="A5"><f>HYPERLINK("x")</f><v>12015550103</v></c><c r="C5" t="e"><v>#N/A</v></c></row>',
        '<row r="6"/><row r="7"><c r="A7" t="inlineStr"><is><t> </t></is></c></row>',
      ].join(''),
      { 'xl/sharedStrings.xml': strings },
    );
    const { rows, report } = await read(book);
    expect(rows.map((row) => [row.lineNo, ...row.cells])).toEqual([
      [3, '12015550101', '', '0.1'],
      [4, '12015550102', 'TRUE', '2'],
      [5, '12015550103', '', '#N/A'],
    ]);
    expect(report).toMatchObject({
      kind: 'xlsx',
      files: [{ layout: { header: ['手机号', '', 'cost'], numberColumn: 0 } }],
    });
  });

  test('scientific notation is read when no digit is lost, and is a fault of its line when one is', async () => {
    const values = [
      '1.2015550101E10',
      '1.2015550102E+10',
      '12015550103',
      '1.2345678901234568E+17',
      '123456789012345678',
    ];
    const book = await workbookOf(
      `<row><c t="inlineStr"><is><t>phone</t></is></c></row>${values.map((value) => `<row><c><v>${value}</v></c></row>`).join('')}` +
        `<row>${text('1.2E+10')}</row><row>${text('1.2015550104E+10')}</row>`,
    );
    expect((await read(book)).rows.map((row) => [row.number, row.problem])).toEqual([
      ['12015550101', undefined],
      ['12015550102', undefined],
      ['12015550103', undefined],
      ['123456789012345680', 'XLSX_PRECISION'],
      ['123456789012345680', 'XLSX_PRECISION'],
      ['1.2E+10', 'XLSX_PRECISION'],
      ['12015550104', undefined],
    ]);
  });

  test('dates are read as dates', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m"/><numFmt numFmtId="165" formatCode="0.00&quot;days&quot;"/></numFmts>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>';
    const book = await workbookOf(
      '<row><c><v>12015550101</v></c><c s="1"><v>45418</v></c><c s="2"><v>45418.5</v></c><c s="3"><v>45418</v></c><c s="1"><v>1</v></c></row>',
      { 'xl/styles.xml': styles },
    );
    expect((await read(book)).rows[0]?.cells).toEqual([
      '12015550101',
      '2024-05-06',
      '2024-05-06 12:00:00',
      '45418',
      '1900-01-01',
    ]);
  });

  test('document types and entities expand to nothing', async () => {
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><sst><si><t>&b;</t></si></sst>';
    expect(await refusal(await workbookOf('<row><c t="s"><v>0</v></c></row>', { 'xl/sharedStrings.xml': bomb }))).toBe(
      'FILE_TRUNCATED',
    );
  });

  test('a cell far to the right does not make a row of thousands', async () => {
    const book = await workbookOf('<row><c r="A1"><v>12015550101</v></c><c r="XFD1"><v>1</v></c></row>');
    expect((await read(book)).rows[0]?.cells).toEqual(['12015550101']);
  });
});

// Applies a change to the first entry of the central directory.
function patchDirectory(zip: Buffer, change: (entry: Buffer) => void): Buffer {
  const copy = Buffer.from(zip);
  change(copy.subarray(copy.indexOf(Buffer.from('504b0102', 'hex'))));
  return copy;
}

test('the bomb of the ratio test really is one', () => {
  expect(2_000_000 / deflateRawSync(Buffer.alloc(2_000_000, '1\n')).length).toBeGreaterThan(100);
});

describe('text that unpacks to much more than its file', () => {
  const table = (value: string) => ({ 'xl/sharedStrings.xml': `<sst><si><t>${value}</t></si></sst>` });
  const rows = (count: number) =>
    Array.from(
      { length: count },
      (_, at) => `<row r="${at + 1}"><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>`,
    ).join('');

  test('a cell has 32,767 characters at most, in every kind of file', async () => {
    const [most, more] = ['x'.repeat(32_767), 'x'.repeat(32_768)];
    expect(await refusal(await workbookOf(rows(1), table(most)))).toBe('accepted 1 rows');
    expect(await refusal(await workbookOf(rows(1), table(more)))).toBe('CELL_TOO_LONG');
    expect(await refusal(await workbookOf(`<row>${text(more)}</row>`))).toBe('CELL_TOO_LONG');
    const lines = (cell: string) => `number,remark\n12015550101,"${cell.slice(0, 30_000)}\n${cell.slice(30_000)}"\n`;
    for (const [cell, said] of [
      [most.slice(1), 'accepted 1 rows'],
      [more, 'CELL_TOO_LONG'],
    ] as const) {
      expect(await refusal(lines(cell))).toBe(said);
      expect(await refusal(await zipOf({ 'a.csv': lines(cell) }, false))).toBe(said);
    }
  });

  test('one text that many cells name is refused before it fills the memory', async () => {
    expect(await refusal(await workbookOf(rows(20_000), table('x'.repeat(30_000))))).toBe('TEXT_TOO_LARGE');
    const spread = await workbookOf(rows(2_000), table('x'.repeat(2_000)));
    expect(await refusal(spread)).toBe('accepted 2000 rows');
    expect(await refusal(spread, { maxUncompressedBytes: 4_000_000 })).toBe('TEXT_TOO_LARGE');
  });

  test('a workbook that needs more memory than a reader has is refused, and the process continues', async () => {
    const attributes = Array.from({ length: 3_000_000 }, (_, at) => ` a${at}="${(at * 7919) % 1000}"`).join('');
    const bomb = await workbookOf(`<row${attributes}>${text('12015550101')}</row>`);
    expect(await refusal(bomb)).toBe('TEXT_TOO_LARGE');
  });
});
