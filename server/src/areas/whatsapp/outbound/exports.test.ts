import { createHash } from 'node:crypto';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, describe, expect, test } from 'vitest';
import { unzipped } from '../../../kernel/file-formats/zip.ts';
import type { Answer } from '../../../testing/app.ts';
import { fictionalNumbers, stockNumbers } from '../../../testing/market.ts';
import { CALL, newNote, openOutbound } from './outbound-fixture.ts';

const { app, keeper, agentA, submit, detail, delivered, numbersOf, exportLog, close } = await openOutbound();
afterAll(() => close());

const fileName = ({ headers }: Answer) => /filename="([^"]+)"/.exec(String(headers['content-disposition']))?.[1];
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

describe('a file', () => {
  test('contains the delivered numbers, is counted and logged with its fingerprint, and is limited', async () => {
    const note = await delivered(agentA, 5);
    const answer = await agentA.post(`${CALL}/export-txt`, { id: note.id });
    const expected = await numbersOf(note.id);
    expect(answer.raw.toString()).toBe(`${expected.join('\n')}\n`);
    expect(fileName(answer)).toBe(`${note.outboundNo}_GB_5.txt`);
    expect((await exportLog())[0]).toMatchObject({
      source: 1,
      format: 'txt',
      masked: 0,
      rows: 5,
      sha256: sha256(answer.raw),
      object_ids: note.id,
      user_name: 'Anna',
    });
    expect(await detail(note.id)).toMatchObject({
      downloadCount: 1,
      fileSha256: sha256(answer.raw),
      lastDownloadTime: expect.any(String),
    });
    const plus = await agentA.post(`${CALL}/export-txt`, { id: note.id, plus: 1 });
    expect(plus.raw.toString()).toBe(expected.map((number) => `+${number}\n`).join(''));
    for (let left = 3; left > 0; left -= 1)
      expect((await agentA.post(`${CALL}/export-txt`, { id: note.id })).status).toBe(200);
    const over = await agentA.post(`${CALL}/export-txt`, { id: note.id });
    expect([over.status, over.body.bizCode, over.body.msg]).toEqual([400, 'DOWNLOAD_LIMIT', '下载次数已用完']);
    // Downloads by staff with access to all notes are neither counted towards the limit nor stopped by it.
    expect((await keeper.post(`${CALL}/export-txt`, { id: note.id })).status).toBe(200);
    expect(await detail(note.id)).toMatchObject({ downloadCount: 6, staffDownloadCount: 1 });
  });

  test('is refused before delivery', async () => {
    const note = await submit(newNote({ status: 1, outboundType: 1, agentId: agentA.id.toString() }));
    expect((await agentA.post(`${CALL}/export-txt`, { id: note.id })).body.bizCode).toBe('EXPORT_BEFORE_DELIVERY');
    await submit({ id: note.id, status: 5, cancelReason: 'end' });
  });

  test('never exceeds the limit with parallel downloads', async () => {
    const note = await delivered(agentA, 1);
    const answers = await Promise.all(
      Array.from({ length: 9 }, () => agentA.post(`${CALL}/export-txt`, { id: note.id })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(await detail(note.id)).toMatchObject({ downloadCount: 5 });
  });

  test('as a workbook names its source, then has one sheet per note with text cells', async () => {
    const notes = [await delivered(agentA, 3), await delivered(agentA, 2)];
    const answer = await agentA.post(
      `${CALL}/export-excel/batch`,
      { ids: notes.map(({ id }) => id).join(','), plus: 1 },
      { lang: 'en-US' },
    );
    expect(fileName(answer)).toMatch(/^outbound_\d{14}_2\.xlsx$/);
    const { sheets } = await readXlsx(answer.raw);
    expect(sheets.map(({ name }) => name)).toEqual(['说明 README', ...notes.map(({ outboundNo }) => outboundNo)]);
    expect(sheets[0]?.rows.flat()).toContain(notes.map(({ outboundNo }) => outboundNo).join(', '));
    const [header, ...rows] = sheets[1]?.rows ?? [];
    expect(header?.slice(0, 3)).toEqual(['No.', 'Number (E.164)', 'Country']);
    expect(rows.map((row) => row[1])).toEqual((await numbersOf(notes[0]?.id)).map((number) => `+${number}`));
    expect(rows[0]?.slice(0, 6)).toEqual([
      '1',
      expect.any(String),
      'GB',
      'Mobile',
      'WhatsApp business',
      notes[0]?.outboundNo,
    ]);
    expect((await exportLog())[0]).toMatchObject({ format: 'xlsx', rows: 5, sha256: sha256(answer.raw) });
  });

  test('as one workbook or text of one note is named after it', async () => {
    const note = await delivered(agentA, 2);
    expect(fileName(await agentA.post(`${CALL}/export-excel`, { id: note.id }))).toBe(`${note.outboundNo}_GB_2.xlsx`);
    const both = [note, await delivered(agentA, 2)];
    const text = await agentA.post(`${CALL}/export-txt/batch`, { ids: both.map(({ id }) => id).join(',') });
    const expected = (await Promise.all(both.map(({ id }) => numbersOf(id)))).flat();
    expect(text.raw.toString().trim().split('\n').sort()).toEqual(expected.sort());
  });

  test('as an archive has a folder per note and a verifiable manifest', async () => {
    const notes = [await delivered(agentA, 3), await delivered(agentA, 2)];
    const answer = await agentA.post(`${CALL}/export-zip`, { ids: notes.map(({ id }) => id).join(',') });
    const files = await unzipped(answer.raw);
    const manifest = JSON.parse(String(files.get('manifest.json'))).files as {
      file: string;
      rows: number;
      sha256: string;
    }[];
    expect(manifest.map(({ file, rows }) => [file, rows])).toEqual(
      notes.map(({ outboundNo }, index) => [`${outboundNo}/${outboundNo}_GB_${3 - index}.txt`, 3 - index]),
    );
    for (const { file, sha256: fingerprint } of manifest) expect(sha256(files.get(file)!)).toBe(fingerprint);
    expect(String(files.get('README.txt'))).toContain(notes[0]?.outboundNo);
    expect((await exportLog())[0]).toMatchObject({ format: 'zip', rows: 5 });
  });

  test('of more than ten thousand numbers needs a reason from staff, which is logged', async () => {
    await stockNumbers(app.db, fictionalNumbers(10_001));
    const notes = [
      await delivered(null, 10_000, { countryCode: 'US' }),
      await delivered(null, 1, { countryCode: 'US' }),
    ];
    // By another person, because one person's exports of a day add up.
    const one = await app.admin.post(`${CALL}/export-txt`, { id: notes[0]?.id });
    expect([one.status, one.raw.toString().split('\n').length - 1]).toEqual([200, 10_000]);
    const before = await exportLog();
    const ids = notes.map(({ id }) => id).join(',');
    for (const reason of [undefined, '', ' ']) {
      const answer = await keeper.post(`${CALL}/export-txt/batch`, { ids, reason });
      expect(answer.body).toMatchObject({ code: 400, bizCode: 'REASON_REQUIRED' });
    }
    expect(await exportLog()).toEqual(before);
    expect((await keeper.post(`${CALL}/export-txt/batch`, { ids, reason: 'Audit 7' })).status).toBe(200);
    expect((await exportLog())[0]).toMatchObject({ rows: 10_001, reason: 'Audit 7' });
  });

  test('of staff without the permission for all notes contains only notes they created', async () => {
    const [issuer, other] = [await app.staff('issuer'), await app.staff('issuer')];
    const note = await submit(newNote({ status: 2 }), issuer);
    expect((await other.post(`${CALL}/export-txt`, { id: note.id })).status).toBe(403);
    const own = await submit(newNote({ status: 2 }), other);
    const both = { ids: `${own.id},${note.id}` };
    expect((await other.post(`${CALL}/export-zip`, both)).status).toBe(403);
    expect(await detail(own.id)).toMatchObject({ downloadCount: 0 });
    expect((await issuer.post(`${CALL}/export-txt`, { id: note.id })).status).toBe(200);
    expect(await detail(note.id)).toMatchObject({ downloadCount: 1 });
  });
});
