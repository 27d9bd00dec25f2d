import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { GroupSeed } from './menus.ts';

/**
 * A group of the menu by work, shown only with entries in it. A part of a group is a heading over some of its entries.
 */
export interface WorkGroupSeed extends GroupSeed {
  /** The group it is a part of. */
  readonly within?: string;
}

/** A screen in a group, with the words or icon that tell it from its new neighbours. */
export interface WorkPlaceSeed {
  readonly code: string;
  readonly title?: Text;
  readonly icon?: string;
}

type Places = Readonly<Record<string, readonly (string | WorkPlaceSeed)[]>>;

/** Added to the order of the groups of the arrangement that is not in use. */
export const UNUSED_SORT = 500;

/** The groups of staff and of agents in their order; one that is shown to both has one row. */
export const workGroupSeeds: readonly WorkGroupSeed[] = [
  { code: 'work/shop', zh: '号码商城', en: 'Shop', icon: 'ShopOutlined' },
  { code: 'work/orders', zh: '我的订单', en: 'Orders', icon: 'ShoppingCartOutlined' },
  { code: 'work/stock', zh: '库存', en: 'Stock', icon: 'DatabaseOutlined' },
  { code: 'work/sales', zh: '销售', en: 'Sales', icon: 'TagsOutlined' },
  { code: 'work/sending', zh: '发送', en: 'Sending', icon: 'SendOutlined' },
  { code: 'work/inbox', zh: '会话', en: 'Inbox', icon: 'CommentOutlined' },
  { code: 'work/checks', zh: '检测', en: 'Checks', icon: 'FileSearchOutlined' },
  { code: 'work/customers', zh: '客户', en: 'Customers', icon: 'TeamOutlined' },
  { code: 'work/finance', zh: '财务', en: 'Finance', icon: 'AccountBookOutlined' },
  { code: 'work/payments', within: 'work/finance', zh: '收款与付款', en: 'Money in and out', icon: 'SwapOutlined' },
  { code: 'work/books', within: 'work/finance', zh: '账务', en: 'Books', icon: 'BookOutlined' },
  {
    code: 'work/channels',
    within: 'work/finance',
    zh: '渠道与账户',
    en: 'Channels and accounts',
    icon: 'BankOutlined',
  },
  { code: 'work/compliance', zh: '合规', en: 'Compliance', icon: 'SafetyOutlined' },
  { code: 'work/reports', zh: '报表', en: 'Reports', icon: 'BarChartOutlined' },
  { code: 'work/account', zh: '账户', en: 'Account', icon: 'UserOutlined' },
  { code: 'work/settings', zh: '设置', en: 'Settings', icon: 'SettingOutlined' },
  { code: 'work/content', within: 'work/settings', zh: '内容', en: 'Content', icon: 'ReadOutlined' },
  { code: 'work/people', within: 'work/settings', zh: '人员与权限', en: 'People and rights', icon: 'IdcardOutlined' },
  { code: 'work/system', within: 'work/settings', zh: '系统', en: 'System', icon: 'ControlOutlined' },
  { code: 'work/resources', within: 'work/settings', zh: '资源', en: 'Resources', icon: 'CloudOutlined' },
  { code: 'work/logs', within: 'work/settings', zh: '日志', en: 'Logs', icon: 'ProfileOutlined' },
  { code: 'work/tools', within: 'work/settings', zh: '工具', en: 'Tools', icon: 'ApiOutlined' },
];

/** The places of staff. */
export const staffPlaces: Places = {
  'work/stock': [
    { code: 'whatsapp/inventory', title: { zh: '库存总览', en: 'Stock overview' } },
    { code: 'whatsapp/pre-warehouse', icon: 'ImportOutlined' },
    'whatsapp/warehouse',
    'whatsapp/outbound',
    'whatsapp/pre-order',
    'whatsapp/supplier',
    'whatsapp/supplier-claim',
    'user/country',
  ],
  'work/sales': [
    'agent/product-order',
    'agent/product',
    'whatsapp/price-configure',
    'agent/configuration',
    'agent/quota',
    'agent/lease',
    'agent/warranty-claim',
    'agent/warranty-case',
  ],
  'work/sending': [
    { code: 'whatsapp/order', title: { zh: 'WhatsApp 订单', en: 'WhatsApp orders' }, icon: 'WhatsAppOutlined' },
    'telegram/order',
    { code: 'sms/sms-task', icon: 'MessageOutlined' },
    'whatsapp/template',
    'sms/sms-phone',
    'provider/provider',
    'provider/error-policy',
    'whatsapp/embedded-number-task',
    'whatsapp/embedded-number',
  ],
  'work/inbox': ['sms/session', 'sms/session-task', 'sms/canned-reply', 'desk/message'],
  'work/checks': ['filter/whatsapp-filter', 'filter/telegram-filter'],
  'work/customers': [
    'agent/user',
    'agent/verification',
    'user/app-user',
    'user/user-team',
    'app-manage/activity',
    'user/panel',
  ],
  'work/payments': [
    'agent/recharge',
    'user/recharge-record',
    { code: 'user/incoming-payment', icon: 'ImportOutlined' },
    'agent/withdrawal',
    'user/withdrawal-record',
  ],
  'work/books': ['finance/log', 'finance/transfer', 'agent/rebate', 'finance/day', 'finance/proof', 'finance/what-if'],
  'work/channels': [
    'user/payment-method',
    'user/payment-watcher',
    'user/payout-channel',
    'user/wallet-address',
    'user/bank-card',
  ],
  'work/compliance': [
    { code: 'desk/approval', icon: 'SafetyCertificateOutlined' },
    'compliance/case',
    'compliance/suppression',
    'compliance/consent',
    'compliance/quiet-hours',
    'compliance/frequency',
  ],
  'work/reports': [
    { code: 'report/report', title: { zh: '自定义报表', en: 'Saved reports' } },
    'report/schedule',
    'statistics/website-source',
  ],
  'work/content': [
    'app-manage/announcement',
    'desk/notice',
    { code: 'app-manage/instruction', icon: 'ReadOutlined' },
    'desk/activity',
    'desk/help',
  ],
  'work/people': [
    'system/user',
    'system/role',
    'system/dept',
    'system/post',
    'system/data-scope',
    'system/api-scope',
    'system/online',
    'system/client',
    'system/tenant',
    'system/tenant-package',
  ],
  'work/system': [
    'system/control-panel',
    'system/param',
    'system/dict',
    'system/dict-biz',
    'system/menu',
    'system/top-menu',
    'system/region',
  ],
  'work/resources': [
    'resource/attach',
    'resource/oss',
    { code: 'resource/sms', icon: 'MessageOutlined' },
    'resource/sms-log',
    'resource/mail',
    { code: 'resource/mail-log', icon: 'SnippetsOutlined' },
  ],
  'work/logs': [
    'log/audit',
    'log/error-group',
    'log/error',
    'log/api',
    'log/usual',
    'log/export',
    'log/state',
    'log/trace',
  ],
  'work/tools': ['desk/task', 'open/key', 'open/endpoint', 'open/delivery', 'develop/datasource', 'develop/code'],
};

/**
 * The places of agents, sub-users and app users. A screen that is missing here has the place of staff; none of those can be
 * opened with the delivered roles of agents.
 */
export const agentPlaces: Places = {
  'work/shop': [
    { code: 'agent/product', title: { zh: '购买号码', en: 'Buy numbers' } },
    { code: 'whatsapp/inventory', title: { zh: '现货', en: 'In stock' } },
    'whatsapp/pre-order',
  ],
  'work/orders': ['agent/product-order', 'whatsapp/outbound', 'agent/quota', 'agent/lease', 'agent/warranty-claim'],
  'work/sending': [
    { code: 'whatsapp/order', title: { zh: 'WhatsApp 订单', en: 'WhatsApp orders' } },
    'telegram/order',
    'sms/sms-task',
    'whatsapp/template',
    'sms/sms-phone',
    'compliance/suppression',
  ],
  'work/checks': ['filter/whatsapp-filter', 'filter/telegram-filter', 'compliance/consent', 'compliance/case'],
  'work/inbox': ['sms/session', 'sms/session-task', 'sms/canned-reply'],
  'work/finance': [
    { code: 'agent/recharge', title: { zh: '充值', en: 'Recharge' } },
    { code: 'agent/withdrawal', title: { zh: '提现', en: 'Withdraw' } },
    'finance/log',
    'finance/transfer',
    'agent/rebate',
    'user/wallet-address',
    'user/bank-card',
  ],
  'work/account': [
    { code: 'agent/user', title: { zh: '我的下级', en: 'Sub-accounts' } },
    'user/app-user',
    'user/user-team',
    { code: 'agent/configuration', title: { zh: '下级价格与返佣', en: 'Terms of sub-accounts' } },
    { code: 'agent/verification', title: { zh: '我的认证', en: 'My verification' } },
    'user/panel',
    { code: 'report/report', title: { zh: '自定义报表', en: 'Saved reports' } },
    'report/schedule',
    'open/key',
    'open/endpoint',
    'open/delivery',
    'desk/task',
    'desk/activity',
    'desk/help',
  ],
};

/** Screens that the menu of agents leaves out, with the part of the console that leads there. */
export const withoutAgentPlace: Readonly<Record<string, string>> = { 'desk/message': 'the bell of the top bar' };

/** The place of a screen in the menu by work; `title` and `icon` only where they differ from the screen's own. */
export interface WorkPlace {
  readonly group: string;
  readonly sort: number;
  readonly title?: Text;
  readonly icon?: string;
}

const placesByCode = (places: Places): ReadonlyMap<string, WorkPlace> =>
  new Map(
    Object.entries(places).flatMap(([group, entries]) =>
      entries.map((entry, index) => {
        const { code, ...more } = typeof entry === 'string' ? { code: entry } : entry;
        return [code, { group, sort: index + 1, ...more }] as const;
      }),
    ),
  );
const ofStaff = placesByCode(staffPlaces);
const ofAgents = placesByCode(agentPlaces);

/** Returns the place of a screen for staff; undefined for one without, such as home. */
export const staffPlaceOf = (code: string): WorkPlace | undefined => ofStaff.get(code);
/** Returns the place of a screen for agents: undefined for that of staff, null for none. */
export const agentPlaceOf = (code: string): WorkPlace | null | undefined =>
  Object.hasOwn(withoutAgentPlace, code) ? null : ofAgents.get(code);

const workCodes: ReadonlySet<string> = new Set(workGroupSeeds.map(({ code }) => code));
/** Whether a row is a group of the menu by work. */
export const isWorkGroup = (code: string): boolean => workCodes.has(code);
