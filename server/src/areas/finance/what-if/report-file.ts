import type { Readable } from 'node:stream';
import type { whatIf } from '@trade-assistant/contract/areas/finance/what-if.ts';
import type { Locale, Text } from '@trade-assistant/contract/kit/locale.ts';
import { formatMoney } from '@trade-assistant/contract/kit/money.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { type Cell, xlsxBookStream } from '../../../kernel/spreadsheet/index.ts';

type Report = CallData<typeof whatIf, 'report', 'out'>;

const WORDS = {
  subject: { zh: '国家 / 代理', en: 'Country / agent' },
  orders: { zh: '订单数', en: 'Orders' },
  salesNow: { zh: '销售净额（实际）', en: 'Net sales (actual)' },
  salesThen: { zh: '销售净额（试算）', en: 'Net sales (projected)' },
  rebatesNow: { zh: '返佣（实际）', en: 'Commission (actual)' },
  rebatesThen: { zh: '返佣（试算）', en: 'Commission (projected)' },
  difference: { zh: '差额', en: 'Difference' },
  countries: { zh: '按国家', en: 'By country' },
  agents: { zh: '按代理', en: 'By agent' },
  all: { zh: '合计', en: 'All' },
  range: { zh: '订单日期', en: 'Order dates' },
  currency: { zh: '币种', en: 'Currency' },
  meaning: { zh: '差额含义', en: 'Meaning of the difference' },
  explained: {
    zh: '按国家：平台多得（负数为少得）；按代理：该代理多得（负数为少得）',
    en: 'By country: gain of the platform (negative: loss). By agent: gain of the agent (negative: loss)',
  },
} as const satisfies Record<string, Text>;

const COLUMNS = ['orders', 'salesNow', 'salesThen', 'rebatesNow', 'rebatesThen', 'difference'] as const;

/** Returns a workbook: one sheet by country with totals, and one by agent. */
export function reportXlsx(report: Report, locale: Locale): Readable {
  const t = (word: keyof typeof WORDS) => WORDS[word][locale];
  const cells = (name: string, row: Omit<Report['countries'][number], 'countryCode'>): Cell[] => [
    name,
    ...COLUMNS.map((column) => (column === 'orders' ? String(row.orders) : formatMoney(row[column]))),
  ];
  const countries = [...report.countries.map((row) => cells(row.countryCode, row)), cells(t('all'), report.totals)];
  const agents = report.agents.map(({ agentName, orders, paysNow, paysThen, earnsNow, earnsThen, difference }) =>
    cells(agentName, {
      orders,
      salesNow: paysNow,
      salesThen: paysThen,
      rebatesNow: earnsNow,
      rebatesThen: earnsThen,
      difference,
    }),
  );
  return xlsxBookStream(
    [
      { name: t('countries'), rows: countries },
      { name: t('agents'), rows: agents },
    ],
    {
      header: [t('subject'), ...COLUMNS.map(t)],
      widths: [24, 12, 20, 20, 20, 20, 18],
      notes: [
        [t('range'), `${report.from} – ${report.to}`],
        [t('currency'), report.currency],
        [t('meaning'), t('explained')],
      ],
    },
  );
}
