import { z } from 'zod';
import { userStatus } from '../../dictionaries.ts';
import { get, post } from '../../kit/call.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, pageOf } from '../../kit/page.ts';
import { choices, choosing, crud, resource } from '../../kit/resource.ts';
import { amount, flag, id, ids, proof, setDigest } from '../../kit/schema.ts';
import { localizedRule, matching } from '../../kit/sentences.ts';
import { time } from '../../kit/time.ts';
import { balanceAdjusted, balanceAdjustment } from '../agent/balance-adjustment.ts';
import { erasurePost } from '../agent/erasure.ts';
import { userFields as fields, ownFields as own, personalRules } from './user-fields.ts';

/** The most lines an import of staff may have, and the size of its file. */
export const USER_IMPORT_LINES = 100_000;
export const userFile = { maxBytes: 20 * 1024 * 1024 } as const;

/** Most users whose passwords are set at once: each costs the server some forty milliseconds. */
export const PASSWORD_RESET_MAX = 50;

/** The characters of invite codes: no letters or digits that look alike. */
const inviteCodeRule = matching(/^[A-HJ-NP-Z2-9]{6,8}$/, {
  zh: '应为 6–8 位大写字母或数字，不含 I、O、0、1',
  en: 'should be 6 to 8 capital letters or digits without I, O, 0 and 1',
});

/** Reason why a user is disabled, or their two-step verification reset. */
const because = z.string().trim().max(200);

/** SHA-256 hex of the password. */
const password = proof(128).default('');
const typed = z.string().trim().max(64).default('');

/** A part of a name. */
const part = z.string().trim().max(64).optional();

const standard = crud(fields, ['page', 'list', 'counts', 'detail', 'submit', 'update', 'remove', 'export'], {
  more: { deptId: id(), roleId: id(), postId: id() },
  changes: 'rights',
});

/** The users: their own data, registration, and approval. */
export const user = resource('system/user', {
  title: { zh: '用户管理', en: 'Users' },
  help: { zh: '账号、审核与登录安全', en: 'Accounts, approvals and sign-in security' },
  empty: { zh: '平台人员、代理和子账号会出现在这里', en: 'Staff, agents and sub-users appear here' },
  nameField: 'account',
  stateField: 'status',
  unique: [['account']],
  fields,
  head: ['realName', 'status'],
  found: [
    { call: 'page', by: ['account', 'realName', 'phone', 'code'], shows: ['realName', 'status'], unless: 'agent/user' },
  ],
  waiting: [
    {
      title: { zh: '账号待审核', en: 'Accounts to approve' },
      call: 'page',
      filters: { status: `${userStatus.is.awaitingApproval}` },
      ...{ access: 'status', since: 'createTime' },
      brief: { about: ['realName', 'account'], settle: 'approve' },
    },
  ],
  calls: {
    /**
     * `deptId`: users of a department and those below it. A new user is staff, without a password unless `submit`
     * contains one: `reset-password` sets the first one.
     */
    ...standard,
    /**
     * `password` is for the first sign-in, which asks for a new one; only for new users, and with the permission to
     * reset passwords.
     */
    submit: {
      ...standard.submit,
      unlogged: ['password', 'password2'],
      input: (standard.submit.input as unknown as z.ZodObject).safeExtend({
        password: proof(128).optional(),
        password2: proof(128).optional(),
      }) as unknown as typeof standard.submit.input,
    },
    erase: erasurePost,
    info: get({
      title: { zh: '个人信息', en: 'Personal info' },
      access: 'signed-in',
      beforePasswordChange: true,
      data: z.object({
        id: id(),
        tenantId: z.string(),
        account: z.string(),
        realName: z.string(),
        name: z.string(),
        avatar: z.string(),
        phone: z.string(),
        email: z.string(),
        serviceAddress: z.string(),
        /** 1 staff, 2 agent, 3 sub-user. */
        userType: z.int(),
        roleName: z.string(),
        roleNameEn: z.string(),
        mustChangePassword: flag(),
        createTime: time(),
        lastLoginTime: time().nullable(),
        lastLoginIp: z.string(),
      }),
    }),
    /** Changes the given fields of the caller's own row; `avatar` is the link of the caller's own upload, or empty. */
    'update-info': post({
      title: { zh: '修改个人信息', en: 'Change personal info' },
      access: 'signed-in',
      input: z.object({
        avatar: z.string().max(255).optional(),
        realName: own.realName.schema.optional(),
        name: own.name.schema.optional(),
        phone: personalRules.phone.optional(),
        email: personalRules.email.optional(),
        serviceAddress: personalRules.serviceAddress.optional(),
        /** A console may send the whole form of personal info: these fields are accepted and ignored. */
        id: id().optional(),
        oldPassword: proof(128).optional(),
        newPassword: proof(128).optional(),
        newPassword1: proof(128).optional(),
      }),
    }),
    /** Ends all other sessions of the user. */
    'update-password': post({
      title: { zh: '修改密码', en: 'Change password' },
      access: 'signed-in',
      keyless: 'proof',
      beforePasswordChange: true,
      stepUp: 'owned',
      changes: 'credentials',
      input: z.object({ oldPassword: password, newPassword: password, newPassword1: password }),
      data: z.object({ endedSessions: z.int() }),
    }),
    /**
     * Registers a person identified by a sign-in provider; the account waits for an administrator's approval. Passwords
     * are sent as SHA-256 hex. `oauthId` is the ticket of the token call, valid for one account.
     */
    'register-guest': post({
      title: { zh: '账号注册', en: 'Account registration' },
      access: 'public',
      // Empty fields are reported in the order of the form, with their own texts.
      input: z.object({
        tenantId: typed,
        name: typed,
        account: typed,
        password: proof(128).default(''),
        password2: proof(128).optional(),
        oauthId: proof(128).default(''),
      }),
      data: z.object({ id: id(), account: z.string(), status: z.int() }),
    }),
    /**
     * Approves or rejects a pending user; disables, locks (2, until a time) or enables a user. `status` is the new
     * state where the next one is not meant. `roleIds` also replaces the roles, for holders of `grant`; pending staff
     * need one. Disabling and locking end the user's sessions at once. A rejected user sees the reason at the next
     * sign-in.
     */
    'update-status': post({
      title: { zh: '审核/启停', en: 'Approve or disable' },
      access: 'status',
      changes: 'rights',
      input: z.object({
        userId: id(),
        status: z
          .union([z.literal(userStatus.is.disabled), z.literal(userStatus.is.active), z.literal(userStatus.is.locked)])
          .optional(),
        reason: because.default(''),
        until: time().optional(),
        roleIds: ids().optional(),
      }),
      data: z.object({ id: id(), status: z.int() }),
    }),
    /**
     * Resets a user's two-step verification after a loss: removes the app's secret and the recovery codes, ends all
     * sessions and notifies the user. Refused for the caller themselves; for an administrator only another
     * administrator may. When the user may approve other people's requests, it waits for a second person: `approvalNo`
     * names the request.
     */
    'reset-second-factor': post({
      title: { zh: '重置两步验证', en: 'Reset two-step verification' },
      access: 'reset-second-factor',
      changes: 'credentials',
      input: z.object({
        userId: id(),
        reason: because.refine((text) => text !== '', localizedRule({ zh: '请填写原因', en: 'Please enter a reason' })),
      }),
      data: z.object({ approvalId: id().nullable(), approvalNo: z.string().nullable() }),
    }),
    /** Ends the waiting time of a user who entered too many wrong passwords or codes. */
    'reset-attempts': post({
      title: { zh: '解除登录限制', en: 'Lift sign-in restriction' },
      access: 'status',
      changes: 'credentials',
      input: z.object({ userId: id() }),
    }),
    /** Opens accounts again that are locked, or rest after too many wrong passwords. */
    unlock: post({
      title: { zh: '解锁', en: 'Unlock' },
      access: 'status',
      changes: 'rights',
      input: z.object({ userIds: ids() }),
    }),
    /**
     * Starts a task that imports all lines of a list of staff, or none if one is wrong; `isCovered` 1 changes existing
     * accounts. The task's result is a `listImportReport`, its report lists every wrong line.
     */
    import: post({
      title: { zh: '导入', en: 'Import' },
      access: 'import',
      changes: 'rights',
      upload: userFile,
      input: z.object({ isCovered: flag().default(0) }),
      data: z.object({ taskNo: z.string() }),
    }),
    template: get({
      title: { zh: '导入模板', en: 'Import template' },
      access: 'import',
      answer: 'file',
      rowless: 'a template',
    }),
    /**
     * Sets a random password for each user, shown in this answer only, or that of the parameter `account.initialPassword`; they change
     * it when they first sign in with it. Ends
     * all their sessions. Refused for oneself, and for users with more permissions than the caller.
     */
    'reset-password': post({
      title: { zh: '重置密码', en: 'Reset password' },
      access: 'reset-password',
      changes: 'credentials',
      keyless: 'secret',
      input: z.object({ userIds: ids(PASSWORD_RESET_MAX) }),
      data: z.array(z.object({ id: id(), account: z.string(), realName: z.string(), password: z.string() })),
    }),
    /** The roles the caller may grant to staff; a role named by its id is answered even if they may not. */
    'role-choices': get({
      title: { zh: '可分配角色', en: 'Assignable roles' },
      access: 'grant',
      input: choosing,
      data: choices,
    }),
    /** Staff who can be chosen as a user's superior. */
    'leader-choices': get({
      title: { zh: '可选上级', en: 'Possible leaders' },
      access: 'view',
      input: choosing,
      data: choices,
    }),
    /** The roles of users, with the `digest` that `grant` needs. */
    granted: get({
      title: { zh: '已分配角色', en: 'Assigned roles' },
      access: 'grant',
      input: z.object({ userIds: ids() }),
      data: z.object({ roleIds: z.array(id()), digest: setDigest() }),
    }),
    /** Replaces the roles of users if they still match `digest`; the caller cannot grant more than they hold. */
    grant: post({
      title: { zh: '分配角色', en: 'Assign roles' },
      access: 'grant',
      changes: 'rights',
      input: z.object({ userIds: ids(), roleIds: ids(), digest: setDigest().optional() }),
    }),
    /** Possible duplicates: the same e-mail address, phone number or name, in any state. */
    duplicates: get({
      title: { zh: '疑似重复', en: 'Likely duplicates' },
      access: 'status',
      input: z.object({ userId: id() }),
      data: z.array(
        z.object({
          id: id(),
          account: z.string(),
          realName: z.string(),
          status: z.int(),
          same: z.array(z.enum(['email', 'phone', 'realName'])),
        }),
      ),
    }),
    /** The staff for pickers, found by parts of names, departments and posts. */
    'search/user': get({
      title: { zh: '查找人员', en: 'Find users' },
      access: 'search',
      input: z.object({
        current: z.int().min(1).max(10_000_000).default(1),
        size: z.int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
        name: part,
        deptName: part,
        postName: part,
      }),
      data: pageOf(
        z.object({
          id: id(),
          account: z.string(),
          realName: z.string(),
          avatar: z.string(),
          deptName: z.string(),
          postName: z.string(),
        }),
      ),
    }),
    /** The kind of user on their platform; `userType` is the platform. */
    'platform-detail': get({
      title: { zh: '平台资料', en: 'Platform data' },
      access: 'platform',
      input: z.object({ id: id() }),
      data: z.object({
        id: id(),
        account: z.string(),
        realName: z.string(),
        userType: z.int(),
        userExt: z.string(),
        balance: amount(),
        brokerage: amount(),
      }),
    }),
    /** Money moves through the ledger alone: `balance` and `brokerage` may be sent along, and are refused when they differ. */
    'update-platform': post({
      title: { zh: '平台配置', en: 'Platform settings' },
      access: 'platform',
      input: z.object({
        userId: id(),
        userType: fields.platform.schema.optional(),
        userExt: fields.userExt.schema.optional(),
        balance: amount().optional(),
        brokerage: amount().optional(),
      }),
    }),
    /** Same as `agent/user/manual-update-balance`, with the same limits of one person. */
    'web/manual-update-balance': post({
      title: { zh: '人工调账', en: 'Adjust balance' },
      access: 'balance',
      stepUp: true,
      input: balanceAdjustment,
      data: balanceAdjusted,
    }),
    /** The caller's invite code; users registered with it become the caller's sub-accounts. */
    'invite-code': get({
      title: { zh: '我的邀请码', en: 'My invite code' },
      access: 'signed-in',
      data: z.object({ inviteCode: z.string() }),
    }),
    /** Sets another code of the caller, or a random one; the old one becomes invalid. */
    'invite-code/update': post({
      title: { zh: '更换邀请码', en: 'Change invite code' },
      access: 'signed-in',
      input: z.object({ inviteCode: z.string().trim().regex(inviteCodeRule).optional() }),
      data: z.object({ inviteCode: z.string() }),
    }),
  },
  extras: { approve: { zh: '复核两步验证重置', en: 'Approve resets of two-step verification' } },
});
