import { z } from 'zod';
import { userStatus } from '../../dictionaries.ts';
import { get, post } from '../../kit/call.ts';
import { text } from '../../kit/field.ts';
import type { Text } from '../../kit/locale.ts';
import { resource } from '../../kit/resource.ts';
import { flag, id, ids } from '../../kit/schema.ts';
import { time } from '../../kit/time.ts';
import { serviceAddressRule } from '../agent/user.ts';

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
const fields = {
  realName: text({ label: { zh: '真实姓名', en: 'Real name' }, max: 32, required: true }),
  name: text({ label: { zh: '用户名', en: 'User name' }, max: 32, required: true }),
  phone: text({ label: { zh: '手机号码', en: 'Phone' }, max: 16 }),
  email: text({ label: { zh: '邮箱', en: 'E-mail' }, max: 64 }),
  serviceAddress: text({
    label: { zh: '联系方式', en: 'Contact' },
    help: { zh: 'Telegram 用户名，例如 @trade_helper', en: 'A Telegram user name, such as @trade_helper' },
    max: 128,
  }),
};

/** The rules beyond the lengths, for both sides. */
export const personalRules = {
  email: z
    .string()
    .trim()
    .max(64)
    .refine((text) => text === '' || z.email().safeParse(text).success, { error: 'e-mail' }),
  serviceAddress: z
    .string()
    .trim()
    .max(128)
    .refine((text) => text === '' || serviceAddressRule.test(text), { error: 'Telegram @name / https://…' }),
};

/** As sent: the SHA-256 hex of what was typed. */
const password = z.string().max(128).default('');

const typed = z.string().trim().max(64).default('');

/** The people who may sign in: what they change of themselves, how they come, who lets them in. */
export const user = resource('system/user', {
  title: { zh: '用户管理', en: 'Users' },
  fields,
  calls: {
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
        realName: fields.realName.schema.optional(),
        name: fields.name.schema.optional(),
        phone: fields.phone.schema.optional(),
        email: personalRules.email.optional(),
        serviceAddress: personalRules.serviceAddress.optional(),
      }),
    }),
    /** Ends all other sessions of the user. */
    'update-password': post({
      title: { zh: '修改密码', en: 'Change password' },
      access: 'signed-in',
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
     * Approves who waits, disables who may sign in, frees who is disabled or locked; `status` (0 or 1) says which
     * where the next one is not meant. Disabling and locking end the user's sessions at once.
     */
    'update-status': post({
      title: { zh: '审核/启停', en: 'Approve or disable' },
      access: 'status',
      input: z.object({
        userId: id(),
        status: z.union([z.literal(userStatus.is.disabled), z.literal(userStatus.is.active)]).optional(),
        reason: z.string().trim().max(200).default(''),
      }),
      data: z.object({ id: id(), status: z.int() }),
    }),
    /** Replaces the roles of users; nobody gives more than they hold. */
    grant: post({
      title: { zh: '分配角色', en: 'Give roles' },
      access: 'grant',
      input: z.object({ userIds: ids(), roleIds: ids() }),
    }),
  },
});
