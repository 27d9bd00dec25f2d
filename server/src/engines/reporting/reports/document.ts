import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReportColumn, ReportLine, ReportResult } from '@trade-assistant/contract/areas/report/definition.ts';
import type { Locale, Text } from '@trade-assistant/contract/kit/locale.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import PDFDocument from 'pdfkit';
import { type Cell, withErrorListener, xlsxStream } from '../../../kernel/spreadsheet/index.ts';

const WORDS = {
  report: { zh: '报表', en: 'Report' },
  description: { zh: '说明', en: 'Description' },
  data: { zh: '数据来源', en: 'Data' },
  made: { zh: '生成', en: 'Created' },
  zone: { zh: '时区', en: 'Time zone' },
  rows: { zh: '数据行数', en: 'Rows' },
  cut: { zh: '仅显示前 {count} 组', en: 'Only the first {count} groups are shown' },
  nothing: { zh: '没有符合条件的数据', en: 'No rows match' },
  page: { zh: '第 {n} 页', en: 'Page {n}' },
} as const satisfies Record<string, Text>;

export const DOCUMENT_TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const;
export type DocumentFormat = keyof typeof DOCUMENT_TYPES;

/** A report with its answer, as a file shows it. */
export interface ReportDocument {
  readonly name: string;
  readonly description: string | null;
  readonly result: ReportResult;
  readonly reader: string;
  readonly locale: Locale;
}

/** Returns the file's content. Every line is the one on the screen; figures are numbers in a workbook. */
export const documentOf = (document: ReportDocument, format: DocumentFormat): Readable =>
  format === 'pdf' ? pdfOf(document) : xlsxOf(document);

/** Returns a file name: the report's, and the time in the company's zone. */
export const documentName = ({ name, result }: ReportDocument, format: DocumentFormat): string =>
  `${name.replace(/[\p{Cc}\p{Zl}\p{Zp}/\\]+/gu, ' ')}_${formatTime(result.updatedAt, result.zone).replace(/\D/g, '')}.${format}`;

const factsOf = ({ name, description, result, reader, locale }: ReportDocument): [string, string][] => {
  const t = (key: keyof typeof WORDS) => WORDS[key][locale];
  return [
    [t('report'), name],
    ...(description ? [[t('description'), description] as [string, string]] : []),
    [t('data'), result.title[locale]],
    [t('made'), `${formatTime(result.updatedAt, result.zone)} · ${reader}`],
    [t('zone'), result.zone],
    [t('rows'), result.rowCount.toLocaleString('en-US')],
    ...(result.isTruncated ? [['', t('cut').replace('{count}', String(result.rows.length))] as [string, string]] : []),
  ];
};

const isGroup = ({ rule }: ReportColumn): boolean => rule === null;

function xlsxOf(document: ReportDocument): Readable {
  const { result, locale } = document;
  const { columns } = result;
  const amounts = columns.flatMap((column, index) => (isGroup(column) ? [] : [index]));
  const rows = result.rows.map((line): Cell[] => [
    ...line.labels,
    ...line.values.map((value): Cell => (value === null ? '' : { amount: value })),
  ]);
  return xlsxStream(rows, {
    header: columns.map(({ label }) => label[locale]),
    widths: columns.map((column) => (isGroup(column) ? 24 : 18)),
    amounts,
    notes: factsOf(document),
  });
}

/** The font's package exports its files to bundlers only. */
const FONTS = join(dirname(createRequire(import.meta.url).resolve('@embedpdf/fonts-sc')), '../fonts');
const MARGIN = 36;
const LINE = 15;
const SIZE = { width: 841.89, height: 595.28 };
const BOTTOM = SIZE.height - MARGIN - 20;
/** Lines drawn before the event loop may run other work. */
const AT_A_TIME = 200;
const DIM = '#6b7280';

/** Returns A4 pages on their side; a text that does not fit its column is cut with an ellipsis. */
function pdfOf(document: ReportDocument): Readable {
  const { result, locale, name, reader } = document;
  const t = (key: keyof typeof WORDS) => WORDS[key][locale];
  const output = withErrorListener(new PassThrough());
  const pdf = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 },
    info: { Title: name, Creator: reader },
    lang: locale,
  });
  pdf.on('error', (error: Error) => output.destroy(error));
  pdf.pipe(output);
  pdf.registerFont('text', join(FONTS, 'NotoSansHans-Regular.otf'));
  pdf.registerFont('bold', join(FONTS, 'NotoSansHans-Medium.otf'));
  const width = (SIZE.width - 2 * MARGIN) / Math.max(1, result.columns.length);
  let page = 1;
  let y = MARGIN;
  const write = (
    words: string,
    x: number,
    room: number,
    look: { bold?: boolean; right?: boolean; dim?: boolean } = {},
  ) =>
    pdf
      .font(look.bold ? 'bold' : 'text')
      .fillColor(look.dim ? DIM : '#1f2329')
      .text(words, x, y, {
        width: room,
        height: LINE,
        align: look.right ? 'right' : 'left',
        ellipsis: true,
        lineBreak: false,
      });
  const cells = (texts: readonly string[], bold: boolean) => {
    pdf.fontSize(8);
    for (const [index, text] of texts.entries()) {
      const column = result.columns[index];
      write(text, MARGIN + index * width, width - 6, { bold, right: column !== undefined && !isGroup(column) });
    }
    y += LINE;
  };
  const head = () => {
    cells(
      result.columns.map(({ label }) => label[locale]),
      true,
    );
    pdf
      .moveTo(MARGIN, y - 3)
      .lineTo(SIZE.width - MARGIN, y - 3)
      .lineWidth(0.5)
      .strokeColor('#9ca3af')
      .stroke();
  };
  const footer = () => {
    y = SIZE.height - MARGIN;
    pdf.fontSize(8);
    write(name, MARGIN, 500, { dim: true });
    write(t('page').replace('{n}', String(page)), SIZE.width - MARGIN - 80, 80, { right: true, dim: true });
  };
  const draw = async () => {
    pdf.fontSize(18);
    write(name, MARGIN, 700, { bold: true });
    y += 30;
    pdf.fontSize(9);
    for (const [label, value] of factsOf(document).slice(1)) {
      write(label, MARGIN, 90, { dim: true });
      write(value, MARGIN + 96, 640);
      y += LINE;
    }
    y += LINE;
    head();
    if (result.rows.length === 0) cells([t('nothing')], false);
    for (const [index, line] of result.rows.entries()) {
      if (y > BOTTOM) {
        footer();
        pdf.addPage();
        page += 1;
        y = MARGIN;
        head();
      }
      cells(textsOf(line), false);
      if (index % AT_A_TIME === AT_A_TIME - 1) await nextTurn();
    }
    footer();
    pdf.end();
  };
  draw().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))));
  return output;
}

/** Decimal numbers with their thousands apart. */
function textsOf({ labels, values }: ReportLine): string[] {
  const grouped = (value: string) => {
    const [whole = '', rest] = value.split('.');
    const text = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
    return rest === undefined ? text : `${text}.${rest}`;
  };
  return [...labels, ...values.map((value) => (value === null ? '' : grouped(value)))];
}
