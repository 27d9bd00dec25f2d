import { REBATE_PERCENT_MAX } from '@trade-assistant/contract/areas/agent/configuration-fields.ts';
import {
  WHAT_IF_AGENTS_EXPORTED,
  WHAT_IF_AGENTS_SHOWN,
  WHAT_IF_DAYS_MAX,
  whatIf,
} from '@trade-assistant/contract/areas/finance/what-if.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { commonErrors, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import { micros } from '@trade-assistant/contract/kit/money.ts';
import type { CallData, CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { formatTime, parseTime } from '@trade-assistant/contract/kit/time.ts';
import { findTemplate, templatePrices, templatesOf } from '../../engines/money/pricing/index.ts';
import { type WhatIf, whatIfReport } from '../../engines/stock/orders/index.ts';
import { businessZone } from '../../kernel/db/business-days.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { admitExport } from '../../kernel/http/admit-export.ts';
import { type Context, fileAnswer } from '../../kernel/http/context.ts';
import { serve } from '../../kernel/http/serve.ts';
import { reportXlsx } from './what-if/report-file.ts';

const DAY_MILLIS = 86_400_000;

const errors = defineErrors({
  WHAT_IF_NEEDS_PERCENT: { status: 400, zh: '请填写调价幅度', en: 'Enter the price change' },
  WHAT_IF_NEEDS_TEMPLATE: { status: 400, zh: '请选择配置模板', en: 'Choose a terms template' },
  WHAT_IF_NEEDS_RATE: {
    status: 400,
    zh: '请至少填写一级返佣比例',
    en: 'Enter a commission rate of at least one level',
  },
  WHAT_IF_RATES: {
    status: 400,
    zh: '两级返佣合计不能超过 {max}%',
    en: 'Both commissions together must not exceed {max} %',
  },
  WHAT_IF_RANGE: {
    status: 400,
    zh: '结束日期不能早于开始日期，最多 {max} 天',
    en: 'The end must not be before the start, and the period at most {max} days',
  },
});

type WhatIfInput = CallInput<typeof whatIf, 'report', 'out'>;
type Report = CallData<typeof whatIf, 'report', 'out'>;

export default serve(whatIf, {
  report: (c, asked) => reportOf(c, asked, WHAT_IF_AGENTS_SHOWN),
  export: async (c, asked) => {
    const report = await reportOf(c, asked, WHAT_IF_AGENTS_EXPORTED);
    await admitExport(c, report.agents.length + report.countries.length);
    return fileAnswer({
      name: `${whatIf.title[c.locale]}_${report.from}_${report.to}.xlsx`,
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      stream: reportXlsx(report, c.locale),
    });
  },
  templates: async (c) => {
    assertCanSee(c);
    const rows = await c.app.db.tx((tx) => templatesOf(tx, c.actor));
    return rows.map(({ id, templateName, agentLevel, items }) => ({
      id,
      templateName,
      agentLevel,
      items: items.length,
    }));
  },
});

/** The figures reveal floors, margins and the orders of all agents. @throws NO_PERMISSION */
function assertCanSee(c: Context): void {
  if (!c.can('whatsapp/price-configure:cost') || !c.can('agent/product:orders')) throw commonErrors.NO_PERMISSION();
}

async function reportOf(c: Context, asked: WhatIfInput, agentsMax: number): Promise<Report> {
  assertCanSee(c);
  const zone = await businessZone(c.app.db.drizzle, c.actor.tenantId);
  const days = daysOf(asked, zone);
  const { businessType, serviceType } = asked;
  const range = {
    from: begin(days.from, zone),
    to: begin(dayAfter(days.to), zone),
    businessType,
    serviceType,
  };
  const { totals, agents, countries } = await c.app.db.tx(async (tx) =>
    whatIfReport(tx, c.actor, range, await scenarioOf(tx, c, asked), agentsMax),
  );
  const kept = (row: Sums) => micros(row.salesThen - row.rebatesThen - (row.salesNow - row.rebatesNow));
  const figures = (row: Sums & { readonly orders: number }) => ({
    orders: row.orders,
    salesNow: micros(row.salesNow),
    salesThen: micros(row.salesThen),
    rebatesNow: micros(row.rebatesNow),
    rebatesThen: micros(row.rebatesThen),
    difference: kept(row),
  });
  const { changed, atFloor, winners, losers } = totals;
  return {
    ...days,
    currency: BOOK_CURRENCY,
    totals: { ...figures(totals), changed, atFloor, winners, losers },
    agents: agents.map((row) => ({
      agentId: row.agentId,
      agentName: row.agentName,
      orders: row.orders,
      paysNow: micros(row.salesNow),
      paysThen: micros(row.salesThen),
      earnsNow: micros(row.rebatesNow),
      earnsThen: micros(row.rebatesThen),
      difference: micros(-kept(row)),
    })),
    countries: countries.map((row) => ({ countryCode: row.countryCode, ...figures(row) })),
  };
}

interface Sums {
  readonly salesNow: bigint;
  readonly salesThen: bigint;
  readonly rebatesNow: bigint;
  readonly rebatesThen: bigint;
}

/** @throws WHAT_IF_NEEDS_PERCENT, WHAT_IF_NEEDS_TEMPLATE, WHAT_IF_NEEDS_RATE, WHAT_IF_RATES, NOT_FOUND */
async function scenarioOf(tx: Tx, c: Context, asked: WhatIfInput): Promise<WhatIf> {
  const { scenario, percent, templateId, level1Rate: level1 = null, level2Rate: level2 = null } = asked;
  if (scenario === 'prices') {
    if (percent === undefined) throw errors.WHAT_IF_NEEDS_PERCENT();
    return { kind: 'prices', percent };
  }
  if (scenario === 'template') {
    if (templateId === undefined) throw errors.WHAT_IF_NEEDS_TEMPLATE();
    const template = await findTemplate(tx, c.actor, templateId);
    return { kind: 'template', prices: await templatePrices(tx, c.actor.tenantId, template) };
  }
  if (level1 === null && level2 === null) throw errors.WHAT_IF_NEEDS_RATE();
  if (Number(level1 ?? 0) + Number(level2 ?? 0) > REBATE_PERCENT_MAX)
    throw errors.WHAT_IF_RATES({ max: REBATE_PERCENT_MAX });
  return { kind: 'rebates', level1, level2 };
}

const begin = (day: string, zone: string): Date => parseTime(`${day} 00:00:00`, zone) ?? new Date(Number.NaN);
const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MILLIS).toISOString().slice(0, 10);

/** Returns the requested days; default: the last calendar month. @throws WHAT_IF_RANGE */
function daysOf(asked: Pick<WhatIfInput, 'from' | 'to'>, zone: string): { readonly from: string; readonly to: string } {
  const last = dayAfter(`${formatTime(new Date(), zone).slice(0, 7)}-01`, -1);
  const { from = `${last.slice(0, 7)}-01`, to = last } = asked;
  const days = (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MILLIS + 1;
  if (!(days >= 1 && days <= WHAT_IF_DAYS_MAX)) throw errors.WHAT_IF_RANGE({ max: WHAT_IF_DAYS_MAX });
  return { from, to };
}
