import { z } from 'zod';
import { userStatus, userType } from '../../dictionaries.ts';
import { get, post } from '../../kit/call.ts';
import { dict, text, time as timeField, yes } from '../../kit/field.ts';
import type { Text } from '../../kit/locale.ts';
import { crud, resource } from '../../kit/resource.ts';
import { flag, id, ids } from '../../kit/schema.ts';
import { localizedRule } from '../../kit/sentences.ts';
import { time } from '../../kit/time.ts';
import { serviceAddressRule, serviceAddressSentence } from '../agent/user.ts';

/** What may be wrong with a phone number of a person. */
export const phoneProblems = {
  PHONE_EMPTY: { zh: '手机号码不能为空', en: 'The phone number must not be empty' },
  PHONE_LENGTH: { zh: '手机号码长度不为11位', en: 'The phone number must have 11 digits' },
  PHONE_FORMAT: { zh: '手机号码格式不正确', en: 'The phone number is not in the right form' },
} as const satisfies Record<string, Text>;

/** Why a phone number is refused: eleven digits, as mainland China writes its mobiles. Undefined when it is right. */
export function phoneProblem(phone: string | null | undefined): keyof typeof phoneProblems | undefined {
  const given = phone?.trim() ?? '';
  if (given === '') return 'PHONE_EMPTY';
  if (given.length !== 11) return 'PHONE_LENGTH';
  return /^1[3-9]\d{9}$/.test(given) ? undefined : 'PHONE_FORMAT';
}

/** What somebody may change of themselves. Lengths are the columns'; the phone has `phoneProblem` beside. */
const own = {
  realName: text({
    label: { zh: '真实姓名', en: 'Real name' },
    max: 32,
    required: true,
    list: true,
    search: 'like',
    width: 120,
  }),
  name: text({ label: { zh: '用户名', en: 'User name' }, max: 32, required: true, list: 'hidden', width: 140 }),
  phone: text({
    label: { zh: '手机号码', en: 'Phone' },
    max: 16,
    list: 'hidden',
    search: 'like',
    width: 140,
  }),
  email: text({ label: { zh: '邮箱', en: 'E-mail' }, max: 64, list: 'hidden', search: 'like', width: 200 }),
  serviceAddress: text({
    label: { zh: '联系方式', en: 'Contact' },
    help: { zh: 'Telegram 用户名，例如 @trade_helper', en: 'A Telegram user name, such as @trade_helper' },
    max: 128,
    list: 'hidden',
    width: 180,
  }),
};

/** What administrators see of people beside that. */
const fields = {
  account: text({
    label: { zh: '登录账号', en: 'Account' },
    max: 32,
    required: true,
    list: true,
    search: 'like',
    form: false,
    width: 130,
  }),
  ...own,
  userType: dict(userType, {
    label: { zh: '用户类型', en: 'Type' },
    required: true,
    list: true,
    search: 'equal',
    form: false,
    width: 90,
  }),
  roleName: text({ label: { zh: '所属角色', en: 'Roles' }, max: 1000, list: true, form: false, width: 130 }),
  /** Comma-joined, in the order of the names. */
  roleIds: text({ label: { zh: '角色编号', en: 'Role ids' }, max: 1000, form: false }),
  /** The providers they may sign in with, by name. */
  providers: text({
    label: { zh: '第三方登录', en: 'Other providers' },
    max: 1000,
    list: true,
    form: false,
    width: 110,
  }),
  hasSecondFactor: yes({
    label: { zh: '两步验证', en: 'Two-factor' },
    required: true,
    list: true,
    form: false,
    width: 100,
  }),
  status: dict(userStatus, {
    label: { zh: '状态', en: 'Status' },
    required: true,
    list: true,
    search: 'equal',
    form: false,
    width: 100,
  }),
  /** Too many wrong passwords or codes were tried, from one address or from all. */
  restUntil: timeField({
    label: { zh: '登录受限至', en: 'Sign-in barred until' },
    list: 'hidden',
    form: false,
    width: 170,
  }),
  statusReason: text({ label: { zh: '状态说明', en: 'Reason' }, max: 200, list: 'hidden', form: false, width: 200 }),
  lockedUntil: timeField({ label: { zh: '锁定至', en: 'Locked until' }, list: 'hidden', form: false, width: 170 }),
  refusedAt: timeField({ label: { zh: '拒绝时间', en: 'Refused' }, list: 'hidden', form: false, width: 170 }),
  lastLoginTime: timeField({ label: { zh: '最近登录', en: 'Last sign-in' }, list: true, form: false, width: 170 }),
  lastLoginIp: text({
    label: { zh: '最近登录地址', en: 'Signed in from' },
    max: 64,
    list: 'hidden',
    form: false,
    width: 140,
  }),
  createTime: timeField({
    label: { zh: '创建时间', en: 'Created' },
    required: true,
    list: true,
    search: 'range',
    sort: true,
    form: false,
    width: 170,
  }),
};

/** Why somebody is let in no more, or their second factor taken away. */
const because = z.string().trim().max(200);

/** The rules beyond the lengths, for both sides. */
export const personalRules = {
  email: z
    .string()
    .trim()
    .max(64)
    .refine(
      (text) => text === '' || z.email().safeParse(text).success,
      localizedRule({
        zh: '应为邮箱地址，例如 name@example.com',
        en: 'should be an e-mail address, such as name@example.com',
      }),
    ),
  serviceAddress: z
    .string()
    .trim()
    .max(128)
    .refine((text) => text === '' || serviceAddressRule.test(text), localizedRule(serviceAddressSentence)),
};

/** As sent: the SHA-256 hex of what was typed. */
const password = z.string().max(128).default('');

const typed = z.string().trim().max(64).default('');

/** The people who may sign in: what they change of themselves, how they come, who lets them in. */
export const user = resource('system/user', {
  title: { zh: '用户管理', en: 'Users' },
  help: { zh: '账号、审核与登录安全', en: 'Accounts, approvals and how people sign in' },
  empty: { zh: '平台人员、代理和子账号会出现在这里', en: 'Staff, agents and sub-users appear here' },
  nameField: 'account',
  defaultSort: '-createTime',
  stateField: 'status',
  fields,
  calls: {
    /** `deptId`: those of a department, and of all below it. */
    ...crud(fields, ['page', 'counts', 'detail'], { more: { deptId: id() } }),
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
    /** Changes what is given of one's own row and nothing else; `avatar` is the link of an upload of one's own, or empty. */
    'update-info': post({
      title: { zh: '修改个人信息', en: 'Change personal info' },
      access: 'signed-in',
      input: z.object({
        avatar: z.string().max(255).optional(),
        realName: own.realName.schema.optional(),
        name: own.name.schema.optional(),
        phone: own.phone.schema.optional(),
        email: personalRules.email.optional(),
        serviceAddress: personalRules.serviceAddress.optional(),
        /** A console may send the whole form of personal info: these are part of it and mean nothing here. */
        id: id().optional(),
        oldPassword: z.string().max(128).optional(),
        newPassword: z.string().max(128).optional(),
        newPassword1: z.string().max(128).optional(),
      }),
    }),
    /** Ends all other sessions of the user. */
    'update-password': post({
      title: { zh: '修改密码', en: 'Change password' },
      access: 'signed-in',
      keyless: 'proof',
      beforePasswordChange: true,
      input: z.object({ oldPassword: password, newPassword: password, newPassword1: password }),
      data: z.object({ endedSessions: z.int() }),
    }),
    /**
     * Opens an account for somebody a sign-in provider vouched for; it waits for an administrator's approval. Passwords
     * travel as the SHA-256 hex of what was typed. `oauthId` is the ticket the token call gave, good for one account.
     */
    'register-guest': post({
      title: { zh: '账号注册', en: 'Account registration' },
      access: 'public',
      // Emptiness is told in the order people fill the form in, by sentences of its own.
      input: z.object({
        tenantId: typed,
        name: typed,
        account: typed,
        password: z.string().max(128).default(''),
        password2: z.string().max(128).optional(),
        oauthId: z.string().max(128).default(''),
      }),
      data: z.object({ id: id(), account: z.string(), status: z.int() }),
    }),
    /**
     * Approves or refuses who waits, disables, locks (2, with the time it ends) or frees; `status` says which where the
     * next one is not meant. `roleIds` replaces the roles with it, for holders of `grant`; staff who waited need one.
     * Disabling and locking end the user's sessions at once. Who was refused is told the reason at their next sign-in.
     */
    'update-status': post({
      title: { zh: '审核/启停', en: 'Approve or disable' },
      access: 'status',
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
     * Takes the second factor away from somebody who lost it: the app's secret and the recovery codes. Ends all their
     * sessions and tells them. Nobody does it to themselves; to an administrator only another one.
     */
    'reset-second-factor': post({
      title: { zh: '重置两步验证', en: 'Reset two-factor sign-in' },
      access: 'reset-second-factor',
      input: z.object({
        userId: id(),
        reason: because.refine((text) => text !== '', localizedRule({ zh: '请填写原因', en: 'Give a reason' })),
      }),
    }),
    /** Lets somebody try again at once who entered too many wrong passwords or codes. */
    'reset-attempts': post({
      title: { zh: '解除登录限制', en: 'Lift the sign-in bar' },
      access: 'status',
      input: z.object({ userId: id() }),
    }),
    /** The roles the caller may give to staff. */
    'role-choices': get({
      title: { zh: '可分配角色', en: 'Roles to give' },
      access: 'grant',
      data: z.array(z.object({ id: id(), roleName: z.string() })),
    }),
    /** Replaces the roles of users; nobody gives more than they hold. */
    grant: post({
      title: { zh: '分配角色', en: 'Give roles' },
      access: 'grant',
      input: z.object({ userIds: ids(), roleIds: ids() }),
    }),
  },
});
