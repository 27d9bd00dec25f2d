import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Fields } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { sql } from 'drizzle-orm';
import type { Db } from './kernel/db/index.ts';

const WRITTEN = fileURLToPath(new URL('../database/comments/', import.meta.url));

/** Tables whose columns a resource shows as fields. */
export const RESOURCE_OF: Readonly<Record<string, string>> = {
  agt_product: 'agent/product',
  agt_lease: 'agent/lease',
  agt_preorder: 'whatsapp/pre-order',
  agt_quota: 'agent/quota',
  apr_request: 'desk/approval',
  audit_log: 'log/audit',
  cmp_consent: 'compliance/consent',
  cmp_case: 'compliance/case',
  cmp_frequency: 'compliance/frequency',
  cmp_quiet_hours: 'compliance/quiet-hours',
  cmp_suppression: 'compliance/suppression',
  cnt_activity: 'app-manage/activity',
  cnt_announcement: 'app-manage/announcement',
  cnt_instruction: 'app-manage/instruction',
  desk_notice: 'desk/notice',
  dev_code: 'develop/code',
  dev_datasource: 'develop/datasource',
  fin_day: 'finance/day',
  fin_proof: 'finance/proof',
  finance_log: 'finance/log',
  inv_country: 'user/country',
  inv_item: 'whatsapp/warehouse',
  inv_outbound: 'whatsapp/outbound',
  inv_staged: 'whatsapp/pre-warehouse',
  kernel_task: 'desk/task',
  log_api: 'log/api',
  log_error: 'log/error',
  log_error_group: 'log/error-group',
  log_usual: 'log/usual',
  pay_bank_card: 'user/bank-card',
  open_delivery: 'open/delivery',
  open_endpoint: 'open/endpoint',
  open_key: 'open/key',
  pay_channel: 'user/payout-channel',
  pay_incoming: 'user/incoming-payment',
  pay_method: 'user/payment-method',
  pay_recharge: 'agent/recharge',
  pay_wallet_address: 'user/wallet-address',
  pay_watcher: 'user/payment-watcher',
  pay_withdrawal: 'agent/withdrawal',
  prc_agent_price: 'agent/configuration',
  prc_price: 'whatsapp/price-configure',
  prv_error_policy: 'provider/error-policy',
  prv_provider: 'provider/provider',
  inb_canned_reply: 'sms/canned-reply',
  inb_session: 'sms/session',
  inb_task: 'sms/session-task',
  sed_number: 'whatsapp/embedded-number',
  sed_task: 'whatsapp/embedded-number-task',
  sms_phone: 'sms/sms-phone',
  src_visit: 'statistics/website-source',
  sup_claim: 'whatsapp/supplier-claim',
  sup_supplier: 'whatsapp/supplier',
  war_case: 'agent/warranty-case',
  war_claim: 'agent/warranty-claim',
  sys_api_scope: 'system/api-scope',
  sys_client: 'system/client',
  sys_data_scope: 'system/data-scope',
  sys_dept: 'system/dept',
  sys_dict: 'system/dict',
  sys_dict_biz: 'system/dict-biz',
  sys_menu: 'system/menu',
  sys_oss: 'resource/oss',
  sys_param: 'system/param',
  sys_post: 'system/post',
  sys_region: 'system/region',
  sys_role: 'system/role',
  rpt_report: 'report/report',
  rpt_schedule: 'report/schedule',
  sys_mail: 'resource/mail',
  sys_mail_log: 'resource/mail-log',
  sys_sms: 'resource/sms',
  sys_sms_log: 'resource/sms-log',
  sys_tenant: 'system/tenant',
  sys_tenant_package: 'system/tenant-package',
  sys_top_menu: 'system/top-menu',
  snd_template: 'whatsapp/template',
  sys_user: 'system/user',
};

/** Columns that mean the same in every table. */
const COMMON: Readonly<Record<string, string>> = {
  id: 'Id',
  tenant_id: 'Tenant the row belongs to',
  create_user: 'User who created the row; null: the program',
  create_user_name: 'Name of the creating user at that time',
  create_dept: 'Department of the creating user',
  create_time: 'Time of creation',
  update_user: 'User who changed the row last',
  update_time: 'Time of the last change',
  version: 'Number of changes: a form with an older version is refused',
  deleted_at: 'Time of removal; null while the row exists',
  user_id: 'User the row belongs to',
  owner_id: 'User who owns the row',
  owner_path: 'Ids of the agents above the owner from the top, own id last: //7/12/',
  expires_at: 'End of validity',
  currency: 'Currency of the amounts',
  country_code: 'Country, ISO 3166-1 alpha-2',
  amount: 'Amount in micro-units',
  role_id: 'Role',
  menu_id: 'Menu or button',
  e164: 'Number in international form, digits only',
  biz_type: 'Resource of the related business document',
  biz_id: 'Id of the related business document',
  biz_no: 'Number of the related business document',
  operator_id: 'User who performed the operation',
  user_name: 'Name of the user at that time',
  account: 'Account name',
  product_id: 'Product',
  outbound_id: 'Delivery note',
  journal_id: 'Journal of the ledger',
  warehouse_code: 'Code of the warehouse',
  file_id: 'Stored file',
};

export const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the comment that a column gets without a written one: its label on screen, or its common meaning. */
function commentOf(table: string, column: string): string | undefined {
  const fields: Fields = registry.find(({ name }) => name === RESOURCE_OF[table])?.fields ?? {};
  const label =
    column in COMMON && /^(create|update)_|^version$/.test(column) ? undefined : fields[camel(column)]?.options.label;
  return label ? `${label.zh} / ${label.en}` : COMMON[column];
}

/**
 * Comments every column without a comment in `database/comments`, if its comment differs. Labels change with the
 * version, so this runs at each start; it writes only differences. Nodes that start together lock the tables in one
 * order.
 */
export async function commentColumns(db: Db): Promise<void> {
  const files = await readdir(WRITTEN);
  const texts = await Promise.all(files.map((name) => readFile(WRITTEN + name, 'utf8')));
  const written = new Set(texts.flatMap((text) => text.match(/(?<=^comment on column )\w+\.\w+/gm) ?? []));
  const { rows } = await db.pool.query<{ table: string; column: string; comment: string | null }>(`
    select c.relname as table, a.attname as column, col_description(c.oid, a.attnum) as comment
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by 1, 2`);
  const changed = rows.flatMap(({ table, column, comment }) => {
    const wanted = commentOf(table, column);
    return written.has(`${table}.${column}`) || !wanted || wanted === comment ? [] : [{ table, column, wanted }];
  });
  if (changed.length === 0) return;
  await db.tx(async (tx) => {
    for (const { table, column, wanted } of changed)
      await tx.execute(
        sql`comment on column ${sql.identifier(table)}.${sql.identifier(column)} is ${sql.raw(`'${wanted.replaceAll("'", "''")}'`)}`,
      );
  });
}
