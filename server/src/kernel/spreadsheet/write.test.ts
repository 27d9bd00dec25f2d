import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { contentDisposition } from '../file-formats/content-disposition.ts';
import { unzipped } from '../file-formats/zip.ts';
import { bytesOf, read } from './testing.ts';
import { counted, csvStream, escapeFormula, txtStream } from './write-text.ts';
import { NOTE_SHEET_NAME, xlsxBookStream, xlsxStream } from './write-xlsx.ts';
import { safePath, zipStream } from './write-zip.ts';

const seed = Number(process.env.FAST_CHECK_SEED ?? Date.now());
const settings = { seed, numRuns: 150 };
const FORMULAS = ["=cmd|' /C calc'!A0", '+1+1', '-2+3', '@SUM(1)', '\t=1', '\r=1', '=HYPERLINK("http://x","y")'];

describe('text', () => {
  test('one number a line, without and with a plus', async () => {
    expect(String(await bytesOf(txtStream([12015550101n, '12015550102'])))).toBe('12015550101\n12015550102\n');
    expect(String(await bytesOf(txtStream([12015550101n], { plus: true })))).toBe('+12015550101\n');
  });

  test(`written values are read back (seed ${seed})`, async () => {
    const numbers = fc.array(fc.bigInt({ min: 12015550100n, max: 12015550199n }), { minLength: 1, maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(numbers, fc.boolean(), async (list, plus) => {
        const { rows } = await read(await bytesOf(txtStream(list, { plus })));
        expect(rows.map((row) => BigInt(row.number.replace('+', '')))).toEqual(list);
      }),
      settings,
    );
  });
});

describe('csv', () => {
  test('no cell is a formula', async () => {
    const content = String(await bytesOf(csvStream(FORMULAS.map((formula) => ['12015550101', formula]))));
    for (const line of content.slice(1).split('\r\n').filter(Boolean)) {
      expect(line.split(',', 2)[1]).toMatch(/^"?'/);
    }
  });

  test(`a sign and digits stay unchanged, any other possible formula does not (seed ${seed})`, () => {
    const sign = fc.constantFrom('', '+', '-');
    const digits = fc.stringMatching(/^\d{1,20}$/);
    fc.assert(
      fc.property(sign, digits, (...parts) => escapeFormula(parts.join('')) === parts.join('')),
      settings,
    );
    const start = fc.constantFrom('=', '+', '-', '@', '\t', '\r');
    const rest = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc
        .tuple(digits, fc.constantFrom('\n', '\r', ' ', '+1', "+cmd|' /C calc'!A0", '-1', '*2', '.5', 'e9', ',=1'))
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(start, rest, (first, more) => {
        fc.pre(!(/^[+-]$/.test(first) && more !== '' && [...more].every((one) => one >= '0' && one <= '9')));
        expect(escapeFormula(first + more)).toBe(`'${first}${more}`);
      }),
      settings,
    );
  });

  test(`phone numbers are written as they are, and read again as the same (seed ${seed})`, async () => {
    const number = fc.bigInt({ min: 12015550100n, max: 12015550199n }).map((digits) => `+${digits}`);
    await fc.assert(
      fc.asyncProperty(fc.array(number, { minLength: 1, maxLength: 40 }), async (numbers) => {
        const written = await bytesOf(
          csvStream(
            numbers.map((one) => [one, 'US']),
            { header: ['phone', 'country'] },
          ),
        );
        expect(String(written)).not.toContain("'");
        const { rows } = await read(written, {}, 97);
        expect(rows.map((row) => row.number)).toEqual(numbers);
      }),
      settings,
    );
  });

  test(`written values are read back (seed ${seed})`, async () => {
    const cell = fc
      .string({ unit: 'grapheme', maxLength: 30 })
      .filter((one) => !/[\r\0]/.test(one) && one.isWellFormed());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 40 }), async (cells) => {
        const rows = cells.map(([a, b], index) => [`1201555${String(index).padStart(4, '0')}`, a, b]);
        const written = await bytesOf(csvStream(rows, { header: ['phone', 'a', 'b'] }));
        const again = await read(written, {}, 97);
        expect(again.rows.map((row) => row.cells)).toEqual(rows.map((row) => row.map(escapeFormula)));
      }),
      settings,
    );
  });
});

describe('xlsx', () => {
  test('notes come first, the header is frozen, and a sheet that is full is followed by another', async () => {
    const rows = Array.from({ length: 5 }, (_, index) => [`+1201555010${index}`, index]);
    const options = { header: ['号码', 'n'], notes: [['批次 Batch', 'WF1'] as const], rowsPerSheet: 2 };
    const book = await readXlsx(await bytesOf(xlsxStream(rows, options)));
    expect(book.sheets.map((sheet) => [sheet.name, sheet.rows])).toEqual([
      [NOTE_SHEET_NAME, [['批次 Batch', 'WF1']]],
      [
        'Sheet1',
        [
          ['号码', 'n'],
          ['+12015550100', '0'],
          ['+12015550101', '1'],
        ],
      ],
      [
        'Sheet2',
        [
          ['号码', 'n'],
          ['+12015550102', '2'],
          ['+12015550103', '3'],
        ],
      ],
      [
        'Sheet3',
        [
          ['号码', 'n'],
          ['+12015550104', '4'],
        ],
      ],
    ]);
    expect(book.sheets[1]?.freezePane).toMatchObject({ rows: 1 });
  });

  test('opens on the rows, not on the notes', async () => {
    const options = { header: ['a'], notes: [['b', 'c'] as const] };
    expect((await readXlsx(await bytesOf(xlsxStream([['1']], options)))).activeSheet).toBe(1);
  });

  test('a sheet whose text is long is followed by another', async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => [`+1201555${String(index).padStart(4, '0')}`]);
    const book = await readXlsx(await bytesOf(xlsxStream(rows, { header: ['a'], bytesPerSheet: 100_000 })));
    expect(book.sheets.map(({ name }) => name)).toEqual(['Sheet1', 'Sheet2', 'Sheet3', 'Sheet4']);
    expect(book.sheets.flatMap((sheet) => sheet.rows.slice(1))).toEqual(rows);
  });

  test('an empty list still has its header, a full sheet is not followed by an empty one', async () => {
    const empty = await readXlsx(await bytesOf(xlsxStream([], { header: ['a'], sheetName: '号码' })));
    expect(empty.sheets.map((sheet) => [sheet.name, sheet.rows])).toEqual([['号码', [['a']]]]);
    const full = await readXlsx(await bytesOf(xlsxStream([['1'], ['2']], { header: ['a'], rowsPerSheet: 2 })));
    expect(full.sheets).toHaveLength(1);
  });

  test('no cell is a formula and none is a number', async () => {
    const rows = FORMULAS.map((one) => [one, 12015550101n]);
    const parts = await unzipped(await bytesOf(xlsxStream(rows, { header: ['=1+1', 'b'] })));
    for (const [name, content] of parts) {
      if (!name.startsWith('xl/worksheets/')) continue;
      const xml = String(content);
      expect(xml).not.toContain('<f>');
      for (const [cell] of xml.matchAll(/<c [^>]*>/g)) expect(cell).toMatch(/t="(?:inlineStr|s)"/);
    }
  });

  test(`written values are read back (seed ${seed})`, async () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom(...FORMULAS, '_x0041_', ' a ', '<&>', 'a\nb'),
    );
    const lists = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 120 });
    await fc.assert(
      fc.asyncProperty(lists, async (cells) => {
        const rows = cells.map(([a, b], index) => [`+1201555${String(index).padStart(4, '0')}`, a, b]);
        const written = await bytesOf(xlsxStream(rows, { header: ['phone', 'a', 'b'], notes: [['k', 'v']] }));
        const expected = rows.map((row) => row.map((one) => one.toWellFormed()));
        const again = await read(written, {}, 4096);
        const filled = again.rows.map((row) => [0, 1, 2].map((column) => row.cells[column] ?? ''));
        expect(filled).toEqual(expected);
      }),
      // Each workbook is read in a separate thread, which takes a while to start.
      { ...settings, numRuns: 20 },
    );
  });

  test('a book has a sheet for each list, a long one going on in the next', async () => {
    const list = (count: number) => Array.from({ length: count }, (_, index) => [`+1201555010${index}`]);
    const stream = xlsxBookStream(
      [
        { name: 'OB1', rows: list(3) },
        { name: 'OB2', rows: list(1) },
        { name: 'OB3', rows: [] },
      ],
      { header: ['number'], rowsPerSheet: 2, notes: [['by', 'someone']] },
    );
    const { sheets } = await readXlsx(await bytesOf(stream));
    expect(sheets.map(({ name }) => name)).toEqual([NOTE_SHEET_NAME, 'OB1', 'OB12', 'OB2', 'OB3']);
    expect(sheets.slice(1).map(({ rows }) => rows.length - 1)).toEqual([2, 1, 1, 0]);
  });

  test('a reader that stops ends the lists of a workbook and their sources', async () => {
    const ended: string[] = [];
    async function* endless() {
      try {
        for (;;) yield ['447700900000', 'x'.repeat(200)];
      } finally {
        ended.push('rows');
      }
    }
    async function* lists() {
      try {
        yield { name: 'OB1', rows: endless() };
      } finally {
        ended.push('lists');
      }
    }
    const stream = xlsxBookStream(lists(), { header: ['number', 'text'] });
    for await (const _ of stream) break;
    await expect.poll(() => ended).toEqual(['rows', 'lists']);
  });

  test('a failing source ends the file in an error, a reader that stops ends the source', async () => {
    async function* failing() {
      yield ['12015550101'];
      throw new Error('cursor lost');
    }
    await expect(bytesOf(xlsxStream(failing(), { header: ['a'] }))).rejects.toThrow('cursor lost');
    let closed = false;
    async function* endless() {
      try {
        for (let n = 0; ; n++) yield [String(n * 7919)];
      } finally {
        closed = true;
      }
    }
    for await (const _ of xlsxStream(endless(), { header: ['a'] })) break;
    await expect.poll(() => closed).toBe(true);
  });
});

describe('archives', () => {
  test('files are in their folders with a verifiable manifest', async () => {
    const us = counted([12015550101n, 12015550102n]);
    let kept: unknown;
    const archive = await bytesOf(
      zipStream(
        [
          { path: 'US/1_实号_live.txt', content: () => txtStream(us.source), rows: us.rows },
          { path: 'CA/rejected.csv', content: () => csvStream([['1', 'x']]) },
          { path: '../CA/rejected.csv', content: () => txtStream(['12045550101']) },
        ],
        { readme: 'hello\n', onManifest: (manifest) => (kept = manifest) },
      ),
    );
    const contents = await unzipped(archive);
    expect([...contents.keys()]).toEqual([
      'README.txt',
      'US/1_实号_live.txt',
      'CA/rejected.csv',
      'CA/rejected (2).csv',
      'manifest.json',
    ]);
    const manifest = JSON.parse(String(contents.get('manifest.json'))) as {
      files: { file: string; rows: number; sha256: string }[];
    };
    expect(manifest.files).toEqual(kept);
    expect(manifest.files.map((file) => file.rows)).toEqual([2, 1, 1]);
    for (const { file, sha256 } of manifest.files) {
      expect(createHash('sha256').update(contents.get(file)!).digest('hex')).toBe(sha256);
    }
  });

  test('a reader that stops ends the list of files, and no further content is asked for', async () => {
    const seen: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const content = () => {
      seen.push('content');
      return txtStream(['12015550101']);
    };
    async function* files() {
      try {
        await promise;
        yield { path: 'a.txt', content };
      } finally {
        seen.push('files');
      }
    }
    const stream = zipStream(files(), { readme: 'hello' });
    await once(stream, 'readable');
    await once(stream.destroy(), 'close');
    resolve();
    await expect.poll(() => seen).toEqual(['files']);
  });

  test('paths are made harmless', () => {
    expect(safePath('../../a/./b:c?.txt')).toBe('a/b_c_.txt');
    expect(safePath('/')).toBe('file');
  });
});

test('download names keep their letters and cannot break the header', () => {
  expect(contentDisposition('list.txt')).toBe('attachment; filename="list.txt"');
  expect(contentDisposition('号码 (1).txt')).toBe(
    `attachment; filename="_ (1).txt"; filename*=UTF-8''%E5%8F%B7%E7%A0%81%20%281%29.txt`,
  );
  expect(contentDisposition('a"\r\nSet-Cookie: x/..\\b')).toBe(
    `attachment; filename="a__Set-Cookie: x_.._b"; filename*=UTF-8''a%22_Set-Cookie%3A%20x_.._b`,
  );
});
