import { z } from 'zod';
import { businessType, serviceType } from '../../dictionaries.ts';
import { get, post } from '../../kit/call.ts';
import { date, dict, percent, ref } from '../../kit/field.ts';
import { resource } from '../../kit/resource.ts';
import { amount, id } from '../../kit/schema.ts';
import { REBATE_PERCENT_MAX } from '../agent/configuration-fields.ts';

/** Subject of the simulation: prices paid, terms of agents, or commission of uplines. */
export const WHAT_IF_SCENARIOS = ['prices', 'template', 'rebates'] as const;
export type WhatIfScenario = (typeof WHAT_IF_SCENARIOS)[number];

/** The longest time that is looked at, in days. */
export const WHAT_IF_DAYS_MAX = 366;
/** Agents in the answer and in the file: those with the largest changes. */
export const WHAT_IF_AGENTS_SHOWN = 100;
export const WHAT_IF_AGENTS_EXPORTED = 10_000;

/** Inputs of a report; each scenario uses some of them. */
export const whatIfFields = {
  from: date({ label: { zh: '开始日期', en: 'From' } }),
  to: date({ label: { zh: '结束日期（含）', en: 'To (included)' } }),
  businessType: dict(businessType, {
    label: { zh: '业务类型', en: 'Business' },
    help: { zh: '留空表示全部', en: 'Empty: all' },
  }),
  serviceType: dict(serviceType, {
    label: { zh: '服务类型', en: 'Service' },
    help: { zh: '留空表示全部', en: 'Empty: all' },
  }),
  percent: percent({
    label: { zh: '调价幅度', en: 'Price change' },
    help: { zh: '5 表示涨价 5%，-5 表示降价 5%', en: '5 raises prices by 5 %, -5 lowers them' },
    min: -100,
    max: 1000,
    scale: 2,
    required: true,
  }),
  templateId: ref(null, { label: { zh: '配置模板', en: 'Terms template' }, required: true }),
  level1Rate: percent({
    label: { zh: '一级返佣', en: 'Level 1 commission' },
    help: { zh: '留空表示不变', en: 'Empty: unchanged' },
    max: REBATE_PERCENT_MAX,
    scale: 2,
  }),
  level2Rate: percent({
    label: { zh: '二级返佣', en: 'Level 2 commission' },
    help: { zh: '留空表示不变', en: 'Empty: unchanged' },
    max: REBATE_PERCENT_MAX,
    scale: 2,
  }),
};

const {
  from,
  to,
  businessType: business,
  serviceType: service,
  percent: change,
  level1Rate,
  level2Rate,
} = whatIfFields;

const asked = z.object({
  scenario: z.enum(WHAT_IF_SCENARIOS),
  /** Days of the tenant, both included; without them the last calendar month. */
  from: from.schema.optional(),
  to: to.schema.optional(),
  /** Only orders of these businesses change. */
  businessType: business.schema.optional(),
  serviceType: service.schema.optional(),
  percent: change.schema.optional(),
  templateId: id().optional(),
  level1Rate: level1Rate.schema.optional(),
  level2Rate: level2Rate.schema.optional(),
});

/** Sales net of refunds, and rebates net of refunds, actual and simulated. */
const figures = {
  orders: z.int(),
  salesNow: amount(),
  salesThen: amount(),
  rebatesNow: amount(),
  rebatesThen: amount(),
};

/** Orders of the past under other prices, terms or rebate rates. Nothing is changed by it. */
export const whatIf = resource('finance/what-if', {
  title: { zh: '价格试算', en: 'Price simulation' },
  help: {
    zh: '用已完成的订单试算其他价格、代理条款或返佣比例，不改动任何数据',
    en: 'Re-price past orders to see the effect. Nothing is saved',
  },
  fields: {},
  calls: {
    report: get({
      title: { zh: '价格试算', en: 'Simulation report' },
      access: 'view',
      perMinute: 30,
      input: asked,
      data: z.object({
        from: from.schema,
        to: to.schema,
        currency: z.string(),
        totals: z.object({
          ...figures,
          /** Orders that would have cost something else. */
          changed: z.int(),
          /** Orders limited by the price list's floor; with a template, orders for which it cannot be agreed. */
          atFloor: z.int(),
          /** By how much sales less rebates would be more. */
          difference: amount(),
          /** Agents that would be better and worse off. */
          winners: z.int(),
          losers: z.int(),
        }),
        /** Payments and earnings of an agent with its sub-users; `difference` is its gain. */
        agents: z.array(
          z.object({
            agentId: id(),
            agentName: z.string(),
            orders: z.int(),
            paysNow: amount(),
            paysThen: amount(),
            earnsNow: amount(),
            earnsThen: amount(),
            difference: amount(),
          }),
        ),
        /** `difference` is by how much sales less rebates would be more. */
        countries: z.array(z.object({ countryCode: z.string(), ...figures, difference: amount() })),
      }),
    }),
    /** The report as a workbook, with up to 10,000 agents. */
    export: post({
      title: { zh: '导出试算', en: 'Export the report' },
      access: 'export',
      answer: 'file',
      perMinute: 12,
      input: asked,
    }),
    /** The templates to choose from. */
    templates: get({
      title: { zh: '可选模板', en: 'Templates' },
      access: 'view',
      data: z.array(z.object({ id: id(), templateName: z.string(), agentLevel: z.int().nullable(), items: z.int() })),
    }),
  },
});
