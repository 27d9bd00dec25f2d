import { z } from 'zod';
import { audited, decimal, dict, int, percent, ref, text, textarea, time, unitPrice, yes } from '../../kit/field.ts';
import { flag, int32 } from '../../kit/schema.ts';
import { priceKey, priceKeyFields } from '../whatsapp/price-key-fields.ts';
import { agentPriceKind } from './dictionaries.ts';

/** Maximum of both levels' rebates together, in percent of the paid amount. */
export const REBATE_PERCENT_MAX = 30;
/** Maximum of items per agent in one call, and of items times agents. */
export const CONFIGURATION_ITEMS_MAX = 500;
export const CONFIGURATION_CELLS_MAX = 5000;

const prices = { zh: '价格', en: 'Prices' };
const limits = { zh: '限额', en: 'Limits' };
const rebates = { zh: '返佣', en: 'Commission' };
const validity = { zh: '有效期', en: 'Validity' };

/** The subject of a configuration, besides the agent. */
export const configurationKey = {
  kind: dict(agentPriceKind, {
    label: { zh: '价格类型', en: 'Kind' },
    help: {
      zh: '专属价：该代理自己支付；转售价：其下级支付',
      en: 'Agent price: paid by this agent. Resale price: paid by its sub-accounts',
    },
    required: true,
    list: true,
    search: 'equal',
    form: 'create',
    initial: 1,
    group: priceKey,
  }),
  ...priceKeyFields('hidden'),
};

/** The agreed terms. */
export const configurationTerms = {
  enabled: yes({
    label: { zh: '开通', en: 'Enabled' },
    help: { zh: '关闭后该代理及其下级不能购买', en: 'When off, the agent and its sub-accounts cannot buy' },
    list: true,
    initial: 1,
    writePermission: 'enable',
    group: prices,
  }),
  price: unitPrice({
    label: { zh: '价格', en: 'Price' },
    help: { zh: '价格与折扣只填一项', en: 'Either a price or a discount' },
    least: 0n,
    list: true,
    group: prices,
  }),
  discount: decimal({
    label: { zh: '折扣', en: 'Discount' },
    help: { zh: '0.5–1.5，乘以价格配置中的售价', en: '0.5 to 1.5, times the list price' },
    min: 0.5,
    max: 1.5,
    list: true,
    group: prices,
  }),
  minQty: int({
    label: { zh: '起购量', en: 'Minimum' },
    help: { zh: '每次购买的最少号码数', en: 'Minimum numbers per purchase' },
    min: 1,
    list: true,
    group: limits,
  }),
  dailyLimit: int({
    label: { zh: '日限', en: 'Daily limit' },
    help: { zh: '每日可购号码数，含子账号', en: 'Numbers per day, including sub-users' },
    min: 1,
    list: true,
    group: limits,
  }),
  monthlyLimit: int({
    label: { zh: '月限', en: 'Monthly limit' },
    help: { zh: '每月可购号码数，含子账号', en: 'Numbers per month, including sub-users' },
    min: 1,
    list: true,
    group: limits,
  }),
  rebateRate1: percent({
    label: { zh: '一级返佣 %', en: 'Commission, level 1 %' },
    help: { zh: '直属下级消费时该代理所得', en: 'Earned by the agent on purchases of its direct sub-accounts' },
    scale: 2,
    max: REBATE_PERCENT_MAX,
    list: true,
    readPermission: 'rebate',
    writePermission: 'rebate',
    group: rebates,
  }),
  rebateRate2: percent({
    label: { zh: '二级返佣 %', en: 'Commission, level 2 %' },
    help: { zh: '再下一级消费时该代理所得', en: 'Earned by the agent on purchases one level further down' },
    scale: 2,
    max: REBATE_PERCENT_MAX,
    list: true,
    readPermission: 'rebate',
    writePermission: 'rebate',
    group: rebates,
  }),
};

export const configurationFields = {
  agentId: ref(
    { resource: 'agent/user', call: 'lazy-list' },
    { label: { zh: '代理', en: 'Agent' }, required: true, search: 'equal', form: 'create', group: priceKey },
  ),
  agentName: text({
    label: { zh: '代理', en: 'Agent' },
    max: 64,
    required: true,
    list: true,
    form: false,
    width: 150,
  }),
  ...configurationKey,
  ...configurationTerms,
  effectiveTime: time({
    label: { zh: '生效时间', en: 'Effective from' },
    help: { zh: '留空表示立即生效', en: 'Empty: immediately' },
    list: 'hidden',
    group: validity,
  }),
  expireTime: time({ label: { zh: '失效时间', en: 'Expires' }, list: 'hidden', group: validity }),
  templateId: ref(null, { label: { zh: '模板', en: 'Template' }, form: false }),
  templateName: text({
    label: { zh: '来源模板', en: 'From template' },
    max: 64,
    list: 'hidden',
    form: false,
    width: 130,
  }),
  remark: textarea({ label: { zh: '备注', en: 'Remark' }, max: 255, list: 'hidden', group: validity, width: 200 }),
  ...audited,
};

const optional = <S extends z.ZodType>(schema: S) => schema.nullable().optional();

/**
 * The agreed terms of one subject. An omitted term stays as it is, null withdraws it; an item without any term is
 * removed. `version`: of the row the user saw, 0 for a new one; without it the current row is changed, whatever its
 * version.
 */
export const configurationItem = z.object({
  kind: configurationKey.kind.schema,
  businessType: configurationKey.businessType.schema,
  serviceType: configurationKey.serviceType.schema,
  filterType: optional(configurationKey.filterType.schema),
  activePeriod: optional(configurationKey.activePeriod.schema),
  countryCode: configurationKey.countryCode.schema,
  enabled: flag().optional(),
  price: optional(configurationTerms.price.schema),
  discount: optional(configurationTerms.discount.schema),
  minQty: optional(configurationTerms.minQty.schema),
  dailyLimit: optional(configurationTerms.dailyLimit.schema),
  monthlyLimit: optional(configurationTerms.monthlyLimit.schema),
  rebateRate1: optional(configurationTerms.rebateRate1.schema),
  rebateRate2: optional(configurationTerms.rebateRate2.schema),
  version: int32().min(0).optional(),
});
