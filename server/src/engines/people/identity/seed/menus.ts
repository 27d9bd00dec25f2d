import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { registry } from '@trade-assistant/contract/registry.ts';

/** A group of the side menu. */
export interface GroupSeed extends Text {
  readonly code: string;
  readonly icon: string;
}

/** A screen in the menu: the page at `/<code>`. Its buttons are the permissions of its resource. */
export interface MenuSeed {
  /** The resource's name, or the screen's own if it shows a part of one. */
  readonly code: string;
  readonly group: string;
  readonly icon: string;
  /** The permission that opens it; default: `view` of the resource. Null: every signed-in user. */
  readonly opens?: string | null;
  /** Default: the resource's own title. */
  readonly title?: Text;
}

export const groupSeeds: readonly GroupSeed[] = [
  { code: 'whatsapp', zh: 'WhatsApp 业务', en: 'WhatsApp', icon: 'WhatsAppOutlined' },
  { code: 'telegram', zh: 'Telegram 业务', en: 'Telegram', icon: 'SendOutlined' },
  { code: 'sms', zh: '短信业务', en: 'SMS', icon: 'MessageOutlined' },
  { code: 'filter', zh: '号码检测', en: 'Number checks', icon: 'FileSearchOutlined' },
  { code: 'compliance', zh: '合规', en: 'Compliance', icon: 'SafetyOutlined' },
  { code: 'agent', zh: '代理管理', en: 'Agents', icon: 'TeamOutlined' },
  { code: 'app', zh: 'App业务', en: 'App', icon: 'AppstoreOutlined' },
  { code: 'open', zh: '开放接口', en: 'Partner API', icon: 'ApiOutlined' },
  { code: 'finance', zh: '财务管理', en: 'Finance', icon: 'AccountBookOutlined' },
  { code: 'statistics', zh: '统计', en: 'Statistics', icon: 'FileSearchOutlined' },
  { code: 'desk', zh: '工作台', en: 'Workbench', icon: 'DesktopOutlined' },
  { code: 'system', zh: '系统管理', en: 'System', icon: 'SettingOutlined' },
  { code: 'resource', zh: '资源管理', en: 'Resources', icon: 'CloudOutlined' },
  { code: 'log', zh: '日志管理', en: 'Logs', icon: 'FileSearchOutlined' },
  { code: 'develop', zh: '研发工具', en: 'Developer tools', icon: 'ApiOutlined' },
];

/** The screens of this release in the order of the menu. Icons are names of Ant Design icons. */
export const menuSeeds: readonly MenuSeed[] = [
  { code: 'wel', group: '', icon: 'HomeOutlined', opens: null, title: { zh: '首页', en: 'Home' } },
  { code: 'whatsapp/pre-warehouse', group: 'whatsapp', icon: 'ImportOutlined' },
  { code: 'whatsapp/warehouse', group: 'whatsapp', icon: 'DatabaseOutlined' },
  { code: 'whatsapp/inventory', group: 'whatsapp', icon: 'AppstoreOutlined' },
  { code: 'whatsapp/outbound', group: 'whatsapp', icon: 'ExportOutlined' },
  { code: 'whatsapp/pre-order', group: 'whatsapp', icon: 'HourglassOutlined' },
  { code: 'whatsapp/order', group: 'whatsapp', icon: 'MessageOutlined' },
  { code: 'whatsapp/template', group: 'whatsapp', icon: 'ProfileOutlined' },
  { code: 'whatsapp/price-configure', group: 'whatsapp', icon: 'TagsOutlined' },
  { code: 'whatsapp/supplier', group: 'whatsapp', icon: 'ShopOutlined' },
  { code: 'whatsapp/supplier-claim', group: 'whatsapp', icon: 'AuditOutlined' },
  { code: 'whatsapp/embedded-number-task', group: 'whatsapp', icon: 'FileSearchOutlined' },
  { code: 'whatsapp/embedded-number', group: 'whatsapp', icon: 'MobileOutlined' },
  { code: 'user/country', group: 'whatsapp', icon: 'GlobalOutlined' },
  { code: 'telegram/order', group: 'telegram', icon: 'SendOutlined' },
  { code: 'sms/session-task', group: 'sms', icon: 'CommentOutlined' },
  { code: 'sms/session', group: 'sms', icon: 'InboxOutlined' },
  { code: 'sms/canned-reply', group: 'sms', icon: 'SnippetsOutlined' },
  { code: 'sms/sms-phone', group: 'sms', icon: 'PhoneOutlined' },
  { code: 'sms/sms-task', group: 'sms', icon: 'MailOutlined' },
  { code: 'filter/whatsapp-filter', group: 'filter', icon: 'WhatsAppOutlined' },
  { code: 'filter/telegram-filter', group: 'filter', icon: 'SendOutlined' },
  { code: 'provider/provider', group: 'filter', icon: 'CloudServerOutlined' },
  { code: 'provider/error-policy', group: 'filter', icon: 'WarningOutlined' },
  { code: 'compliance/suppression', group: 'compliance', icon: 'StopOutlined' },
  { code: 'compliance/consent', group: 'compliance', icon: 'FileProtectOutlined' },
  { code: 'compliance/case', group: 'compliance', icon: 'AuditOutlined' },
  { code: 'compliance/quiet-hours', group: 'compliance', icon: 'FieldTimeOutlined' },
  { code: 'compliance/frequency', group: 'compliance', icon: 'DashboardOutlined' },
  { code: 'agent/user', group: 'agent', icon: 'ApartmentOutlined' },
  { code: 'agent/verification', group: 'agent', icon: 'IdcardOutlined' },
  { code: 'agent/configuration', group: 'agent', icon: 'PercentageOutlined' },
  { code: 'agent/product', group: 'agent', icon: 'ShoppingOutlined' },
  {
    code: 'agent/product-order',
    group: 'agent',
    icon: 'ShoppingCartOutlined',
    opens: 'agent/product:orders',
    title: { zh: '商品订单', en: 'Product orders' },
  },
  { code: 'agent/quota', group: 'agent', icon: 'GiftOutlined' },
  { code: 'agent/lease', group: 'agent', icon: 'FieldTimeOutlined' },
  { code: 'agent/warranty-claim', group: 'agent', icon: 'SafetyCertificateOutlined' },
  { code: 'agent/warranty-case', group: 'agent', icon: 'AlertOutlined' },
  { code: 'agent/recharge', group: 'agent', icon: 'MoneyCollectOutlined' },
  { code: 'agent/withdrawal', group: 'agent', icon: 'DollarOutlined' },
  {
    code: 'agent/rebate',
    group: 'agent',
    icon: 'RiseOutlined',
    opens: 'agent/user:rebates',
    title: { zh: '返佣记录', en: 'Commissions' },
  },
  { code: 'user/app-user', group: 'app', icon: 'UserOutlined', opens: 'user/app-user:basics' },
  { code: 'user/user-team', group: 'app', icon: 'TeamOutlined' },
  {
    code: 'user/panel',
    group: 'app',
    icon: 'MobileOutlined',
    opens: 'user/app-user:panel',
    title: { zh: '我的面板', en: 'My panel' },
  },
  { code: 'app-manage/activity', group: 'app', icon: 'GiftOutlined' },
  { code: 'app-manage/announcement', group: 'app', icon: 'SoundOutlined' },
  { code: 'app-manage/instruction', group: 'app', icon: 'QuestionCircleOutlined' },
  { code: 'open/key', group: 'open', icon: 'KeyOutlined' },
  { code: 'open/endpoint', group: 'open', icon: 'ApiOutlined' },
  { code: 'open/delivery', group: 'open', icon: 'SendOutlined' },
  { code: 'finance/log', group: 'finance', icon: 'TransactionOutlined' },
  {
    code: 'finance/transfer',
    group: 'finance',
    icon: 'SwapOutlined',
    opens: 'finance/log:view',
    title: { zh: '划转记录', en: 'Transfers' },
  },
  { code: 'finance/day', group: 'finance', icon: 'CalendarOutlined' },
  { code: 'finance/proof', group: 'finance', icon: 'FileProtectOutlined' },
  { code: 'finance/what-if', group: 'finance', icon: 'ExperimentOutlined' },
  { code: 'user/payment-method', group: 'finance', icon: 'CreditCardOutlined' },
  { code: 'user/recharge-record', group: 'finance', icon: 'PayCircleOutlined' },
  { code: 'user/withdrawal-record', group: 'finance', icon: 'FundOutlined' },
  { code: 'user/incoming-payment', group: 'finance', icon: 'ImportOutlined' },
  { code: 'user/payment-watcher', group: 'finance', icon: 'WifiOutlined' },
  { code: 'user/payout-channel', group: 'finance', icon: 'SendOutlined' },
  { code: 'user/wallet-address', group: 'finance', icon: 'WalletOutlined' },
  { code: 'user/bank-card', group: 'finance', icon: 'BankOutlined' },
  { code: 'statistics/website-source', group: 'statistics', icon: 'RiseOutlined' },
  { code: 'report/report', group: 'statistics', icon: 'BarChartOutlined' },
  { code: 'report/schedule', group: 'statistics', icon: 'FieldTimeOutlined' },
  {
    code: 'desk/message',
    group: 'desk',
    icon: 'MessageOutlined',
    opens: null,
    title: { zh: '我的消息', en: 'My messages' },
  },
  {
    code: 'desk/activity',
    group: 'desk',
    icon: 'GiftOutlined',
    opens: null,
    title: { zh: '活动与公告', en: 'Activities and news' },
  },
  {
    code: 'desk/help',
    group: 'desk',
    icon: 'QuestionCircleOutlined',
    opens: null,
    title: { zh: '帮助中心', en: 'Help centre' },
  },
  { code: 'desk/notice', group: 'desk', icon: 'NotificationOutlined' },
  { code: 'desk/task', group: 'desk', icon: 'UnorderedListOutlined', opens: null },
  { code: 'desk/approval', group: 'desk', icon: 'AuditOutlined' },
  { code: 'system/user', group: 'system', icon: 'UserOutlined' },
  { code: 'system/role', group: 'system', icon: 'SafetyCertificateOutlined' },
  { code: 'system/data-scope', group: 'system', icon: 'FilterOutlined' },
  { code: 'system/api-scope', group: 'system', icon: 'ApiOutlined' },
  {
    code: 'system/dept',
    group: 'system',
    icon: 'ApartmentOutlined',
    title: { zh: '机构管理', en: 'Departments' },
  },
  { code: 'system/post', group: 'system', icon: 'IdcardOutlined' },
  { code: 'system/dict', group: 'system', icon: 'BookOutlined' },
  { code: 'system/dict-biz', group: 'system', icon: 'ReadOutlined' },
  { code: 'system/menu', group: 'system', icon: 'BarsOutlined' },
  { code: 'system/param', group: 'system', icon: 'SlidersOutlined' },
  {
    code: 'system/control-panel',
    group: 'system',
    icon: 'ControlOutlined',
    opens: 'system/param:control',
    title: { zh: '控制面板', en: 'Control panel' },
  },
  { code: 'system/online', group: 'system', icon: 'WifiOutlined' },
  { code: 'system/tenant', group: 'system', icon: 'ShopOutlined' },
  { code: 'system/tenant-package', group: 'system', icon: 'GiftOutlined' },
  { code: 'system/client', group: 'system', icon: 'MobileOutlined' },
  { code: 'system/top-menu', group: 'system', icon: 'MenuOutlined' },
  { code: 'system/region', group: 'system', icon: 'EnvironmentOutlined' },
  { code: 'resource/oss', group: 'resource', icon: 'CloudServerOutlined' },
  { code: 'resource/sms', group: 'resource', icon: 'MailOutlined' },
  { code: 'resource/sms-log', group: 'resource', icon: 'ProfileOutlined' },
  { code: 'resource/mail', group: 'resource', icon: 'MailOutlined' },
  { code: 'resource/mail-log', group: 'resource', icon: 'ProfileOutlined' },
  { code: 'resource/attach', group: 'resource', icon: 'PaperClipOutlined' },
  { code: 'log/audit', group: 'log', icon: 'SecurityScanOutlined' },
  { code: 'log/error-group', group: 'log', icon: 'BugOutlined' },
  { code: 'log/error', group: 'log', icon: 'WarningOutlined' },
  { code: 'log/api', group: 'log', icon: 'ApiOutlined' },
  { code: 'log/usual', group: 'log', icon: 'FileSearchOutlined' },
  { code: 'log/export', group: 'log', icon: 'ExportOutlined' },
  { code: 'log/state', group: 'log', icon: 'CalendarOutlined' },
  { code: 'log/trace', group: 'log', icon: 'NodeIndexOutlined' },
  { code: 'develop/datasource', group: 'develop', icon: 'DatabaseOutlined' },
  { code: 'develop/code', group: 'develop', icon: 'ProfileOutlined' },
];

/** Parent of the buttons of resources without a screen, so that they can be granted; never shown in the menu. */
export const otherButtons: GroupSeed = { code: 'other', zh: '其他权限', en: 'Other permissions', icon: 'KeyOutlined' };

const openings: ReadonlyMap<string, string | null> = new Map(
  menuSeeds.map(({ code, opens }) => [code, opens === undefined ? `${code}:view` : opens]),
);
/** Returns the permission that opens a screen; null if every user may, undefined for a screen that is not built in. */
export const openingOf = (code: string): string | null | undefined => openings.get(code);

const titles: ReadonlyMap<string, Text> = new Map(
  menuSeeds.flatMap(({ code, title }) => {
    const own = title ?? registry.find(({ name }) => name === code)?.title;
    return own ? [[code, own]] : [];
  }),
);
/** Returns the title of a screen; undefined for a screen that is not built in. */
export const titleOfScreen = (code: string): Text | undefined => titles.get(code);

const groupCodes: ReadonlySet<string> = new Set(groupSeeds.map(({ code }) => code));
/** Whether a row is a group of the menu by table, from before the menu by work. */
export const isFormerGroup = (code: string): boolean => groupCodes.has(code);
const seeds: ReadonlyMap<string, MenuSeed> = new Map(menuSeeds.map((seed) => [seed.code, seed]));
/** Returns the group and icon of a screen in the menu by table; undefined for a screen that is not built in. */
export const seedOfScreen = (code: string): MenuSeed | undefined => seeds.get(code);
