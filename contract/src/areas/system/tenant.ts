import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { enableStatus } from '../../kit/dictionary.ts';
import { audited, colour, dict, identifier, int, ref, text, textarea, time, timeZone, url } from '../../kit/field.ts';
import { crud, namedChoices, resource } from '../../kit/resource.ts';
import { id, ids } from '../../kit/schema.ts';
import { matching } from '../../kit/sentences.ts';
import { DEFAULT_ZONE, time as timeSchema } from '../../kit/time.ts';
import { type Transitions, transitionCalls } from '../../kit/transitions.ts';

const login = { zh: '登录页', en: 'Sign-in page' };
const contact = { zh: '联系方式', en: 'Contact' };

const HOST = matching(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i, {
  zh: '应为域名，例如 shop.example.com，不含协议与端口',
  en: 'should be a host such as shop.example.com, without protocol and port',
});

/** `accountNumber` of a tenant that may have as many users as it likes. */
export const UNLIMITED = -1;
const NO_LIMIT = { zh: '不限制', en: 'No limit' };

const fields = {
  tenantId: identifier({
    label: { zh: '租户编号', en: 'Tenant ID' },
    max: 12,
    required: true,
    list: true,
    search: 'equal',
    sort: true,
    form: false,
  }),
  tenantName: text({
    label: { zh: '租户名称', en: 'Tenant' },
    max: 50,
    required: true,
    list: true,
    search: 'like',
    sort: true,
    width: 180,
  }),
  domain: text({
    label: { zh: '绑定域名', en: 'Host' },
    help: { zh: '从该域名打开时直接登录此租户', en: 'Visitors of this host sign in to this tenant' },
    max: 255,
    pattern: HOST,
    list: true,
    search: 'like',
    group: login,
    width: 180,
  }),
  backgroundUrl: url({
    label: { zh: '登录背景', en: 'Background' },
    help: { zh: '图片地址，留空为默认插图', en: 'Picture address; empty: default illustration' },
    group: login,
  }),
  logoUrl: url({
    label: { zh: '登录标志', en: 'Logo' },
    help: { zh: '图片地址，方形为宜', en: 'Picture address, preferably square' },
    group: login,
  }),
  accent: colour({
    label: { zh: '主色', en: 'Accent colour' },
    help: { zh: '登录按钮与链接的颜色', en: 'Colour of buttons and links on the page' },
    group: login,
  }),
  loginTitle: text({
    label: { zh: '登录标题', en: 'Chinese title' },
    help: { zh: '留空为租户名称', en: 'Empty: tenant name' },
    max: 40,
    group: login,
  }),
  loginTitleEn: text({ label: { zh: '英文登录标题', en: 'English title' }, max: 40, group: login }),
  slogan: text({ label: { zh: '宣传语', en: 'Chinese slogan' }, max: 80, group: login }),
  sloganEn: text({ label: { zh: '英文宣传语', en: 'English slogan' }, max: 80, group: login }),
  linkman: text({
    label: { zh: '联系人', en: 'Contact' },
    max: 20,
    required: true,
    list: true,
    search: 'like',
    group: contact,
    width: 120,
  }),
  contactNumber: text({ label: { zh: '联系电话', en: 'Phone' }, max: 20, list: true, group: contact, width: 140 }),
  address: textarea({ label: { zh: '联系地址', en: 'Address' }, max: 255, list: 'hidden', group: contact }),
  accountNumber: int({
    label: { zh: '账号额度', en: 'User limit' },
    required: true,
    min: UNLIMITED,
    list: true,
    form: false,
    initial: UNLIMITED,
    namedValues: { [UNLIMITED]: NO_LIMIT, 0: NO_LIMIT },
  }),
  expireTime: time({
    label: { zh: '到期时间', en: 'Expires' },
    emptyMeans: { zh: '长期有效', en: 'Never' },
    list: true,
    search: 'range',
    sort: true,
    form: false,
  }),
  packageId: ref(
    { resource: 'system/tenant-package', call: 'select' },
    {
      label: { zh: '套餐', en: 'Package' },
      help: { zh: '最多可用的菜单，留空为全部', en: 'Maximum menus; empty: all' },
      emptyMeans: { zh: '全部菜单', en: 'All menus' },
      list: true,
      search: 'equal',
    },
  ),
  timeZone: timeZone({
    label: { zh: '业务时区', en: 'Time zone' },
    help: {
      zh: '每日限额、租期与日结按此时区的零点计算；首次日结后不可更改',
      en: 'Daily limits, leases and day close use midnight of this zone; fixed once a day has been closed',
    },
    list: 'hidden',
    initial: DEFAULT_ZONE,
  }),
  status: dict(enableStatus, {
    label: { zh: '状态', en: 'Status' },
    required: true,
    list: true,
    search: 'equal',
    form: false,
    initial: enableStatus.is.enabled,
  }),
  ...audited,
};

const transitions = {
  disable: {
    title: { zh: '停用', en: 'Disable' },
    from: [enableStatus.is.enabled],
    to: enableStatus.is.disabled,
    access: 'edit',
    reason: 'optional',
    confirm: { zh: '停用后其用户立即退出，无法登录', en: 'Its users are signed out immediately and cannot sign in' },
    isDangerous: true,
    changes: 'rights',
  },
  enable: {
    title: { zh: '启用', en: 'Enable' },
    from: [enableStatus.is.disabled],
    to: enableStatus.is.enabled,
    access: 'edit',
    changes: 'rights',
  },
} as const satisfies Transitions;

/** The settings of a tenant's sign-in page. */
export const lookFields = [
  'backgroundUrl',
  'logoUrl',
  'accent',
  'loginTitle',
  'loginTitleEn',
  'slogan',
  'sloganEn',
] as const satisfies (keyof typeof fields)[];
export type LookField = (typeof lookFields)[number];

const standard = crud(fields, ['list', 'counts', 'detail', 'submit', 'remove', 'restore', 'select', 'timeline'], {
  changes: 'rights',
});

/** Companies that share the installation but no data. A closed tenant is archived, never deleted. */
export const tenant = resource('system/tenant', {
  title: { zh: '租户管理', en: 'Tenants' },
  help: { zh: '共用本系统的公司，数据互相隔离', en: 'Companies that share this installation, with separate data' },
  empty: {
    zh: '新增租户时会一并建立角色、机构与管理员',
    en: 'A new tenant includes roles, departments and an administrator',
  },
  nameField: 'tenantName',
  unique: [['domain']],
  stateField: 'status',
  isPlatformWide: true,
  transitions,
  fields,
  calls: {
    ...standard,
    select: { ...standard.select, data: namedChoices({ tenantId: z.string(), tenantName: z.string() }) },
    ...transitionCalls(transitions),
    /** How many users tenants may have (0 and less: as many as they like) and until when; null: for ever. */
    setting: post({
      title: { zh: '授权配置', en: 'Limits' },
      access: 'edit',
      changes: 'rights',
      input: z.object({
        ids: ids(),
        accountNumber: z.int().min(UNLIMITED).max(10_000_000).optional(),
        expireTime: timeSchema().nullable().optional(),
      }),
    }),
    /** Every tenant is in the one database: anything but an empty `datasourceId` or 0 is refused. */
    datasource: post({
      title: { zh: '数据源配置', en: 'Data source' },
      access: 'edit',
      keyless: 'reads',
      untrailed: 'changes nothing',
      input: z.object({ tenantId: z.string().max(12), datasourceId: z.string().max(64).default('') }),
    }),
    /** Sets a password for the first administrator of a tenant, shown only now and changed at the first sign-in. */
    administrator: post({
      title: { zh: '重置管理员密码', en: "Reset the administrator's password" },
      access: 'administrator',
      keyless: 'proof',
      changes: 'credentials',
      input: z.object({ id: id() }),
      data: z.object({ tenantId: z.string(), account: z.string(), password: z.string() }),
    }),
    /** The tenant of a host; an empty object when the sign-in has to ask for it. */
    info: get({
      title: { zh: '域名对应租户', en: 'Tenant of a host' },
      access: 'public',
      whileLocked: true,
      input: z.object({ domain: z.string().trim().max(255).default('') }),
      data: z
        .object({
          tenantId: z.string(),
          domain: z.string(),
          tenantName: z.string(),
          /** The look of its sign-in page; empty fields use the default. */
          ...(Object.fromEntries(lookFields.map((name) => [name, z.string()])) as Record<LookField, z.ZodString>),
        })
        .partial(),
    }),
  },
});
