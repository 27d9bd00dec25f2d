import { country } from '@trade-assistant/contract/areas/user/country.ts';
import { outbound } from '@trade-assistant/contract/areas/whatsapp/outbound.ts';
import { preWarehouse } from '@trade-assistant/contract/areas/whatsapp/pre-warehouse.ts';
import { warehouse } from '@trade-assistant/contract/areas/whatsapp/warehouse.ts';
import { ZERO } from '@trade-assistant/contract/kit/money.ts';
import { eq } from 'drizzle-orm';
import { bigint, boolean, date, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { baseColumns, ownerColumns } from '../../../kernel/resource/columns.ts';
import { exemptTable, ruleTable } from '../../../kernel/resource/data-rules.ts';
import { micro } from '../../../kernel/resource/micro.ts';
import { tableOf } from '../../../kernel/resource/table.ts';
import { ofHouseDepartments } from '../../people/identity/index.ts';

const id = () => bigint({ mode: 'bigint' });
const instant = () => timestamp({ withTimezone: true });

export const countries = tableOf('inv_country', country);

export const warehouses = pgTable('inv_warehouse', {
  ...baseColumns(),
  warehouseCode: text().notNull(),
  nameZh: text().notNull(),
  nameEn: text().notNull(),
  sort: integer().notNull().default(0),
  status: integer().notNull().default(1),
});

/** The numbers of one import; status as `BATCH`. `report` is the contract's import report. */
export const batches = pgTable('inv_batch', {
  ...baseColumns(),
  batchNo: text().notNull(),
  batchName: text().notNull(),
  taskNo: text(),
  status: integer().notNull().default(0),
  defaults: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  totalLines: id().notNull().default(0n),
  goodLines: id().notNull().default(0n),
  report: jsonb(),
  committedAt: instant(),
  /** Counts of its numbers by progress; the database maintains them. */
  readyCount: id().notNull().default(0n),
  inWarehouseCount: id().notNull().default(0n),
  failedCount: id().notNull().default(0n),
  voidCount: id().notNull().default(0n),
});

/** A number on its way into stock; status as `STAGED`. */
export const staged = pgTable('inv_staged', {
  ...baseColumns(),
  batchId: id().notNull(),
  batchNo: text().notNull(),
  batchName: text().notNull(),
  sourceType: integer().notNull(),
  supplierName: text(),
  supplierId: id(),
  provenanceNote: text(),
  rightsAttested: integer().$type<0 | 1>().notNull().default(0),
  ownerType: integer().notNull().default(1),
  businessType: integer().notNull(),
  countryCode: text().notNull(),
  e164: id().notNull(),
  numberType: integer().notNull(),
  capability: integer().notNull().default(0),
  setupCost: micro().notNull().default(ZERO),
  monthlyCost: micro().notNull().default(ZERO),
  costPrice: micro().notNull().default(ZERO),
  currency: text().notNull(),
  leaseStart: date(),
  leaseEnd: date(),
  regDocStatus: integer().notNull().default(0),
  checkStatus: integer().notNull().default(0),
  checkReason: text(),
  duplicateOf: id(),
  warehouseCode: text().notNull(),
  status: integer().notNull(),
  inTime: instant(),
  inUserName: text(),
  remark: text(),
  lineType: integer(),
  isShared: boolean().notNull().default(false),
});

/** A number in stock; `stockStatus` as `STOCK`. */
export const items = pgTable('inv_item', {
  ...baseColumns(),
  itemNo: text().notNull(),
  stagedId: id(),
  batchNo: text(),
  warehouseCode: text().notNull(),
  businessType: integer().notNull(),
  countryCode: text().notNull(),
  e164: id().notNull(),
  numberType: integer().notNull(),
  capability: integer().notNull().default(0),
  ownerType: integer().notNull().default(1),
  sourceType: integer().notNull(),
  supplierName: text(),
  supplierId: id(),
  costPrice: micro().notNull().default(ZERO),
  monthlyCost: micro().notNull().default(ZERO),
  currency: text().notNull(),
  leaseStart: date(),
  leaseEnd: date(),
  stockStatus: integer().notNull().default(0),
  surviveStatus: integer().notNull().default(0),
  surviveTime: instant(),
  surviveDetail: text(),
  deadSince: instant(),
  sandboxStatus: integer().notNull().default(0),
  sandboxTime: instant(),
  sandboxDetail: text(),
  outboundId: id(),
  reserveExpireTime: instant(),
  assignedTo: id(),
  assignTime: instant(),
  assignSeq: integer().notNull().default(0),
  quarantineUntil: instant(),
  autoRenew: integer().$type<0 | 1>().notNull().default(0),
  remark: text(),
  preorderId: id(),
});

/**
 * A delivery note; `status` as `OUTBOUND`. Owned by the receiving agent (internal notes of staff have no owner, path
 * `/`).
 */
export const outbounds = pgTable('inv_outbound', {
  ...baseColumns(),
  ...ownerColumns(),
  outboundNo: text().notNull(),
  outboundType: integer().notNull(),
  agentId: id(),
  agentName: text(),
  orderType: integer(),
  orderNo: text(),
  businessType: integer().notNull(),
  countryCode: text().notNull(),
  numberType: integer(),
  capability: integer(),
  warehouseCode: text(),
  strategy: integer().notNull().default(1),
  quantity: integer().notNull(),
  deliveredQty: integer().notNull().default(0),
  returnedQty: integer().notNull().default(0),
  unitPrice: micro(),
  amount: micro(),
  currency: text().notNull(),
  downloadCount: integer().notNull().default(0),
  staffDownloadCount: integer().notNull().default(0),
  isGift: integer().$type<0 | 1>().notNull().default(0),
  giftReason: text(),
  giftUser: id(),
  giftUserName: text(),
  maxDownload: integer().notNull().default(5),
  lastDownloadTime: instant(),
  fileSha256: text('file_sha256'),
  warrantyUntil: instant(),
  licenceNote: text(),
  reserveExpireTime: instant(),
  deliverTime: instant(),
  status: integer().notNull().default(0),
  cancelReason: text(),
  reason: text(),
  remark: text(),
});

ruleTable(outbounds, {
  resource: outbound,
  scope: 'owner',
  inDepartments: ofHouseDepartments(outbounds.ownerPath, outbounds.createDept),
});
ruleTable(items, { resource: warehouse });
// Data rules concern numbers; the creator of a batch always keeps access to it.
ruleTable(batches, { resource: preWarehouse, exempt: (actor) => eq(batches.createUser, actor.userId) });
exemptTable(warehouses, 'names of places for all users of the tenant');
