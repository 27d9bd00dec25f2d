import { z } from 'zod';
import { userType } from '../../dictionaries.ts';
import { get, post } from '../../kit/call.ts';
import { exportCall } from '../../kit/export.ts';
import { listQuery, pageOf } from '../../kit/page.ts';
import { crud, resource, rowSchema } from '../../kit/resource.ts';
import { amount, flag, id, ids, proof } from '../../kit/schema.ts';
import { REASON_MAX, transitionCalls } from '../../kit/transitions.ts';
import { anyServiceAddress, passwordRule } from './account-fields.ts';
import { allocationCalls } from './allocation.ts';
import { adjustmentLimit, balanceAdjusted, balanceAdjustment } from './balance-adjustment.ts';
import { erasurePost } from './erasure.ts';
import { rebateCalls } from './rebates.ts';
import { contractCalls } from './signed-contract.ts';
import { agentTransitions, agentFields as fields } from './user-fields.ts';

/** The wallets of one user, in the book currency. */
export const walletBalances = z.object({
  balance: amount(),
  frozenBalance: amount(),
  brokerage: amount(),
  frozenBrokerage: amount(),
  rebatePending: amount(),
  rebateDebt: amount(),
  bonus: amount(),
  currency: z.string(),
  lowBalance: z.boolean(),
  /** An agent above is disabled: no new orders, and leases and packages are paused. */
  isPaused: z.boolean(),
  /** Null: no limit; the amount spent is then empty too. */
  spendLimitDay: amount().nullable(),
  spendLimitMonth: amount().nullable(),
  spentDay: amount().nullable(),
  spentMonth: amount().nullable(),
});

/** Empty: none. */
export const serviceAddress = z.object({ serviceAddress: z.string() });

const transitions = transitionCalls(agentTransitions);

/** The tree of agents and their sub-users, with their wallets. Agents see their own subtree. */
export const agentUser = resource('agent/user', {
  title: { zh: '代理用户', en: 'Agents' },
  help: { zh: '代理与子账号，展开查看下级', en: 'Agents and sub-users; expand a row to see sub-accounts' },
  empty: { zh: '开户后，代理和子账号会出现在这里', en: 'Agents and sub-users appear here once an account is opened' },
  nameField: 'account',
  stateField: 'status',
  transitions: agentTransitions,
  fields,
  head: ['realName', 'status', 'balance'],
  found: [{ call: 'lazy-page', by: ['account', 'realName', 'phone'], shows: ['realName', 'status'] }],
  calls: {
    /** Changes accounts below the caller; the caller's own account is refused. */
    ...crud(fields, ['detail', 'update', 'timeline']),
    ...transitions,
    /**
     * Pauses new orders, leases and packages of sub-accounts; they keep access to all else, unless staff disable all
     * accounts below as well (`withBelow` 1).
     */
    disable: {
      ...transitions.disable,
      input: z.object({
        ids: ids(),
        reason: z.string().trim().min(1).max(REASON_MAX),
        withBelow: flag().default(0),
      }),
    },
    /** How many people are below some agents, at any depth. */
    'people-below': get({
      title: { zh: '下级人数', en: 'Number of sub-accounts' },
      access: 'disable',
      input: z.object({ ids: ids() }),
      data: z.object({ people: z.int() }),
    }),
    /**
     * Moves an agent with all accounts below it under another, or with `parentId` 0 to the top; they keep their assets.
     */
    move: post({
      title: { zh: '变更上级', en: 'Change parent' },
      access: 'move',
      stepUp: true,
      input: z.object({ id: id(), parentId: id(), reason: z.string().trim().min(1).max(REASON_MAX) }),
    }),
    erase: erasurePost,
    /** Children of `parentId`, 0 or absent: the reader's own first level. With a filter the whole subtree is searched. */
    'lazy-page': get({
      title: { zh: '代理列表', en: 'Agents' },
      access: 'view',
      input: listQuery(fields, { parentId: id(), keyword: z.string().trim().max(64) }),
      data: pageOf(rowSchema(fields)),
    }),
    /** All accounts below the reader, at any depth; with `parentId` those directly below it. */
    export: exportCall(fields),
    'lazy-list': get({
      title: { zh: '代理树', en: 'Agent tree' },
      access: 'view',
      /** `id`: only that one, at any depth. */
      input: z.object({
        parentId: id().optional(),
        keyword: z.string().trim().max(64).optional(),
        id: id().optional(),
      }),
      data: z.array(
        z.object({ id: id(), parentId: id(), title: z.string(), account: z.string(), hasChildren: flag() }),
      ),
    }),
    'open-account': post({
      title: { zh: '开户', en: 'Open account' },
      access: 'add',
      changes: 'credentials',
      /** The role follows the user type. `initialAmount` is taken from the opener's own balance. */
      input: z.object({
        account: fields.account.schema,
        password: proof(64).regex(passwordRule),
        realName: fields.realName.schema,
        phone: fields.phone.schema.optional(),
        email: fields.email.schema.optional(),
        parentId: id().optional(),
        userType: z.union([z.literal(userType.is.agent), z.literal(userType.is.subUser)]),
        agentLevel: fields.agentLevel.schema.optional(),
        serviceAddress: fields.serviceAddress.schema.optional(),
        spendLimitDay: amount().optional(),
        spendLimitMonth: amount().optional(),
        initialAmount: amount().optional(),
      }),
      data: z.object({ id: id(), account: z.string(), status: z.int() }),
    }),
    ...contractCalls,
    ...allocationCalls,
    ...rebateCalls,
    balance: get({
      title: { zh: '我的余额', en: 'My balance' },
      access: 'signed-in',
      data: walletBalances,
    }),
    /**
     * Address of the support contact: of the nearest upline that has one, else the platform's. For `userId`, or for the
     * reader.
     */
    'service-address': get({
      title: { zh: '上级服务地址', en: 'Parent’s support contact' },
      access: 'signed-in',
      input: z.object({ userId: id().optional() }),
      data: serviceAddress,
    }),
    /** The notice for sub-accounts of the reader. */
    'my-service-address': get({
      title: { zh: '我的服务地址', en: 'My support contact' },
      access: 'signed-in',
      data: serviceAddress,
    }),
    'update/my-service-address': post({
      title: { zh: '修改我的服务地址', en: 'Change my support contact' },
      access: 'signed-in',
      input: z.object({ serviceAddress: anyServiceAddress }),
    }),
    /** Returns the amount by which the caller may still adjust each user alone today; above it a second person decides. */
    'adjustment-limit': get({
      title: { zh: '调账额度', en: 'Adjustment limit' },
      access: 'adjust',
      ...adjustmentLimit,
    }),
    'manual-update-balance': post({
      title: { zh: '人工调账', en: 'Adjust balance' },
      access: 'adjust',
      stepUp: true,
      input: balanceAdjustment,
      data: balanceAdjusted,
    }),
  },
  extras: { approve: { zh: '复核调账与返佣作废', en: 'Approve adjustments and voided commissions' } },
});
