import { z } from 'zod';
import { bulkResult } from '../../kit/bulk.ts';
import { get, post } from '../../kit/call.ts';
import {
  audited,
  date,
  dict,
  identifier,
  int,
  phone,
  readOnly,
  ref,
  text,
  textarea,
  time,
  unitPrice,
  yes,
} from '../../kit/field.ts';
import { listQuery, pageOf } from '../../kit/page.ts';
import { searchedNumber } from '../../kit/presets.ts';
import { crud, resource, rowSchema } from '../../kit/resource.ts';
import { id, ids } from '../../kit/schema.ts';
import { ownerType, sourceType, stockStatus, surviveStatus } from './dictionaries.ts';
import { kindFields } from './kind-fields.ts';

/** How many numbers one liveness check may cover. */
export const SURVIVE_MAX = 500;

const fields = {
  itemNo: identifier({
    label: { zh: '号码编号', en: 'Number ID' },
    max: 24,
    required: true,
    list: true,
    search: 'equal',
    form: false,
  }),
  number: phone({ ...searchedNumber, form: false }),
  ...kindFields,
  ...readOnly({
    stockStatus: dict(stockStatus, {
      label: { zh: '库存状态', en: 'Stock status' },
      required: true,
      list: true,
      search: 'in',
    }),
    onSale: yes({
      label: { zh: '上架', en: 'For sale' },
      help: { zh: '未下架的可用号码', en: 'Available and for sale' },
      required: true,
      list: 'hidden',
    }),
    surviveStatus: dict(surviveStatus, {
      label: { zh: '存活状态', en: 'Activity status' },
      required: true,
      list: true,
      search: 'in',
    }),
    surviveTime: time({ label: { zh: '检测时间', en: 'Checked at' }, list: 'hidden', search: 'range' }),
    surviveDetail: text({ label: { zh: '检测详情', en: 'Check details' }, max: 255 }),
    sandboxStatus: dict(surviveStatus, {
      label: { zh: '沙箱检测', en: 'Sandbox check' },
      help: {
        zh: '沙箱的结果仅供演示，不影响库存和销售',
        en: 'For demonstration only; does not affect stock or sales',
      },
      required: true,
      list: 'hidden',
      search: 'in',
    }),
    sandboxTime: time({ label: { zh: '沙箱检测时间', en: 'Sandbox checked at' } }),
    sandboxDetail: text({ label: { zh: '沙箱检测详情', en: 'Sandbox details' }, max: 255 }),
    agentName: text({ label: { zh: '归属代理', en: 'Assigned to' }, max: 64, list: true, width: 130 }),
    assignedTo: ref(
      { resource: 'agent/user', call: 'lazy-list' },
      { label: { zh: '归属代理', en: 'Assigned to' }, search: 'equal' },
    ),
    assignTime: time({ label: { zh: '出库时间', en: 'Assigned at' }, list: 'hidden', search: 'range' }),
    assignSeq: int({ label: { zh: '出库次数', en: 'Times assigned' }, required: true, list: 'hidden' }),
    outboundId: ref(
      { resource: 'whatsapp/outbound', call: 'list', by: 'outboundNo' },
      { label: { zh: '出库单', en: 'Outbound' }, search: 'equal' },
    ),
    outboundNo: identifier({ label: { zh: '出库单号', en: 'Outbound no.' }, max: 24, list: 'hidden' }),
    orderNo: identifier({ label: { zh: '订单号', en: 'Order no.' }, max: 24, list: 'hidden' }),
    reserveExpireTime: time({ label: { zh: '预占到期', en: 'Reserved until' }, list: 'hidden' }),
    quarantineUntil: time({ label: { zh: '冷却至', en: 'Quarantine until' }, list: 'hidden', search: 'range' }),
    costPrice: unitPrice({ label: { zh: '成本价', en: 'Cost' }, list: true, readPermission: 'cost' }),
    monthlyCost: unitPrice({ label: { zh: '月租', en: 'Monthly fee' }, list: 'hidden', readPermission: 'cost' }),
    currency: text({ label: { zh: '币种', en: 'Currency' }, max: 5, required: true }),
    leaseStart: date({ label: { zh: '租期起', en: 'Lease from' }, list: 'hidden' }),
    leaseEnd: date({ label: { zh: '租期止', en: 'Lease to' }, list: 'hidden', search: 'range', sort: true }),
    autoRenew: yes({ label: { zh: '自动续租', en: 'Auto-renew' }, required: true, list: 'hidden' }),
    sourceType: dict(sourceType, {
      label: { zh: '来源', en: 'Source' },
      required: true,
      list: 'hidden',
      search: 'equal',
    }),
    supplierId: ref(
      { resource: 'whatsapp/supplier', call: 'select' },
      { label: { zh: '供应商', en: 'Supplier' }, readPermission: 'cost', search: 'equal' },
    ),
    supplierName: text({
      label: { zh: '供应商', en: 'Supplier' },
      max: 64,
      readPermission: 'cost',
      list: 'hidden',
      width: 140,
    }),
    ownerType: dict(ownerType, {
      label: { zh: '归属', en: 'Owner type' },
      required: true,
      list: 'hidden',
      search: 'equal',
    }),
    batchNo: identifier({ label: { zh: '批次号', en: 'Batch no.' }, max: 24, list: 'hidden', search: 'equal' }),
    remark: textarea({ label: { zh: '备注', en: 'Remark' }, max: 255, list: 'hidden', width: 180 }),
  }),
  ...audited,
};

/** A warehouse with its totals, for selectors. */
export const warehouseFields = {
  ...readOnly({
    warehouseCode: identifier({
      label: { zh: '仓库编码', en: 'Code' },
      max: 32,
      required: true,
      list: true,
      search: 'equal',
    }),
    warehouseName: text({ label: { zh: '仓库', en: 'Warehouse' }, max: 64, required: true, list: true, width: 150 }),
    createTime: time({ label: { zh: '创建时间', en: 'Created' }, list: 'hidden', search: 'range' }),
    available: int({ label: { zh: '可用', en: 'Available' }, required: true, list: true }),
    reserved: int({ label: { zh: '预占', en: 'Reserved' }, required: true, list: true }),
    assigned: int({ label: { zh: '已出库', en: 'Assigned' }, required: true, list: true }),
    quarantine: int({ label: { zh: '冷却', en: 'Quarantine' }, required: true, list: true }),
    unlisted: int({ label: { zh: '下架', en: 'Not for sale' }, required: true, list: true }),
    dead: int({ label: { zh: '失效', en: 'Inactive' }, required: true, list: true }),
    retired: int({ label: { zh: '退役', en: 'Retired' }, required: true, list: true }),
    locked: int({ label: { zh: '预定锁定', en: 'Locked for pre-orders' }, required: true, list: true }),
    total: int({ label: { zh: '合计', en: 'Total' }, required: true, list: true }),
  }),
} as const;

const listing = z.union([z.literal(stockStatus.is.available), z.literal(stockStatus.is.unlisted)]);

/** The register of every number in stock with its state. */
export const warehouse = resource('whatsapp/warehouse', {
  title: { zh: '仓库号码', en: 'Warehouse' },
  help: { zh: '每个号码的库存状态、存活与去向', en: 'Stock status, activity and owner of every number' },
  empty: { zh: '号码在预入库确认后进入仓库', en: 'Numbers appear here once incoming numbers are moved to stock' },
  stateField: 'stockStatus',
  fields,
  nameField: 'number',
  found: [{ call: 'page', by: ['number'], shows: ['countryCode', 'stockStatus', 'agentName'] }],
  numbers: [
    {
      call: 'page',
      field: 'number',
      shows: [
        ...['stockStatus', 'itemNo', 'batchNo', 'warehouseName', 'supplierName', 'surviveStatus', 'surviveTime'],
        ...['agentName', 'assignTime', 'quarantineUntil', 'leaseEnd'],
      ],
    },
  ],
  calls: {
    list: get({
      title: { zh: '仓库列表', en: 'Warehouses' },
      access: 'view',
      input: listQuery(warehouseFields),
      data: pageOf(rowSchema(warehouseFields)),
    }),
    ...crud(fields, ['page', 'counts', 'export']),
    'update-status': post({
      title: { zh: '上架或下架', en: 'Put on or take off sale' },
      access: 'edit',
      /** `id` alone turns one number over; `ids` with a status bring each to it. */
      input: z.union([
        z.strictObject({ ids: ids(), status: listing }),
        z.strictObject({ id: id(), status: listing.optional() }),
      ]),
      data: bulkResult,
    }),
    survive: post({
      title: { zh: '存活检测', en: 'Check status' },
      access: 'survive',
      input: z.object({ ids: ids(SURVIVE_MAX) }),
      /** `evidence`: 1 a provider's result; 3 the sandbox's, which changes nothing. */
      data: z.object({ taskNo: z.string(), evidence: z.union([z.literal(1), z.literal(3)]) }),
    }),
  },
  extras: {
    cost: { zh: '查看成本', en: 'View costs' },
    plain: { zh: '查看完整号码', en: 'View full numbers' },
  },
});
