import { z } from 'zod';
import { agentLevel, businessType, serviceType } from '../../dictionaries.ts';
import { get, post } from '../../kit/call.ts';
import { codeOf } from '../../kit/dictionary.ts';
import { crud, resource } from '../../kit/resource.ts';
import { amount, id, ids, int32 } from '../../kit/schema.ts';
import { localizedRule } from '../../kit/sentences.ts';
import { time } from '../../kit/time.ts';
import { CONFIGURATION_ITEMS_MAX, configurationFields, configurationItem } from './configuration-fields.ts';

const fields = configurationFields;

/** Agreed with the agent itself, or about its sub-accounts. */
const ownTerms = z.object({
  id: id(),
  version: z.int(),
  enabled: z.int(),
  price: amount().nullable(),
  discount: z.string().nullable(),
  minQty: z.int().nullable(),
  dailyLimit: z.int().nullable(),
  monthlyLimit: z.int().nullable(),
  /** Missing for users without the permission for rebates. */
  rebateRate1: z.string().nullable().optional(),
  rebateRate2: z.string().nullable().optional(),
  templateName: z.string().nullable(),
});

/**
 * Where a price comes from: agreed with the agent for every country, asked by an agent above, the price book; or there is none.
 */
export const PRICE_SOURCES = ['AGENT', 'PARENT', 'LEVEL', 'NONE'] as const;

const priceSource = z.object({
  source: z.enum(PRICE_SOURCES),
  price: amount().nullable(),
  /** The upline that set the price. */
  agentName: z.string().nullable(),
  /** The country of the price: the row's own, or `*`. */
  countryCode: z.string().nullable(),
});

/** An item an agent can buy, with its price and the source of the price. */
const matrixRow = z.object({
  filterType: z.int().nullable(),
  activePeriod: z.int().nullable(),
  countryCode: z.string(),
  /** The agent's current unit price; null: it cannot be bought. */
  price: amount().nullable(),
  own: ownTerms.nullable(),
  resale: ownTerms.nullable(),
  /** The price without the one in `own`. */
  inherited: priceSource,
});

const template = z.object({
  id: id(),
  templateName: z.string(),
  agentLevel: z.int().nullable(),
  items: z.array(configurationItem),
  /** Agents that have something of it. */
  usedCount: z.int(),
  version: z.int(),
  updateTime: time(),
});

/** The agent, by either name. */
const agentNamed = z
  .object({ userId: id().optional(), agentId: id().optional() })
  .refine(({ userId, agentId }) => (userId ?? agentId) !== undefined, {
    ...localizedRule({ zh: '请填写', en: 'is required' }),
    path: ['userId'],
  });

const templateName = z.string().trim().min(1).max(64);
const items = z.array(configurationItem).max(CONFIGURATION_ITEMS_MAX);

/**
 * Prices, limits and rebate rates agreed with single agents. Terms that are not agreed come from the upline or the
 * price list.
 */
export const agentConfiguration = resource('agent/configuration', {
  title: { zh: '代理配置', en: 'Agent terms' },
  help: {
    zh: '代理的专属价、转售价、限额与返佣；未填写的沿用上级或价格配置',
    en: 'Agent prices, resale prices, limits and commission; empty values are inherited from the parent agent or the price list',
  },
  empty: { zh: '还没有单独约定，所有代理按价格配置购买', en: 'No special terms yet: all agents pay list prices' },
  defaultSort: '-updateTime',
  fields,
  calls: {
    ...crud(fields, ['list', 'detail', 'submit', 'remove'], { changes: 'prices' }),
    delete: post({
      title: { zh: '删除一项', en: 'Delete one' },
      access: 'delete',
      changes: 'prices',
      input: z.object({ id: id() }),
    }),
    'batch-delete': post({
      title: { zh: '批量删除', en: 'Delete several' },
      access: 'delete',
      changes: 'prices',
      input: z.object({ ids: ids() }),
    }),
    /** Applies all items or none. `REPLACE` also withdraws terms without an item. */
    'batch-submit': post({
      title: { zh: '批量配置', en: 'Set terms' },
      access: 'edit',
      changes: 'prices',
      input: z.object({
        agentIds: ids(),
        items: items.optional(),
        templateId: id().optional(),
        mode: z.enum(['MERGE', 'REPLACE']).default('MERGE'),
      }),
      data: z.object({ agents: z.int(), saved: z.int(), removed: z.int() }),
    }),
    /** Everything an agent can buy, in groups, with the agent's prices and their sources. */
    'list-form': get({
      title: { zh: '配置矩阵', en: 'Terms matrix' },
      access: 'view',
      input: z.object({
        userId: id(),
        businessType: codeOf(businessType).optional(),
        serviceType: codeOf(serviceType).optional(),
      }),
      data: z.array(
        z.object({ groupKey: z.string(), businessType: z.int(), serviceType: z.int(), rows: z.array(matrixRow) }),
      ),
    }),
    'basic-info': get({
      title: { zh: '代理概况', en: 'Agent summary' },
      access: 'view',
      input: agentNamed,
      data: z.object({
        agentId: id(),
        agentName: z.string(),
        account: z.string(),
        agentLevel: z.int(),
        /** The share of a price for all levels that this level pays. */
        levelDiscount: z.string(),
        parentId: id().nullable(),
        parentName: z.string().nullable(),
        currency: z.string(),
        balance: amount(),
        configCount: z.int(),
        templateName: z.string().nullable(),
        updatedAt: time().nullable(),
      }),
    }),
    'template/list-form': get({
      title: { zh: '配置模板', en: 'Templates' },
      access: 'template',
      input: z.object({ id: id().optional() }),
      data: z.array(template),
    }),
    'template/submit': post({
      title: { zh: '保存模板', en: 'Save template' },
      access: 'template',
      input: z.object({
        id: id().optional(),
        templateName,
        agentLevel: codeOf(agentLevel).nullable().optional(),
        items: items.min(1),
        version: int32().optional(),
      }),
      data: z.object({ id: id() }),
    }),
    /** Prices given to agents from it stay. */
    'template/delete': post({
      title: { zh: '删除模板', en: 'Delete templates' },
      access: 'template',
      input: z.object({ ids: ids() }),
    }),
  },
  extras: {
    rebate: { zh: '返佣比例', en: 'Commission rates' },
    enable: { zh: '开通或关闭', en: 'Enable or disable' },
  },
});
