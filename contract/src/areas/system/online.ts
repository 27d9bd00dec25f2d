import { z } from 'zod';
import { userType } from '../../dictionaries.ts';
import { post } from '../../kit/call.ts';
import { dictionary } from '../../kit/dictionary.ts';
import { dict, identifier, readOnly, ref, text, time, yes } from '../../kit/field.ts';
import { crud, resource } from '../../kit/resource.ts';
import { id, ids } from '../../kit/schema.ts';

/** Minutes without activity after which a session counts as idle. */
export const IDLE_MINUTES = 10;

export const onlineState = dictionary('online_state', {
  active: { value: 1, zh: '使用中', en: 'Active', tone: 'good' },
  idle: { value: 2, zh: '空闲', en: 'Idle', tone: 'off' },
  locked: { value: 3, zh: '已锁屏', en: 'Screen locked', tone: 'waiting' },
});

/** How a session began. */
export const signInMethod = dictionary('sign_in_method', {
  password: { value: 1, zh: '密码', en: 'Password' },
  totp: { value: 2, zh: '密码与验证码', en: 'Password and code' },
  passkey: { value: 3, zh: '通行密钥', en: 'Passkey' },
  social: { value: 4, zh: '第三方账号', en: 'Sign-in provider' },
});

const fields = {
  ...readOnly({
    account: text({
      label: { zh: '账号', en: 'Account' },
      max: 64,
      required: true,
      list: true,
      search: 'like',
      sort: true,
      width: 130,
    }),
    realName: text({
      label: { zh: '姓名', en: 'Name' },
      max: 64,
      required: true,
      list: true,
      search: 'like',
      width: 120,
    }),
    deptName: text({ label: { zh: '部门', en: 'Departments' }, max: 1000, list: true, width: 130 }),
    /** The role and department of the session; empty if it has all of its user's. */
    worksAs: text({
      label: { zh: '工作身份', en: 'Works as' },
      help: {
        zh: '会话切换到的角色与部门；为空则以其全部角色工作',
        en: 'Role and department of this session; empty: all roles of the user',
      },
      max: 200,
      list: true,
      width: 150,
    }),
    state: dict(onlineState, { label: { zh: '状态', en: 'State' }, required: true, list: true, search: 'in' }),
    /** As the browser describes itself. */
    userAgent: text({
      label: { zh: '设备', en: 'Device' },
      max: 255,
      required: true,
      list: true,
      search: 'like',
      width: 190,
    }),
    address: identifier({
      label: { zh: '登录地址', en: 'IP address' },
      max: 64,
      required: true,
      list: true,
      search: 'equal',
    }),
    method: dict(signInMethod, {
      label: { zh: '登录方式', en: 'Signed in by' },
      required: true,
      list: 'hidden',
      search: 'in',
    }),
    createTime: time({
      label: { zh: '登录时间', en: 'Signed in' },
      required: true,
      list: 'hidden',
      search: 'range',
      sort: true,
    }),
    /** Exact to a minute. */
    lastSeenTime: time({
      label: { zh: '最近访问', en: 'Last active' },
      required: true,
      list: true,
      search: 'range',
      sort: true,
    }),
    expireTime: time({ label: { zh: '到期时间', en: 'Expires' }, required: true, list: 'hidden' }),
    userType: dict(userType, {
      label: { zh: '用户类型', en: 'User type' },
      required: true,
      list: 'hidden',
      search: 'in',
    }),
    tenantId: identifier({
      label: { zh: '租户编号', en: 'Tenant ID' },
      max: 12,
      required: true,
      list: 'hidden',
      search: 'equal',
    }),
    userId: ref(
      { resource: 'system/user', call: 'list', by: 'realName' },
      { label: { zh: '用户', en: 'User' }, required: true, search: 'equal' },
    ),
    isOwn: yes({ label: { zh: '当前会话', en: 'This session' }, required: true }),
  }),
};

const ended = z.object({ count: z.int() });

/** The open sessions of the tenant with their devices; for platform administrators those of all tenants. */
export const online = resource('system/online', {
  title: { zh: '在线用户', en: 'Online users' },
  help: { zh: '当前已登录的会话；下线后对方立即退出', en: 'Current sessions; signed-out users must sign in again' },
  empty: { zh: '没有符合条件的在线用户', en: 'No matching online users' },
  nameField: 'account',
  defaultSort: '-lastSeenTime',
  stateField: 'state',
  fields,
  calls: {
    /**
     * `deptId`: people of a department, and of all below it. `roleId`: sessions that work with a role now: they are narrowed to it,
     * or to none and their user has it.
     */
    ...crud(fields, ['list', 'counts', 'detail', 'export'], { more: { deptId: id(), roleId: id() } }),
    /** Ends sessions; the caller's own stays open, and is refused if it is the only one named. */
    end: post({ title: { zh: '下线', en: 'Sign out' }, access: 'end', input: z.object({ ids: ids() }), data: ended }),
    /** Ends all sessions of a user, except the caller's current one. */
    'end-user': post({
      title: { zh: '下线该用户的全部会话', en: 'Sign out everywhere' },
      access: 'end',
      input: z.object({ userId: id() }),
      data: ended,
    }),
  },
});
