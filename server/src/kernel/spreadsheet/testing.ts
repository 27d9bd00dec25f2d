import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '../file-formats/zip-library.ts';
import { readTable } from './read.ts';
import type { TableOptions, TableReport, TableRow } from './table.ts';

/** Helpers of this folder's tests: uploads in small pieces, archives made by hand. */

/** The bytes as an upload would bring them. */
export async function* pieces(bytes: Uint8Array, size = 1000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export async function read(
  content: Uint8Array | string,
  options: TableOptions = {},
  size?: number,
): Promise<{ rows: TableRow[]; report: TableReport }> {
  const table = readTable(pieces(typeof content === 'string' ? Buffer.from(content) : content, size), options);
  const rows: TableRow[] = [];
  for await (const batch of table) rows.push(...batch);
  return { rows, report: table.report };
}

/** The code of the refusal, or a description of the actual result. */
export async function refusal(content: Uint8Array | string, options?: TableOptions): Promise<string> {
  try {
    const { rows } = await read(content, options);
    return `accepted ${rows.length} rows`;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

export async function zipOf(files: Readonly<Record<string, string | Uint8Array>>, compress = true): Promise<Buffer> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { level: compress ? 6 : 0, dataDescriptor: false });
  for (const [name, content] of Object.entries(files)) await zip.add(name, new Uint8ArrayReader(Buffer.from(content)));
  return Buffer.from(await zip.close());
}

export async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A workbook of one sheet with the given XML rows. */
export async function workbookOf(rows: string, extra: Readonly<Record<string, string>> = {}): Promise<Buffer> {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  return await zipOf({
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': '<Relationships/>',
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
    ...extra,
  });
}

/** A workbook of less than 600 KB whose 120,000 cells all name one text of so many characters. */
export const workbookBomb = (characters: number): Promise<Buffer> => {
  const cells = '<c t="s"><v>0</v></c>'.repeat(6);
  const rows = Array.from({ length: 20_000 }, (_, at) => `<row r="${at + 1}">${cells}</row>`).join('');
  const text = Array.from({ length: characters }, (_, at) => ((at * 7919) % 36).toString(36)).join('');
  return workbookOf(rows, { 'xl/sharedStrings.xml': `<sst><si><t>${text}</t></si></sst>` });
};
