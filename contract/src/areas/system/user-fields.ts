import { z } from 'zod';
import { userStatus, userType } from '../../dictionaries.ts';
import { contactPhone } from '../../kit/contact-phone.ts';
import { dictionary } from '../../kit/dictionary.ts';
import {
  audited,
  date,
  dict,
  email,
  identifier,
  readOnly,
  ref,
  refs,
  text,
  textarea,
  time,
  yes,
} from '../../kit/field.ts';
import type { Text } from '../../kit/locale.ts';
import { contactPhoneHelp, contactPhoneOf } from '../../kit/phone-number.ts';
import { remarkField } from '../../kit/presets.ts';
import { localizedRule } from '../../kit/sentences.ts';
import { accountField, anyServiceAddress, serviceAddressRule } from '../agent/account-fields.ts';

/** The client program of a user; `userType` of the platform calls, besides the kind of account. */
export const userPlatform = dictionary('user_platform', {
  web: { value: 1, zh: 'WEB', en: 'Web' },
  app: { value: 2, zh: 'APP', en: 'App' },
  other: { value: 3, zh: '其他', en: 'Other' },
});

export const sex = dictionary('sex', {
  male: { value: 1, zh: '男', en: 'Male' },
  female: { value: 2, zh: '女', en: 'Female' },
  unknown: { value: 3, zh: '未知', en: 'Unknown' },
});

/** Faults of a person's phone number. */
export const phoneProblems = {
  PHONE_EMPTY: { zh: '手机号码不能为空', en: 'The phone number must not be empty' },
  PHONE_LENGTH: { zh: '手机号码长度不为11位', en: 'The phone number must have 11 digits' },
  PHONE_FORMAT: { zh: '手机号码格式不正确', en: 'Invalid phone number' },
} as const satisfies Record<string, Text>;

/** Why a phone number is refused: it has to be a mainland mobile of eleven digits. Undefined when it is right. */
export function phoneProblem(phone: string | null | undefined): keyof typeof phoneProblems | undefined {
  const given = contactPhoneOf(phone ?? '').replace('+', '');
  if (given === '') return 'PHONE_EMPTY';
  if (given.length !== 11) return 'PHONE_LENGTH';
  return /^1[3-9]\d{9}$/.test(given) ? undefined : 'PHONE_FORMAT';
}

/** Fields that users may change of themselves. Lengths are the columns'. */
export const ownFields = {
  realName: text({
    label: { zh: '真实姓名', en: 'Real name' },
    max: 32,
    required: true,
    list: true,
    search: 'like',
    width: 120,
  }),
  name: text({ label: { zh: '用户名', en: 'User name' }, max: 32, required: true, list: 'hidden', width: 140 }),
  phone: contactPhone({
    label: { zh: '手机号码', en: 'Phone' },
    list: 'hidden',
    search: 'like',
    width: 140,
  }),
  email: text({ label: { zh: '邮箱', en: 'E-mail' }, max: 64, list: 'hidden', search: 'like', width: 200 }),
  serviceAddress: text({
    label: { zh: '联系方式', en: 'Contact' },
    help: { zh: 'Telegram 用户名，例如 @trade_helper', en: 'Telegram user name, such as @trade_helper' },
    max: 128,
    list: 'hidden',
    width: 180,
  }),
};

const USER_EXT_MAX = 2000;

const groups = {
  account: { zh: '账号', en: 'Account' },
  person: { zh: '个人', en: 'Person' },
  duties: { zh: '职责', en: 'Duties' },
} as const;

/** Further fields of users for administrators. */
export const userFields = {
  account: accountField({ label: { zh: '登录账号', en: 'Account' }, group: groups.account, width: 130 }),
  platform: dict(userPlatform, {
    label: { zh: '用户平台', en: 'Platform' },
    list: 'hidden',
    search: 'equal',
    initial: userPlatform.is.web,
    group: groups.account,
  }),
  ...readOnly({
    tenantId: identifier({
      label: { zh: '租户编号', en: 'Tenant ID' },
      max: 12,
      required: true,
      group: groups.account,
    }),
    tenantName: text({ label: { zh: '所属租户', en: 'Tenant' }, max: 64, group: groups.account }),
    /** The platform's own text about a user; changed by `update-platform`. */
    userExt: textarea({ label: { zh: '平台数据', en: 'Platform data' }, max: USER_EXT_MAX, group: groups.account }),
  }),
  realName: text({ ...ownFields.realName.options, group: groups.person }),
  name: text({
    label: { zh: '用户名', en: 'User name' },
    help: { zh: '留空则同真实姓名', en: 'Empty: same as the real name' },
    max: 32,
    list: 'hidden',
    group: groups.person,
    width: 140,
  }),
  phone: contactPhone({
    ...ownFields.phone.options,
    help: contactPhoneHelp,
    group: groups.person,
  }),
  email: email({ ...ownFields.email.options, group: groups.person }),
  serviceAddress: text({ ...ownFields.serviceAddress.options, pattern: serviceAddressRule, group: groups.person }),
  sex: dict(sex, { namedAs: 'sexName', label: { zh: '性别', en: 'Sex' }, list: 'hidden', group: groups.person }),
  birthday: date({ label: { zh: '生日', en: 'Birthday' }, list: 'hidden', group: groups.person }),
  code: text({
    label: { zh: '工号', en: 'Staff number' },
    max: 32,
    list: 'hidden',
    search: 'like',
    group: groups.duties,
    width: 110,
  }),
  userType: dict(userType, {
    namedAs: 'userTypeName',
    label: { zh: '用户类型', en: 'Type' },
    required: true,
    list: true,
    search: 'equal',
    form: false,
  }),
  roleIds: refs(
    { resource: 'system/user', call: 'role-choices' },
    { label: { zh: '角色', en: 'Roles' }, alias: 'roleId', writePermission: 'grant', group: groups.duties },
  ),
  roleName: text({
    label: { zh: '所属角色', en: 'Roles' },
    max: 1000,
    list: true,
    form: false,
    group: groups.duties,
    width: 130,
  }),
  deptIds: refs(
    { resource: 'system/dept', call: 'select' },
    { label: { zh: '部门', en: 'Departments' }, alias: 'deptId', group: groups.duties },
  ),
  deptName: text({
    label: { zh: '所属部门', en: 'Departments' },
    max: 1000,
    list: true,
    form: false,
    group: groups.duties,
    width: 130,
  }),
  postIds: refs(
    { resource: 'system/post', call: 'select' },
    { label: { zh: '岗位', en: 'Posts' }, alias: 'postId', group: groups.duties },
  ),
  postName: text({
    label: { zh: '所属岗位', en: 'Posts' },
    max: 1000,
    list: 'hidden',
    form: false,
    group: groups.duties,
    width: 130,
  }),
  leaderId: ref(
    { resource: 'system/user', call: 'leader-choices' },
    { label: { zh: '直属上级', en: 'Leader' }, search: 'equal', group: groups.duties },
  ),
  leaderName: text({
    label: { zh: '直属上级', en: 'Leader' },
    max: 64,
    list: 'hidden',
    form: false,
    group: groups.duties,
    width: 120,
  }),
  remark: remarkField({ group: groups.duties }),
  ...readOnly({
    /** The user's providers for signing in, by name. */
    providers: text({ label: { zh: '第三方登录', en: 'Other providers' }, max: 1000, list: 'hidden', width: 110 }),
    hasSecondFactor: yes({ label: { zh: '两步验证', en: 'Two-step verification' }, required: true, list: true }),
    status: dict(userStatus, {
      namedAs: 'statusName',
      label: { zh: '状态', en: 'Status' },
      required: true,
      list: true,
      search: 'equal',
    }),
    /** Too many wrong passwords or codes were tried, from one address or from all. */
    restUntil: time({ label: { zh: '登录受限至', en: 'Sign-in restricted until' }, list: 'hidden' }),
    statusReason: text({ label: { zh: '状态说明', en: 'Status note' }, max: 200, list: 'hidden', width: 200 }),
    lockedUntil: time({ label: { zh: '锁定至', en: 'Locked until' }, list: 'hidden' }),
    refusedAt: time({ label: { zh: '拒绝时间', en: 'Rejected at' }, list: 'hidden' }),
    lastLoginTime: time({ label: { zh: '最近登录', en: 'Last sign-in' }, list: true }),
    lastLoginIp: text({
      label: { zh: '最近登录地址', en: 'Last sign-in address' },
      max: 64,
      list: 'hidden',
      width: 140,
    }),
  }),
  ...audited,
};

/** The rules beyond the lengths, for both sides. The phone has `phoneProblem` beside. */
export const personalRules = {
  phone: z.string().trim().max(64).overwrite(contactPhoneOf),
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
  serviceAddress: anyServiceAddress,
};
