import { describe, expect, test } from 'vitest';
import { sniff } from './sniff.ts';

describe('the kind of a file follows from its bytes', () => {
  test.each([
    ['nothing', '', 'empty', ''],
    ['a list', '12015550101\n', 'text', 'txt'],
    ['a list that begins like a bitmap', 'BM12015550101\n', 'text', 'txt'],
    ['a page', '<!DOCTYPE html><p>x', 'text', 'html'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'text', 'svg'],
    ['json', '{"a":1}', 'text', 'json'],
    ['a document', '%PDF-1.7\n', 'pdf', 'pdf'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d4948445200000001', 'hex'), 'image', 'png'],
    ['GBK text', Buffer.from('bac5c2eb0a', 'hex'), 'text', 'txt'],
    ['UTF-16 text', Buffer.from('\uFEFF号码', 'utf16le'), 'text', 'txt'],
    ['noise', Buffer.from('0001020304050607', 'hex'), 'other', 'bin'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), 'old-office', 'cfb'],
    ['an archive', Buffer.from('504b03041400000008000000', 'hex'), 'zip', 'zip'],
  ] satisfies [string, string | Buffer, string, string][])('%s', async (_, bytes, kind, extension) => {
    expect(await sniff(Buffer.from(bytes as string))).toMatchObject({ kind, extension });
  });
});
