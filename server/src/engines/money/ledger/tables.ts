import { financeLog, transfers as transferLog } from '@trade-assistant/contract/areas/finance/log.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { and, eq, like, or, type SQL, sql } from 'drizzle-orm';
import { bigint, customType, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { ruleTable } from '../../../kernel/resource/data-rules.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { ofHouseDepartments } from '../../people/identity/index.ts';

const id = () => bigint({ mode: 'bigint' });
const time = () => timestamp({ withTimezone: true });
/** An identifier for display; no code computes with it. */
const digits = customType<{ data: string; driverData: bigint }>({
  dataType: () => 'bigint',
  fromDriver: String,
});
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** One row per user, wallet kind and currency. `balance` moves only inside `fin_post()`. */
export const wallets = pgTable(
  'fin_wallet',
  {
    userId: id().notNull(),
    kind: integer().notNull(),
    currency: text().notNull(),
    tenantId: text().notNull(),
    userType: integer().notNull(),
    userName: text().notNull(),
    ownerPath: text().notNull(),
    balance: id().notNull().default(0n),
    version: id().notNull().default(0n),
    recharged: id().notNull().default(0n),
    consumed: id().notNull().default(0n),
    withdrawn: id().notNull().default(0n),
    postedTime: timestamp({ withTimezone: true, mode: 'string' }).notNull().default('-infinity'),
    chainHead: bytes().notNull().default(sql`''`),
    createTime: time().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind, table.currency] })],
);

/** Immutable. */
export const journals = pgTable('fin_journal', {
  id: id().primaryKey().generatedAlwaysAsIdentity(),
  tenantId: text().notNull(),
  journalNo: text().notNull(),
  eventCode: text().notNull(),
  bizType: text().notNull(),
  bizId: id(),
  bizNo: text(),
  idemKey: text().notNull(),
  fingerprint: text().notNull(),
  currency: text().notNull(),
  totalAmount: id().notNull(),
  bonusAmount: id().notNull().default(0n),
  reversalOf: id(),
  holdId: id(),
  operatorId: id().notNull(),
  operatorName: text().notNull(),
  approverId: id(),
  reason: text(),
  voucherAttachIds: jsonb().$type<string[]>().notNull().default([]),
  createTime: time().notNull(),
  chainSlot: integer().notNull(),
  chainNo: id().notNull(),
  hash: bytes().notNull(),
});

/** Immutable, partitioned by month. Direction 1 debit, 2 credit. */
export const entries = pgTable(
  'fin_entry',
  {
    journalId: id().notNull(),
    seq: integer().notNull(),
    createTime: time().notNull(),
    tenantId: text().notNull(),
    accountCode: text().notNull(),
    ownerUserId: id(),
    walletKind: integer(),
    currency: text().notNull(),
    direction: integer().notNull(),
    amount: id().notNull(),
    balanceBefore: id(),
    balanceAfter: id(),
    hash: bytes(),
  },
  (table) => [primaryKey({ columns: [table.journalId, table.seq, table.createTime] })],
);

/** Status 0 open, 1 settled, 2 released, 3 expired. */
export const holds = pgTable('fin_hold', {
  id: id().primaryKey().generatedAlwaysAsIdentity(),
  tenantId: text().notNull(),
  holdNo: text().notNull(),
  userId: id().notNull(),
  accountKind: integer().notNull(),
  currency: text().notNull(),
  amount: id().notNull(),
  captured: id().notNull().default(0n),
  released: id().notNull().default(0n),
  bonusAmount: id().notNull().default(0n),
  bonusCaptured: id().notNull().default(0n),
  bonusReleased: id().notNull().default(0n),
  status: integer().notNull().default(0),
  bizType: text().notNull(),
  bizId: id(),
  bizNo: text(),
  expireTime: time(),
  createTime: time().notNull(),
  updateTime: time().notNull(),
});

/** The finance log that users see: one row per movement of a wallet. Only `remark` may change. Direction 1 in, 2 out. */
export const financeLogs = pgTable('finance_log', {
  id: id().primaryKey().generatedAlwaysAsIdentity(),
  tenantId: text().notNull(),
  logNo: text().notNull(),
  journalId: id().notNull(),
  journalNo: text().notNull(),
  userId: id().notNull(),
  userName: text().notNull(),
  userType: integer().notNull(),
  ownerPath: text().notNull(),
  walletKind: integer().notNull(),
  financeType: integer().notNull(),
  direction: integer().notNull(),
  amount: id().notNull(),
  beforeAmount: id().notNull(),
  afterAmount: id().notNull(),
  currency: text().notNull(),
  eventCode: text().notNull(),
  bizType: text().notNull(),
  bizId: id(),
  bizNo: text(),
  operatorId: id().notNull(),
  operatorName: text().notNull(),
  remark: text(),
  createTime: time().notNull(),
});

/** Both sides of every transfer, allocation and reclaim. */
export const transfers = pgTable('fin_transfer', {
  id: id().notNull(),
  tenantId: text().notNull(),
  transferNo: text().notNull(),
  eventCode: text().notNull(),
  financeType: integer().notNull(),
  fromUserId: id().notNull(),
  fromUserName: text().notNull(),
  fromWallet: integer().notNull(),
  fromOwnerPath: text().notNull(),
  toUserId: id().notNull(),
  toUserName: text().notNull(),
  toWallet: integer().notNull(),
  toOwnerPath: text().notNull(),
  amount: id().notNull(),
  currency: text().notNull(),
  operatorName: text().notNull(),
  createTime: time().notNull(),
});

/** Results of the nightly verification. */
export const proofs = pgTable('fin_proof', {
  id: id().primaryKey().generatedAlwaysAsIdentity(),
  ok: integer().notNull(),
  mismatches: jsonb()
    .$type<Array<{ check: string; key: string; expected: string; actual: string }>>()
    .notNull()
    .default([]),
  mismatchCount: integer().notNull().default(0),
  journalCount: integer().notNull(),
  durationMs: integer().notNull(),
  operatorName: text().notNull(),
  lastJournalId: digits(),
  root: text(),
  createTime: time().notNull().default(sql`now()`),
  hash: bytes(),
});

/**
 * Limits a query to movements the actor may read: all for staff, the subtree for agents, own ones for others. A row
 * keeps its user's path of the time it was written, and so remains visible to the superiors of that time.
 */
export function readableLogs(actor: Actor): SQL | undefined {
  if (actor.userType === userType.is.staff) return undefined;
  if (actor.userType !== userType.is.agent) return eq(financeLogs.userId, actor.userId);
  return like(financeLogs.ownerPath, `${actor.ownerPath}%`);
}

/** Limits a query to transfers of which the actor may read one side; both sides are then visible. */
export function readableTransfers({ userId, userType: type, ownerPath }: Actor): SQL | undefined {
  if (type === userType.is.staff) return undefined;
  if (type !== userType.is.agent) return or(eq(transfers.fromUserId, userId), eq(transfers.toUserId, userId));
  return or(like(transfers.fromOwnerPath, `${ownerPath}%`), like(transfers.toOwnerPath, `${ownerPath}%`));
}

ruleTable(financeLogs, {
  resource: financeLog,
  reach: ({ actor }) => and(visible(actor, financeLogs, 'tenant'), readableLogs(actor)),
  own: (actor) => or(eq(financeLogs.userId, actor.userId), eq(financeLogs.operatorId, actor.userId)) ?? sql`false`,
  inDepartments: ofHouseDepartments(financeLogs.ownerPath),
});
ruleTable(transfers, {
  resource: transferLog,
  code: 'finance/transfer',
  reach: ({ actor }) => and(visible(actor, transfers, 'tenant'), readableTransfers(actor)),
  own: (actor) => or(eq(transfers.fromUserId, actor.userId), eq(transfers.toUserId, actor.userId)) ?? sql`false`,
  inDepartments: (ids) =>
    or(ofHouseDepartments(transfers.fromOwnerPath)(ids), ofHouseDepartments(transfers.toOwnerPath)(ids)) ?? sql`false`,
});
