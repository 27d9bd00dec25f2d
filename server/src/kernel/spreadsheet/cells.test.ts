import { describe, expect, it, test } from 'vitest';
import { unzipped } from '../file-formats/zip.ts';
import { digitFormat } from './digit-format.ts';
import { bytesOf, read, workbookOf } from './testing.ts';
import { xlsxStream } from './write-xlsx.ts';

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const styles = (...codes: string[]) => ({
  'xl/styles.xml': `<styleSheet><numFmts>${codes
    .map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`)
    .join('')}</numFmts><cellXfs><xf numFmtId="0"/>${codes
    .map((_, at) => `<xf numFmtId="${164 + at}"/>`)
    .join('')}</cellXfs></styleSheet>`,
});

describe('a number format of digits', () => {
  it.each([
    ['000', 7, '007'],
    ['000', 1234, '1234'],
    ['"+"0', 12015550101, '+12015550101'],
    ['\\+#', 12015550101, '+12015550101'],
    ['000-0000-0000', 13800000000, '138-0000-0000'],
    ['(000) 000-0000', 2015550101, '(201) 555-0101'],
    ['[Red]00000;General', 42, '00042'],
  ])('%s shows %d as %s', (code, value, shown) => expect(digitFormat(code)?.(value)).toBe(shown));

  it.each(['General', '0', '0.00', '#,##0', '0%', '0.00E+00', 'yyyy-mm-dd', '@', ''])('%s is none', (code) =>
    expect(digitFormat(code)).toBeUndefined(),
  );

  it.each([-7, 1.5, 1e21])('shows nothing for %d', (value) => expect(digitFormat('000')?.(value)).toBeUndefined());
});

describe('a number cell', () => {
  test('is read as the sheet shows it, and marked if the sheet shows plain digits', async () => {
    const book = await workbookOf(
      `<row>${text('phone')}${text('code')}</row>` +
        '<row><c><v>12015550101</v></c><c s="1"><v>7</v></c></row>' +
        `<row><c s="2"><v>12015550102</v></c><c><v>8</v></c></row><row>${text('12015550103')}${text('009')}</row>`,
      styles('000', '"+"0'),
    );
    const { rows } = await read(book, { columns: { code: ['code'] } });
    expect(
      rows.map(({ number, values, isNumeric, numericKeys }) => [number, values.code, isNumeric, numericKeys]),
    ).toEqual([
      ['12015550101', '007', true, undefined],
      ['+12015550102', '8', undefined, ['code']],
      ['12015550103', '009', undefined, undefined],
    ]);
  });
});

describe('a formula without a stored result', () => {
  test('is a problem of its line where the cell is read, and never makes the line vanish', async () => {
    const book = await workbookOf(
      `<row>${text('phone')}${text('code')}${text('note')}</row>` +
        '<row><c><f>A1</f></c></row>' +
        `<row>${text('12015550101')}<c><f>B1</f><v></v></c></row>` +
        `<row>${text('12015550102')}${text('1')}<c><f>C1</f></c></row>` +
        `<row>${text('12015550103')}<c t="str"><f>IF(1,"")</f><v></v></c></row>`,
    );
    const { rows, report } = await read(book, { columns: { code: ['code'] } });
    expect(rows.map(({ number, problem }) => [number, problem])).toEqual([
      ['', 'FORMULA_WITHOUT_RESULT'],
      ['12015550101', 'FORMULA_WITHOUT_RESULT'],
      ['12015550102', undefined],
      ['12015550103', undefined],
    ]);
    expect(report.lines).toBe(4);
  });
});

test('the columns of a written sheet have the format of their cells, for cells added below', async () => {
  const bytes = await bytesOf(
    xlsxStream([['a', 'b']], { header: ['phone', 'amount'], amounts: [1], notes: [['k', 'v']] }),
  );
  const sheet = String((await unzipped(bytes)).get('xl/worksheets/sheet2.xml'));
  const styleOf = (pattern: RegExp) => pattern.exec(sheet)?.[1];
  expect(styleOf(/<col min="1" style="(\d+)"/)).toBe(styleOf(/<c r="A1"[^>]* s="(\d+)"/));
  expect(styleOf(/<col min="2" style="(\d+)"/)).toBe(styleOf(/<c r="B1"[^>]* s="(\d+)"/));
});
