import { productOrders as orders } from '@trade-assistant/contract/areas/agent/product.ts';
import { ZERO } from '@trade-assistant/contract/kit/money.ts';
import { bigint, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { baseColumns, ownerColumns } from '../../../kernel/resource/columns.ts';
import { ruleTable } from '../../../kernel/resource/data-rules.ts';
import { micro } from '../../../kernel/resource/micro.ts';
import { ofHouseDepartments } from '../../people/identity/index.ts';

const id = () => bigint({ mode: 'bigint' });
const instant = () => timestamp({ withTimezone: true });

export const products = pgTable('agt_product', {
  ...baseColumns(),
  productNo: text().notNull(),
  nameZh: text().notNull(),
  nameEn: text().notNull(),
  cover: text(),
  businessType: integer().notNull(),
  serviceType: integer().notNull().default(2),
  packageService: integer(),
  filterType: integer(),
  activePeriod: integer(),
  countryCode: text(),
  numberType: integer(),
  capability: integer(),
  specQty: integer().notNull().default(1),
  unit: integer().notNull().default(1),
  listPrice: micro(),
  currency: text().notNull().default('USDT'),
  minBuy: integer().notNull().default(1),
  maxBuy: integer().notNull().default(10000),
  stepBuy: integer().notNull().default(1),
  purchaseLimitPerDay: integer(),
  leaseMonths: integer(),
  warrantyHours: integer(),
  warrantyAction: integer().notNull().default(1),
  validDays: integer(),
  deliveryType: integer().notNull().default(1),
  needKyc: integer().$type<0 | 1>().notNull().default(0),
  needUseDeclaration: integer().$type<0 | 1>().notNull().default(1),
  tags: integer().notNull().default(0),
  isRecommend: integer().$type<0 | 1>().notNull().default(0),
  sort: integer().notNull().default(0),
  description: text(),
  shelfStatus: integer().notNull().default(0),
  onTime: instant(),
  offTime: instant(),
});

export const productOrders = pgTable('agt_product_order', {
  ...baseColumns(),
  ...ownerColumns(),
  orderNo: text().notNull(),
  productId: id().notNull(),
  productName: text().notNull(),
  productNameEn: text().notNull(),
  productSnapshot: jsonb().$type<Record<string, unknown>>().notNull(),
  agentId: id().notNull(),
  agentName: text().notNull(),
  buyerId: id().notNull(),
  buyerName: text().notNull(),
  businessType: integer().notNull(),
  countryCode: text().notNull(),
  quantity: integer().notNull(),
  numbers: integer().notNull(),
  unitPrice: micro().notNull(),
  discount: micro(),
  priceSource: text().notNull(),
  priceId: id(),
  priceVersion: integer(),
  amount: micro().notNull(),
  currency: text().notNull(),
  paidAmount: micro().notNull().default(ZERO),
  refundAmount: micro().notNull().default(ZERO),
  deliveredQty: integer().notNull().default(0),
  refundedQty: integer().notNull().default(0),
  useDeclaration: text(),
  outboundId: id(),
  outboundNo: text(),
  deliveryType: integer().notNull(),
  deliverTime: instant(),
  warrantyUntil: instant(),
  holdId: id(),
  journalId: id(),
  status: integer().notNull(),
  cancelReason: text(),
  remark: text(),
  preOrderId: id(),
  preOrderNo: text(),
});

ruleTable(productOrders, {
  resource: orders,
  code: 'agent/product-order',
  scope: 'owner',
  inDepartments: ofHouseDepartments(productOrders.ownerPath, productOrders.createDept),
});
