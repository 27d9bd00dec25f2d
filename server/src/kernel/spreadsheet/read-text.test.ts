import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { readTable } from './read.ts';
import { pieces, read, refusal } from './testing.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The reachable bytes. Bytes not collected yet may belong to other tests, which share the process. */
function held(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

const NUMBERS = ['12015550101', '12015550102', '12015550103'];

const numbers = async (content: Uint8Array | string): Promise<string[]> =>
  (await read(content)).rows.map((row) => row.number);

describe('plain lists', () => {
  test.each(['\n', '\r\n', '\r'])('lines end with %j, blank lines are skipped and still counted', async (end) => {
    const { rows } = await read([NUMBERS[0], '', '  ', NUMBERS[1], NUMBERS[2]].join(end));
    expect(rows.map((row) => [row.lineNo, row.number])).toEqual([
      [1, NUMBERS[0]],
      [4, NUMBERS[1]],
      [5, NUMBERS[2]],
    ]);
  });

  test('text after the number is ignored and counted', async () => {
    const { rows, report } = await read(
      '12015550101,first remark, and more\n12015550102\n12015550103;x\n12015550104\n12015550105\ty\n',
    );
    expect(rows.map((row) => row.number)).toEqual([...NUMBERS, '12015550104', '12015550105']);
    expect(report.trailingText).toBe(3);
  });

  test('one byte at a time reads the same as all at once', async () => {
    const content = Buffer.from('\uFEFF号码,姓名\r\n12015550101,"张,三"\r\n12015550102,"李\r\n四"\r\n');
    expect((await read(content, {}, 1)).rows).toEqual((await read(content, {}, 10_000)).rows);
  });

  test('nothing, white space and a lonely header are empty lists', async () => {
    expect(await refusal('')).toBe('EMPTY_LIST');
    expect(await refusal('\n \r\n\t\n')).toBe('EMPTY_LIST');
    expect(await refusal('phone\n')).toBe('EMPTY_LIST');
    expect(await refusal('\uFEFF')).toBe('EMPTY_LIST');
  });

  test('a line without end costs one line, not memory', async () => {
    const { rows } = await read(`12015550101\n${'9'.repeat(300_000)}\n12015550102`);
    expect(rows.map((row) => row.problem)).toEqual([undefined, 'LINE_TOO_LONG', undefined]);
    expect(rows[1]?.lineNo).toBe(2);
    expect(rows[2]?.lineNo).toBe(3);
  });

  test('other kinds of files are refused, under any name', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');
    expect(await refusal(png)).toBe('FILE_TYPE');
    expect(await refusal('%PDF-1.7\n1 0 obj\n')).toBe('FILE_TYPE');
    expect(await refusal('<html><body>12015550101</body></html>')).toBe('FILE_TYPE');
    expect(await refusal('[{"phone":"12015550101"}]')).toBe('FILE_TYPE');
    expect(await refusal(Buffer.from('d0cf11e0a1b11ae1000000000000000000000000', 'hex'))).toBe('FILE_TYPE');
    expect(await refusal(Buffer.concat([Buffer.from(`${'12015550101\n'.repeat(1000)}`), Buffer.from([0])]))).toBe(
      'FILE_TYPE',
    );
  });
});

describe('encodings', () => {
  // 号码,姓名 / 张三 / 李四 in GBK.
  const gbk = Buffer.concat([
    Buffer.from('bac5c2eb2cd0d5c3fb0a', 'hex'),
    Buffer.from('12015550101,'),
    Buffer.from('d5c5c8fd0a', 'hex'),
    Buffer.from('12015550102,'),
    Buffer.from('c0eecbc40a', 'hex'),
  ]);

  test('GBK is recognised', async () => {
    const { rows, report } = await read(gbk);
    expect(rows.map((row) => row.cells)).toEqual([
      ['12015550101', '张三'],
      ['12015550102', '李四'],
    ]);
    expect(report.files[0]).toMatchObject({ encoding: 'gb18030', layout: { header: ['号码', '姓名'] } });
  });

  test('UTF-8 with and without mark, and UTF-16 both ways, read the same', async () => {
    const text = '号码,姓名\n12015550101,张三\n';
    const le = Buffer.from(`\uFEFF${text}`, 'utf16le');
    const files = [Buffer.from(text), Buffer.from(`\uFEFF${text}`), le, Buffer.from(le).swap16()];
    for (const file of files) {
      expect((await read(file, {}, 7)).rows.map((row) => row.cells)).toEqual([['12015550101', '张三']]);
    }
  });

  test('a line of the other encoding is a fault of that line, never wrong text', async () => {
    const utf8 = Buffer.from('12015550103,王五\n');
    const inGbk = (await read(Buffer.concat([gbk, utf8]))).rows;
    expect(inGbk.map((row) => row.problem)).toEqual([undefined, undefined, 'ENCODING']);
    expect(inGbk[2]?.number).toBe('12015550103');
    const start = Buffer.from('号码,姓名\n12015550101,张三\n');
    const inUtf8 = (await read(Buffer.concat([start, gbk.subarray(10)]))).rows;
    expect(inUtf8.map((row) => row.problem)).toEqual([undefined, 'ENCODING', 'ENCODING']);
    expect(inUtf8[1]?.cells[1]).not.toContain('张');
  });

  test('a line of ambiguous encoding waits for an unambiguous one', async () => {
    // D2 BB ("一" in GBK) is also a valid pair in UTF-8.
    const either = Buffer.concat([Buffer.from('12015550101,'), Buffer.from('d2bb0a', 'hex')]);
    const plain = Buffer.from('12015550109,a\n');
    const thenGbk = await read(Buffer.concat([either, plain, gbk.subarray(10)]));
    expect(thenGbk.rows[0]?.cells[1]).toBe('一');
    expect(thenGbk.rows).toHaveLength(4);
    const thenUtf8 = await read(Buffer.concat([either, plain, Buffer.from('12015550102,张三\n')]));
    expect(thenUtf8.rows[0]?.cells[1]).toBe('һ');
    expect((await read(either)).rows[0]?.cells[1]).toBe('һ');
  });

  test('bytes of no encoding are a fault of their line', async () => {
    const { rows } = await read(
      Buffer.concat([Buffer.from('12015550101,'), Buffer.from('ff80fe', 'hex'), Buffer.from('\n12015550102,x\n')]),
    );
    expect(rows.map((row) => row.problem)).toEqual(['ENCODING', undefined]);
  });
});

describe('csv', () => {
  test('quotes, doubled quotes and line breaks inside cells', async () => {
    const { rows } = await read('phone,note\n12015550101,"a ""b"", c\nd"\n12015550102,"x"\n');
    expect(rows.map((row) => [row.lineNo, ...row.cells])).toEqual([
      [2, '12015550101', 'a "b", c\nd'],
      [4, '12015550102', 'x'],
    ]);
  });

  test('a quote that is never closed costs its own line', async () => {
    const lines = Array.from(
      { length: 150 },
      (_, index) => `120155501${String(index % 100).padStart(2, '0')},n${index}`,
    );
    lines[3] = '12015550177,"oops';
    const { rows } = await read(lines.join('\n'));
    expect(rows).toHaveLength(150);
    expect(rows.filter((row) => row.problem).map((row) => [row.lineNo, row.problem])).toEqual([[4, 'UNCLOSED_QUOTE']]);
  });

  test.each([';', '\t', '|', ','])('cells are divided by %j', async (delimiter) => {
    const text = [
      ['name', 'mobile', 'city'],
      ['Ann', '12015550101', 'Xi'],
      ['Bob', '12015550102', 'Yi'],
    ]
      .map((row) => row.join(delimiter))
      .join('\n');
    expect(await numbers(text)).toEqual(['12015550101', '12015550102']);
  });

  test.each([
    ['Name,Phone Number*,Cost', 'Ann,12015550101,1.5'],
    ['姓名,手机号（必填）,成本', '张三,12015550101,0.35'],
    ['日期,号码,单价', '2024-05-06,12015550101,1234567.89'],
    ['id,MSISDN,date', '20240506,+12015550101,2024/05/06 10:00'],
  ])('the number column is found by its header: %s', async (header, row) => {
    expect(await numbers(`${header}\n${row}\n${row}\n`)).toEqual([
      /\+?12015550101/.exec(row)?.[0],
      /\+?12015550101/.exec(row)?.[0],
    ]);
  });

  test('the content overrides a wrong header', async () => {
    const text = 'phone,other\nAnn,12015550101\nBob,12015550102\n';
    expect(await numbers(text)).toEqual(['12015550101', '12015550102']);
  });

  test.each([
    ['without a header', '10020030001,+12015550101\n10020030002,+12015550102\n10020030003,\n'],
    ['with a vague header', 'Number,Contact\n10020030001,+12015550101\n10020030002,+12015550102\n10020030003,\n'],
    ['with other headers', 'Order,Contact\n10020030001,+12015550101\n10020030002,+12015550102\n10020030003,\n'],
  ])('a column of order numbers never beats one with a plus: %s', async (_what, text) => {
    expect((await numbers(text)).slice(0, 2)).toEqual(['+12015550101', '+12015550102']);
  });

  test('the number column of an export of lead ads is found', async () => {
    const text =
      'id,created_time,full_name,phone_number\nl:1,2026-11-02T10:00:00+0000,Ann,p:+12015550101\nl:2,2026-11-02T10:00:00+0000,Bob,p:+12015550102\n';
    expect(await numbers(text)).toEqual(['p:+12015550101', 'p:+12015550102']);
  });

  test('without a header the content decides, and the first column when it cannot', async () => {
    expect(await numbers('Ann,12015550101\nBob,12015550102\n')).toEqual(['12015550101', '12015550102']);
    expect(await numbers('1.50,12015550101.0\n2.50,12015550102.0\n')).toEqual(['12015550101.0', '12015550102.0']);
    const { rows, report } = await read('a,b\nc,d\n');
    expect(rows.map((row) => row.number)).toEqual(['a', 'c']);
    expect(report.files[0]?.layout.recognised).toBe(false);
  });

  test('the user may choose the column, by place or name', async () => {
    const text = 'a,phone\n12015550101,12015550199\n';
    expect((await read(text, { numberColumn: 0 })).rows[0]?.number).toBe('12015550101');
    expect((await read(text, { numberColumn: 'A' })).rows[0]?.number).toBe('12015550101');
  });

  test('other columns have the names given by the caller', async () => {
    const columns = { countryCode: ['国家代码', 'country'], costPrice: ['成本价', 'cost price'] };
    const { rows } = await read('手机号,Cost_Price,国家代码\n12015550101, 0.5 ,US\n12015550102,,CA\n', { columns });
    expect(rows.map((row) => row.values)).toEqual([
      { costPrice: '0.5', countryCode: 'US' },
      { costPrice: '', countryCode: 'CA' },
    ]);
  });

  test('scientific notation is expanded only if every digit is present', async () => {
    const { rows } = await read('phone,x\n1.20155501010E+10,1\n1.2E+10,2\n12015550102,3\n+1.20155501030E+10,4\n');
    expect(rows.map((row) => [row.number, row.problem])).toEqual([
      ['12015550101', undefined],
      ['1.2E+10', 'XLSX_PRECISION'],
      ['12015550102', undefined],
      ['+12015550103', undefined],
    ]);
  });
});

describe('limits', () => {
  test('too many bytes or lines are refused', async () => {
    const list = '12015550101\n'.repeat(1000);
    expect(await refusal(list, { maxLines: 1000 })).toBe('accepted 1000 rows');
    expect(await refusal(list, { maxLines: 999 })).toBe('LIST_TOO_LARGE');
    expect(await refusal(list, { maxBytes: 5000 })).toBe('FILE_TOO_LARGE');
  });

  test('a list of more than three million lines is refused while memory stays flat', async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (let block = 0; ; block++) {
        let text = '';
        for (let line = 0; line < 5000; line++)
          text += `1201555${String((block * 5000 + line) % 10_000_000).padStart(7, '0')}\n`;
        yield Buffer.from(text);
      }
    }
    const before = held();
    let peak = 0;
    let lines = 0;
    const table = readTable(endless(), { maxLines: 3_000_000, maxBytes: Number.POSITIVE_INFINITY });
    const reading = (async () => {
      for await (const batch of table) {
        const isSampled = Math.floor(lines / 500_000) < Math.floor((lines + batch.length) / 500_000);
        lines += batch.length;
        if (isSampled) peak = Math.max(peak, held());
      }
    })();
    await expect(reading).rejects.toMatchObject({ code: 'LIST_TOO_LARGE', params: { n: 3_000_000 } });
    expect(lines).toBe(3_000_000);
    expect(peak).toBeGreaterThan(0);
    expect(peak - before).toBeLessThan(64 * 1024 * 1024);
  });

  test('a reader that stops ends the upload', async () => {
    let ended = false;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield Buffer.from('12015550101\n'.repeat(1000));
      } finally {
        ended = true;
      }
    }
    for await (const _ of readTable(source())) break;
    expect(ended).toBe(true);
  });

  test('a failed upload does not count as a whole list', async () => {
    async function* source(): AsyncGenerator<Uint8Array> {
      yield* pieces(Buffer.from('12015550101\n'.repeat(1000)));
      throw new Error('connection lost');
    }
    const all = (async () => {
      for await (const _ of readTable(source()));
    })();
    await expect(all).rejects.toThrow('connection lost');
  });
});
