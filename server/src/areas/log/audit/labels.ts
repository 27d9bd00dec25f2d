import type { Locale, Text } from '@trade-assistant/contract/kit/locale.ts';
import { COLUMNS } from './column-words.ts';

/** A link table: the name of the linked thing, and the tables of both. */
interface Link extends Text {
  readonly tables: readonly [of: string, to: string];
}

/** In the order of the columns that identify a row in the trail. */
export const LINKS: Readonly<Record<string, Link>> = {
  sys_user_role: { zh: '角色', en: 'Role', tables: ['sys_user', 'sys_role'] },
  sys_user_dept: { zh: '部门', en: 'Department', tables: ['sys_user', 'sys_dept'] },
  sys_user_post: { zh: '岗位', en: 'Post', tables: ['sys_user', 'sys_post'] },
  sys_role_menu: { zh: '菜单与按钮', en: 'Menu or button', tables: ['sys_role', 'sys_menu'] },
  sys_role_data_scope: { zh: '数据权限', en: 'Data scope', tables: ['sys_role', 'sys_data_scope'] },
  sys_role_api_scope: { zh: '接口权限', en: 'API scope', tables: ['sys_role', 'sys_api_scope'] },
  sys_tenant_package_menu: { zh: '菜单与按钮', en: 'Menu or button', tables: ['sys_tenant_package', 'sys_menu'] },
  sys_top_menu_menu: { zh: '菜单', en: 'Menu', tables: ['sys_top_menu', 'sys_menu'] },
};

/** Columns left out in descriptions: stored beside others, or computed from them. */
export const UNTOLD: ReadonlySet<string> = new Set([
  ...['id', 'owner_path', 'ancestors', 'create_user', 'create_user_name', 'create_dept', 'create_time', 'update_user'],
  ...['update_time', 'tenant_id', 'version', 'deleted_at', 'chain_head'],
]);

const words = (zh: string, en: string): Text => ({ zh, en });

/** Tables without a list. */
const TABLES: Readonly<Record<string, Text>> = {
  agt_move: words('代理转移', 'Parent change of an agent'),
  agt_product_order: words('商品订单', 'Product order'),
  agt_verification: words('认证', 'Verification'),
  auth_passkey: words('通行密钥', 'Passkey'),
  auth_recovery_code: words('恢复码', 'Recovery codes'),
  auth_session: words('会话', 'Session'),
  auth_totp: words('两步验证', 'Two-step verification'),
  cnt_grant: words('活动赠送', 'Bonus of an activity'),
  cnt_picture: words('内容图片', 'Picture of a text'),
  fin_hold: words('冻结', 'Hold'),
  fin_journal: words('凭证', 'Entry'),
  fin_wallet: words('钱包', 'Wallet'),
  inv_batch: words('批次', 'Batch'),
  inv_outbound_line: words('出库单明细', 'Delivery note line'),
  inv_warehouse: words('仓库', 'Warehouse'),
  kernel_file: words('文件', 'File'),
  kernel_task: words('任务', 'Task'),
  log_error_group: words('异常分组', 'Error group'),
  msg_inbox: words('收件箱', 'Inbox'),
  msg_message: words('消息', 'Message'),
  pay_channel: words('代付渠道', 'Payout channel'),
  prc_agent_template: words('代理价格模板', 'Agent price template'),
  sys_user_oauth: words('第三方账号', 'Provider account'),
};

/** Whether a column has a label. */
export const hasLabel = (column: string): boolean => column in COLUMNS;

/** Returns the label of a table or column without one in the contract, built from its own words as a last resort. */
export const labelOf = (table: string, column: string, locale: Locale): string =>
  column === ''
    ? (TABLES[table]?.[locale] ?? spoken(table.replace(/^[a-z]+_/, '')))
    : (COLUMNS[column]?.[locale] ?? spoken(column));

/** Returns `notice_time` as words. */
const spoken = (name: string): string => {
  const text = name.replaceAll('_', ' ');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
};
