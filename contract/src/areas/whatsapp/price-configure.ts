import { z } from 'zod';
import { unit } from '../../dictionaries.ts';
import { bulkResult } from '../../kit/bulk.ts';
import { get, post } from '../../kit/call.ts';
import { audited, COUNTRY, dict, identifier, int, json, text, textarea, time, unitPrice } from '../../kit/field.ts';
import { crud, resource } from '../../kit/resource.ts';
import { amount, amountText, flag, id, ids, int32 } from '../../kit/schema.ts';
import { time as timeSchema } from '../../kit/time.ts';
import { chargeOn, priceLevel, priceStatus } from './dictionaries.ts';
import { priceKey, priceKeyFields } from './price-key-fields.ts';

/** The most rows one batch setting may change. */
export const BATCH_SETTING_ROWS = 2000;

const prices = { zh: '价格', en: 'Prices' };
const quantities = { zh: '数量', en: 'Quantities' };
const validity = { zh: '有效期', en: 'Validity' };

/** From `fromQty` on, a unit costs `price`; ascending quantities, prices (decimal text) that never rise. */
export const priceTiers = z.array(z.object({ fromQty: int32().min(1), price: amountText() })).max(20);

const fields = {
  priceNo: identifier({
    label: { zh: '价格编号', en: 'Price no.' },
    max: 24,
    required: true,
    list: true,
    search: 'equal',
    form: false,
  }),
  ...priceKeyFields(true),
  agentLevel: dict(priceLevel, {
    label: { zh: '代理等级', en: 'Agent level' },
    required: true,
    list: true,
    search: 'equal',
    form: 'create',
    initial: 0,
    group: priceKey,
  }),
  unit: dict(unit, { label: { zh: '计价单位', en: 'Unit' }, required: true, list: true, initial: 4, group: prices }),
  chargeOn: dict(chargeOn, {
    label: { zh: '计费时点', en: 'Charge' },
    required: true,
    list: 'hidden',
    initial: 1,
    group: prices,
  }),
  costPrice: unitPrice({
    label: { zh: '成本价', en: 'Cost' },
    list: 'optional',
    readPermission: 'cost',
    group: prices,
  }),
  salePrice: unitPrice({
    label: { zh: '销售价', en: 'Sale price' },
    required: true,
    list: true,
    sort: true,
    group: prices,
  }),
  minPrice: unitPrice({
    label: { zh: '最低价', en: 'Floor price' },
    help: { zh: '折扣后不低于此价', en: 'Discounts do not go below this price' },
    list: 'hidden',
    group: prices,
  }),
  currency: text({
    label: { zh: '币种', en: 'Currency' },
    max: 5,
    required: true,
    list: true,
    form: false,
    width: 80,
  }),
  minQty: int({ label: { zh: '起购量', en: 'Minimum' }, min: 1, group: quantities }),
  maxQty: int({ label: { zh: '上限', en: 'Maximum' }, min: 1, group: quantities }),
  stepQty: int({ label: { zh: '步长', en: 'Step' }, min: 1, group: quantities }),
  tierJson: json(
    priceTiers,
    {
      label: { zh: '阶梯价', en: 'Tiers' },
      help: { zh: '数量递增，单价不升', en: 'Ascending quantities, non-increasing prices' },
      group: quantities,
    },
    z.array(z.object({ fromQty: z.int(), price: z.string() })),
  ),
  effectiveTime: time({
    label: { zh: '生效时间', en: 'Effective from' },
    help: { zh: '留空表示立即生效', en: 'Empty: immediately' },
    list: true,
    search: 'range',
    sort: true,
    group: validity,
  }),
  expireTime: time({ label: { zh: '失效时间', en: 'Expires' }, list: 'hidden', search: 'range', group: validity }),
  priceVersion: int({ label: { zh: '版本', en: 'Version' }, required: true, list: true, form: false }),
  status: dict(priceStatus, {
    label: { zh: '状态', en: 'Status' },
    required: true,
    list: true,
    search: 'equal',
    form: false,
  }),
  remark: textarea({
    label: { zh: '备注', en: 'Remark' },
    help: {
      zh: '售价低于成本时必填，并由第二人复核',
      en: 'Required when the price is below cost; a second person approves it',
    },
    max: 255,
    list: 'hidden',
    group: validity,
    width: 200,
  }),
  ...audited,
  version: int({ label: { zh: '数据版本', en: 'Row version' }, required: true, form: false }),
};

/** One price as it applies to the caller; the cost is never part of it. */
export const currentPrice = z.object({
  priceId: id(),
  serviceType: z.int(),
  countryCode: z.string(),
  countryName: z.string(),
  filterType: z.int().nullable(),
  activePeriod: z.int().nullable(),
  unit: z.int(),
  unitPrice: amount(),
  minQty: z.int().nullable(),
  tiers: priceTiers,
  available: z.boolean(),
});

/** A change to one price column of many rows: set to, raised by, or multiplied with a decimal value. */
export const priceSettings = z.object({
  field: z.enum(['salePrice', 'costPrice', 'minPrice']),
  mode: z.enum(['SET', 'ADD', 'MULTIPLY']),
  value: amountText(),
  effectiveTime: timeSchema().optional(),
  reason: z.string().trim().min(1).max(255),
});

const standard = {
  ...crud(fields, ['list', 'detail', 'update']),
  ...crud(fields, ['save', 'remove'], { changes: 'prices' }),
};
/**
 * The saved price and its row version, or the request for a second person if it is below cost; a new price has no id until then.
 */
const written = z.object({ id: id().nullable(), version: z.int().nullable(), approvalId: id().nullable() });

/** The sales price book. A used row is never changed: editing closes it and opens the next version. */
export const priceConfigure = resource('whatsapp/price-configure', {
  title: { zh: '价格配置', en: 'Prices' },
  help: {
    zh: '已使用的价格不会被改写，修改会生成新版本',
    en: 'Prices in use are never overwritten; editing creates a new version',
  },
  empty: { zh: '没有价格就不能销售，先新增一条价格', en: 'Nothing can be sold without a price. Add the first one' },
  defaultSort: 'countryCode',
  fields,
  head: ['countryCode', 'serviceType', 'salePrice'],
  found: [
    {
      ...{ call: 'list', by: ['priceNo'], shows: ['countryCode', 'serviceType', 'salePrice'] },
      of: {
        fields,
        nameField: 'priceNo',
        title: { zh: '价格配置', en: 'Price list' },
        screen: 'whatsapp/price-configure',
      },
    },
  ],
  calls: {
    ...standard,
    save: { ...standard.save, data: written },
    /** A change beyond `price.stepUpPercent` asks for the second factor. */
    update: { ...standard.update, data: written },
    latest: get({
      title: { zh: '当前价格', en: 'Current prices' },
      access: 'signed-in',
      input: z.object({
        /** WhatsApp without it. */
        businessType: fields.businessType.schema.optional(),
        /** All services without it. */
        serviceType: fields.serviceType.schema.optional(),
        countryCode: z.string().regex(COUNTRY).optional(),
      }),
      data: z.object({
        version: z.int(),
        updatedAt: timeSchema().nullable(),
        currency: z.string(),
        items: z.array(currentPrice),
      }),
    }),
    'update-status': post({
      title: { zh: '启用或停用', en: 'Enable or disable' },
      access: 'edit',
      changes: 'prices',
      input: z.object({ ids: ids(), status: z.union([z.literal(0), z.literal(1)]) }),
      data: bulkResult,
    }),
    'batch-setting': post({
      title: { zh: '批量调价', en: 'Change prices' },
      access: 'batch-setting',
      input: z.object({ ids: ids(BATCH_SETTING_ROWS), settings: priceSettings, dryRun: flag().optional() }),
      /**
       * With `dryRun` nothing is written and `items` has the result. Prices below cost wait for a second person:
       * `pendingCount` in one request, besides the changed (`okCount`) and the refused ones. A change beyond `price.stepUpPercent` asks for
       * the second factor.
       */
      data: bulkResult.extend({
        dryRun: z.boolean(),
        pendingCount: z.int(),
        approvalId: id().nullable(),
        items: z.array(
          z.object({
            id: id(),
            /** The row with the new price and its version; null where nothing was written. */
            nextId: id().nullable(),
            nextVersion: z.int().nullable(),
            priceNo: z.string(),
            countryCode: z.string(),
            businessType: z.int(),
            serviceType: z.int(),
            filterType: z.int().nullable(),
            activePeriod: z.int().nullable(),
            agentLevel: z.int(),
            before: amount().nullable(),
            after: amount(),
            belowCost: z.boolean(),
          }),
        ),
      }),
    }),
  },
  extras: {
    cost: { zh: '查看成本价', en: 'View cost prices' },
    'below-cost': { zh: '申请和复核低于成本的价格', en: 'Request and approve prices below cost' },
  },
});
