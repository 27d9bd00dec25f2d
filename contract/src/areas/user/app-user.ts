import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { listQuery, pageOf } from '../../kit/page.ts';
import { crud, formSchema, resource, rowSchema } from '../../kit/resource.ts';
import { amount, flag, id, ids, proof } from '../../kit/schema.ts';
import { localizedRule } from '../../kit/sentences.ts';
import { time } from '../../kit/time.ts';
import { REASON_MAX, statedReason, transitionCalls } from '../../kit/transitions.ts';
import { passwordRule } from '../agent/account-fields.ts';
import { adjustmentLimit, balanceAdjusted, balanceAdjustment } from '../agent/balance-adjustment.ts';
import { seedReport } from '../whatsapp/embedded-dictionaries.ts';
import { SEED_PROOFS_MAX, seedProofLimits } from '../whatsapp/embedded-task-fields.ts';
import { appUserTransitions, basicAppUserFields, appUserFields as fields } from './app-user-fields.ts';

/** The most users of one message. */
export const APP_MESSAGE_USERS_MAX = 1000;
export const APP_MESSAGE_MAX = 500;
export const LOCK_DAYS_MAX = 365;
/** The version of the text that panel members agree to. */
export const PANEL_CONSENT_VERSION = '2026-1';
const PASSWORDS_MAX = 50;
const CLEANED_MAX = 50;

/** One or many users: `ids`, or `userId` for one. */
const named = { ids: ids(PASSWORDS_MAX).optional(), userId: id().optional() };

const lockAccount = post({
  title: { zh: '锁定/解锁', en: 'Lock or unlock' },
  access: 'lock',
  changes: 'rights',
  stepUp: 'owned',
  /** `day` 0 unlocks. A lock ends by itself after its days. */
  input: z.object({
    ids: ids(),
    day: z.int().min(0).max(LOCK_DAYS_MAX),
    reason: z.string().trim().max(REASON_MAX).optional(),
  }),
  data: z.object({ count: z.int(), until: time().nullable() }),
});

const sendMessage = post({
  title: { zh: '发消息', en: 'Send message' },
  access: 'message',
  unlogged: ['message'],
  input: z.object({
    ids: ids(APP_MESSAGE_USERS_MAX),
    message: z.string().trim().min(1).max(APP_MESSAGE_MAX),
  }),
  data: z.object({ count: z.int() }),
});

const basicsPage = get({
  title: { zh: '基本资料列表', en: 'Basic data' },
  access: 'basics',
  input: listQuery(basicAppUserFields),
  data: pageOf(rowSchema(basicAppUserFields)),
});

const basicsInfo = get({
  title: { zh: '基本资料', en: 'Basic data of a user' },
  access: 'basics',
  input: z.object({ id: id() }),
  data: rowSchema(basicAppUserFields),
});

/** The member's own consent to receive test messages on their number. */
export const panelState = z.object({
  isMember: flag(),
  consentTime: time().nullable(),
  version: z.string().nullable(),
  taskCount: z.int(),
  approvedCount: z.int(),
  trustScore: z.int(),
});

const proofs = z.array(z.string().trim().min(1).max(300)).max(SEED_PROOFS_MAX);

const panelTask = z.object({
  id: id(),
  taskNo: z.string(),
  number: z.string(),
  expectedTemplate: z.string().nullable(),
  expectedSender: z.string().nullable(),
  dispatchTime: time().nullable(),
  dueTime: time().nullable(),
  reportedStatus: z.int(),
  status: z.int(),
  isCheat: flag(),
  reward: amount(),
  rewardStatus: z.int(),
  appealUntil: time().nullable(),
  appealStatus: z.int(),
  /** Screenshots of the own report and appeal. */
  evidence: z.array(z.string()),
  appealEvidence: z.array(z.string()),
  reviewRemark: z.string().nullable(),
});

const nameAndLook = {
  title: { zh: 'App用户', en: 'App users' },
  help: { zh: 'App 客户与面板成员', en: 'Customers of the app and panel members' },
  empty: { zh: '用户注册或人工开户后会出现在这里', en: 'Users appear here once they register or are added' },
  nameField: 'account',
  defaultSort: '-registerTime',
} as const;

/** Users of the app: customers of agents and of the platform, and panel members. Agents see those who belong to them. */
export const appUser = resource('user/app-user', {
  ...nameAndLook,
  stateField: 'status',
  transitions: appUserTransitions,
  events: {
    lock: { zh: '锁定', en: 'Locked' },
    unlock: { zh: '解锁', en: 'Unlocked' },
    expire: { zh: '锁定到期', en: 'Lock expired' },
    clean: { zh: '清理账号', en: 'Account cleaned' },
    erase: { zh: '注销个人信息', en: 'Personal data erased' },
  },
  fields,
  head: ['realName', 'status', 'balance'],
  found: [{ call: 'page', by: ['account', 'realName', 'phone'], shows: ['realName', 'status'] }],
  waiting: [
    {
      title: { zh: 'App用户待审核', en: 'App users to approve' },
      call: 'page',
      filters: { status: '3' },
      access: 'approve',
      since: 'registerTime',
      brief: { about: ['account', 'realName'], settle: 'approve' },
    },
  ],
  calls: {
    ...crud(fields, ['page', 'counts', 'detail', 'update', 'export', 'select', 'timeline']),
    ...crud(fields, ['remove'], { changes: 'rights' }),
    ...transitionCalls(appUserTransitions),
    'basics-page': basicsPage,
    'basics-info': basicsInfo,
    add: post({
      title: { zh: '新增', en: 'Add' },
      access: 'add',
      changes: 'credentials',
      unlogged: ['password'],
      input: formSchema(fields, 'create').extend({
        password: proof(64).regex(passwordRule),
      }) as unknown as z.ZodType<NewAppUserInput, Record<string, unknown>>,
      data: z.object({ id: id(), account: z.string(), status: z.int() }),
    }),
    /** Sets a temporary password, which the user has to change; empty: a random one, which only this answer has. */
    'update-password': post({
      title: { zh: '设置临时密码', en: 'Set temporary password' },
      access: 'password',
      changes: 'credentials',
      keyless: 'secret',
      unlogged: ['newPassword'],
      input: z
        .object({ ...named, newPassword: proof(64).regex(passwordRule).optional() })
        .refine(({ ids: many, userId }) => many !== undefined || userId !== undefined, {
          ...localizedRule({ zh: '请选择用户', en: 'is required' }),
          path: ['ids'],
        }),
      data: z.array(z.object({ id: id(), account: z.string(), realName: z.string(), password: z.string() })),
    }),
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
    'send-message': sendMessage,
    'lock-account': lockAccount,
    /**
     * `mode` CLEAN ends sessions, removes devices and payees and cancels open tasks; ERASE also requests a second person's approval to erase
     * personal data.
     */
    'clean-account': post({
      title: { zh: '清理账号', en: 'Clean account' },
      access: 'clean',
      changes: 'destinations',
      input: z.object({
        ids: ids(CLEANED_MAX),
        reason: statedReason(),
        mode: z.enum(['CLEAN', 'ERASE']).default('CLEAN'),
      }),
      data: z.object({ count: z.int(), approvals: z.array(z.object({ approvalId: id(), approvalNo: z.string() })) }),
    }),
    panel: get({
      title: { zh: '我的面板', en: 'My panel' },
      access: 'panel',
      data: panelState,
    }),
    'panel-consent': post({
      title: { zh: '授权或撤回', en: 'Give or withdraw consent' },
      access: 'panel',
      /** `isGiven` 0 withdraws. */
      input: z.object({ isGiven: flag(), version: z.string().trim().max(32).default(PANEL_CONSENT_VERSION) }),
      data: panelState,
    }),
    /** The own tasks of a panel member, newest first; at most 100. */
    'panel-tasks': get({
      title: { zh: '我的任务', en: 'My tasks' },
      access: 'panel',
      data: z.array(panelTask),
    }),
    'panel-report': post({
      title: { zh: '反馈任务', en: 'Report a task' },
      access: 'panel',
      input: z.object({
        id: id(),
        reportedStatus: z.int().min(seedReport.is.received).max(seedReport.is.different),
        evidence: proofs.nullish(),
        remark: z.string().trim().max(255).optional(),
      }),
    }),
    'panel-appeal': post({
      title: { zh: '申诉', en: 'Appeal' },
      access: 'panel',
      input: z.object({ id: id(), reason: z.string().trim().min(1).max(REASON_MAX), evidence: proofs.nullish() }),
    }),
    /** Stores a screenshot; kept once a report or an appeal names its `link`. */
    'panel-proof': post({
      title: { zh: '上传截图', en: 'Upload a screenshot' },
      access: 'panel',
      untrailed: 'a file nobody uses yet; the report that names it is in the trail',
      upload: { ...seedProofLimits, isAttachment: true },
      data: z.object({ link: z.string() }),
    }),
  },
  extras: {
    contact: { zh: '查看联系方式', en: 'View contact data' },
    kyc: { zh: '修改认证级别', en: 'Change verification' },
    'lock-long': { zh: '长期锁定', en: 'Lock for longer' },
    erase: { zh: '注销个人信息', en: 'Erase personal data' },
  },
});

interface NewAppUserInput {
  readonly account: string;
  readonly password: string;
  readonly realName: string;
  readonly userKind?: number | undefined;
  readonly agentId?: bigint | null | undefined;
  readonly teamId?: bigint | null | undefined;
  readonly countryCode?: string | null | undefined;
  readonly kycLevel?: number | null | undefined;
  readonly phone?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly remark?: string | null | undefined;
}

/** The same users without money and contact data, as a separate list for screens; not mounted. */
export const basicAppUsers = resource('user/app-user', {
  ...nameAndLook,
  fields: basicAppUserFields,
  head: ['realName', 'status'],
  calls: { 'basics-page': basicsPage, 'send-message': sendMessage, 'lock-account': lockAccount },
});
