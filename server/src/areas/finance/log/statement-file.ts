import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { formatMoney, type Micro } from '@trade-assistant/contract/kit/money.ts';
import PDFDocument from 'pdfkit';
import { type Cell, withErrorListener, xlsxStream } from '../../../kernel/spreadsheet/index.ts';
import type { Statement, StatementLine } from './statement.ts';

const WORDS = {
  title: { zh: '对账单', en: 'Statement' },
  owner: { zh: '用户', en: 'User' },
  wallet: { zh: '账户', en: 'Wallet' },
  range: { zh: '时间', en: 'Range' },
  zone: { zh: '时区', en: 'Time zone' },
  currency: { zh: '币种', en: 'Currency' },
  made: { zh: '生成', en: 'Created' },
  opening: { zh: '期初', en: 'Opening' },
  closing: { zh: '期末', en: 'Closing' },
  time: { zh: '时间', en: 'Time' },
  logNo: { zh: '流水号', en: 'Log no.' },
  type: { zh: '类型', en: 'Type' },
  documentNo: { zh: '业务单号', en: 'Document no.' },
  effect: { zh: '变动', en: 'Change' },
  balance: { zh: '账户余额', en: 'Wallet after' },
  totals: { zh: '按类型合计', en: 'Totals by type' },
  in: { zh: '收入', en: 'In' },
  out: { zh: '支出', en: 'Out' },
  internal: { zh: '账户间划转', en: 'Between own wallets' },
  count: { zh: '笔数', en: 'Count' },
  sum: { zh: '合计', en: 'All' },
  movements: { zh: '明细', en: 'Movements' },
  nothing: { zh: '这段时间没有资金变动', en: 'No movements in this period' },
  page: { zh: '第 {n} 页', en: 'Page {n}' },
} as const satisfies Record<string, Text>;

const COLUMNS = ['time', 'logNo', 'wallet', 'type', 'documentNo', 'effect', 'balance'] as const;

const money = (value: Micro): string => {
  const text = formatMoney(value, 2);
  const [whole = '', rest] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return rest === undefined ? grouped : `${grouped}.${rest}`;
};
const signed = (value: Micro): string => `${value > 0n ? '+' : ''}${money(value)}`;
const cellsOf = (line: StatementLine): Record<(typeof COLUMNS)[number], string> => ({
  ...line,
  effect: signed(line.effect),
  balance: money(line.balance),
});
const sumOf = (statement: Statement, side: 'in' | 'out'): Micro =>
  statement.byType.reduce((all, one) => all + one[side], 0n) as Micro;

const factsOf = (statement: Statement): [string, string][] => {
  const t = (key: keyof typeof WORDS) => WORDS[key][statement.locale];
  return [
    [t('owner'), statement.owner],
    [t('wallet'), statement.wallet],
    [t('range'), statement.range],
    [t('zone'), statement.zone],
    [t('currency'), statement.currency],
    [t('made'), `${statement.madeAt} · ${statement.madeBy}`],
  ];
};

/** The figures of the headline: opening + in − out = closing, and the amount that only moved between wallets. */
const headlineOf = (statement: Statement): readonly (readonly [keyof typeof WORDS, Micro])[] => [
  ['opening', statement.opening],
  ['in', statement.external.in],
  ['out', statement.external.out],
  ['closing', statement.closing],
  ['internal', statement.internal],
];

/** A number in the workbook. */
const amountCell = (value: Micro): Cell => ({ amount: formatMoney(value) });

/** Returns a workbook: cover sheet, opening, movements, totals and closing; amounts are numbers. */
export function statementXlsx(statement: Statement): Readable {
  const t = (key: keyof typeof WORDS) => WORDS[key][statement.locale];
  function* rows(): Generator<Cell[]> {
    yield ['', '', '', t('opening'), '', '', amountCell(statement.opening)];
    for (const line of statement.lines) {
      const cells = { ...line, effect: amountCell(line.effect), balance: amountCell(line.balance) };
      yield COLUMNS.map((column) => cells[column]);
    }
    yield ['', '', '', t('closing'), '', '', amountCell(statement.closing)];
    yield [];
    yield [t('totals'), t('in'), t('out'), t('count')];
    for (const one of statement.byType) yield [one.name, amountCell(one.in), amountCell(one.out), String(one.count)];
    const sums = (['in', 'out'] as const).map((side) => amountCell(sumOf(statement, side)));
    yield [t('sum'), ...sums, String(statement.lines.length)];
  }
  return xlsxStream(rows(), {
    header: COLUMNS.map(t),
    widths: [20, 22, 14, 16, 20, 18, 18],
    amounts: [COLUMNS.indexOf('effect'), COLUMNS.indexOf('balance')],
    sheetName: t('title'),
    notes: [
      ...factsOf(statement),
      ...headlineOf(statement).map(([label, value]) => [t(label), money(value)] as [string, string]),
    ],
  });
}

/** The font's package exports its files to bundlers only. */
const FONTS = join(dirname(createRequire(import.meta.url).resolve('@embedpdf/fonts-sc')), '../fonts');
const FONT = join(FONTS, 'NotoSansHans-Regular.otf');
const BOLD = join(FONTS, 'NotoSansHans-Medium.otf');
const MARGIN = 36;
const LINE = 15;
const SIZE = { width: 595.28, height: 841.89 };
const BOTTOM = SIZE.height - MARGIN - 20;
/** Start and width of each column, in points; the last two end at the right margin. */
const PLACES: Readonly<Record<(typeof COLUMNS)[number], readonly [number, number]>> = {
  time: [MARGIN, 92],
  logNo: [130, 92],
  wallet: [224, 52],
  type: [278, 58],
  documentNo: [338, 88],
  effect: [424, 66],
  balance: [492, 67.28],
};
const isAmount = (column: (typeof COLUMNS)[number]) => column === 'effect' || column === 'balance';
/** Movements drawn before the event loop may run other work. */
const AT_A_TIME = 200;

/** Returns A4 pages with only the used glyphs embedded. Text that does not fit its column is cut with an ellipsis. */
export function statementPdf(statement: Statement): Readable {
  const t = (key: keyof typeof WORDS) => WORDS[key][statement.locale];
  const output = withErrorListener(new PassThrough());
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 },
    info: { Title: `${t('title')} ${statement.owner}`, Creator: statement.madeBy },
    lang: statement.locale,
  });
  pdf.on('error', (error: Error) => output.destroy(error));
  pdf.pipe(output);
  pdf.registerFont('text', FONT);
  pdf.registerFont('bold', BOLD);
  let page = 1;
  let y = MARGIN;
  const write = (
    words: string,
    x: number,
    width: number,
    look: { bold?: boolean; right?: boolean; colour?: string } = {},
  ) =>
    pdf
      .font(look.bold ? 'bold' : 'text')
      .fillColor(look.colour ?? '#1f2329')
      .text(words, x, y, {
        width,
        height: LINE,
        align: look.right ? 'right' : 'left',
        ellipsis: true,
        lineBreak: false,
      });
  const footer = () => {
    y = SIZE.height - MARGIN;
    pdf.fontSize(8);
    write(`${statement.owner} · ${statement.range}`, MARGIN, 400, { colour: '#6b7280' });
    write(t('page').replace('{n}', String(page)), SIZE.width - MARGIN - 80, 80, { right: true, colour: '#6b7280' });
  };
  const head = () => {
    pdf.fontSize(8);
    for (const column of COLUMNS) write(t(column), ...PLACES[column], { bold: true, right: isAmount(column) });
    y += LINE;
    pdf
      .moveTo(MARGIN, y - 3)
      .lineTo(SIZE.width - MARGIN, y - 3)
      .lineWidth(0.5)
      .strokeColor('#9ca3af')
      .stroke();
  };
  const turn = (withHead: boolean) => {
    footer();
    pdf.addPage();
    page += 1;
    y = MARGIN;
    if (withHead) head();
  };
  const boundary = (label: string, value: Micro) => {
    write(label, PLACES.type[0], PLACES.type[1] + PLACES.documentNo[1], { bold: true });
    write(money(value), ...PLACES.balance, { bold: true, right: true });
    y += LINE;
  };
  const draw = async () => {
    pdf.fontSize(18);
    write(t('title'), MARGIN, 300, { bold: true });
    y += 30;
    pdf.fontSize(9);
    for (const [label, value] of factsOf(statement)) {
      write(label, MARGIN, 70, { colour: '#6b7280' });
      write(value, MARGIN + 74, 440);
      y += LINE;
    }
    y += LINE;
    for (const [label, value] of headlineOf(statement)) {
      write(t(label), MARGIN, 100, { bold: true });
      write(`${money(value)} ${statement.currency}`, MARGIN + 104, 140, { right: true, bold: true });
      y += LINE;
    }
    y += LINE;
    write(t('totals'), MARGIN, 300, { bold: true });
    y += LINE + 3;
    const totals = [MARGIN, 200, 320, 440] as const;
    const row = (cells: readonly string[], bold: boolean) => {
      if (y > BOTTOM) turn(false);
      pdf.fontSize(8);
      for (const [at, cell] of cells.entries()) write(cell, totals[at] ?? MARGIN, 110, { bold, right: at > 0 });
      y += LINE;
    };
    row(['', t('in'), t('out'), t('count')], true);
    for (const one of statement.byType) row([one.name, money(one.in), money(one.out), String(one.count)], false);
    row(
      [t('sum'), money(sumOf(statement, 'in')), money(sumOf(statement, 'out')), String(statement.lines.length)],
      true,
    );
    y += LINE;
    if (y > BOTTOM - 4 * LINE) turn(false);
    pdf.fontSize(9);
    write(t('movements'), MARGIN, 300, { bold: true });
    y += LINE + 3;
    head();
    boundary(t('opening'), statement.opening);
    if (statement.lines.length === 0) {
      write(t('nothing'), MARGIN, 400, { colour: '#6b7280' });
      y += LINE;
    }
    for (const [at, line] of statement.lines.entries()) {
      if (y > BOTTOM) turn(true);
      const cells = cellsOf(line);
      for (const column of COLUMNS) write(cells[column], ...PLACES[column], { right: isAmount(column) });
      y += LINE;
      if (at % AT_A_TIME === AT_A_TIME - 1) await nextTurn();
    }
    if (y > BOTTOM) turn(true);
    boundary(t('closing'), statement.closing);
    footer();
    pdf.end();
  };
  draw().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))));
  return output;
}
