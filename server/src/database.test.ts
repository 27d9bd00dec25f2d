import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { OPEN_VALUE_MAX } from '@trade-assistant/contract/kit/dictionary.ts';
import { kindOf } from '@trade-assistant/contract/kit/kinds.ts';
import type { Fields, Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { is } from 'drizzle-orm';
import { CasingCache } from 'drizzle-orm/casing';
import { getTableConfig, getViewConfig, type PgColumn, PgTable, PgView } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { camel, RESOURCE_OF } from './column-comments.ts';
import { type TestDb, testDb } from './kernel/testing/index.ts';
import { findModules } from './modules.ts';
import { addEstate, estateModules, migrateEstate } from './testing/estate/app.ts';

let db: TestDb;
let removeEstate: () => void;
/** With the tables that the code generator writes: they keep the same rules. */
beforeAll(async () => {
  removeEstate = await addEstate();
  db = await testDb({ seeded: true });
  await migrateEstate(db);
});
afterAll(async () => {
  removeEstate();
  await db.close();
});

describe('every table and column of the database', () => {
  it('describes every table and column', async () => {
    const { rows } = await db.pool.query<{ name: string }>(`
      select c.relname || coalesce('.' || a.attname, '') as name
      from pg_class c left join lateral (
        select attnum, attname from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and c.relkind <> 'v'
        union all select 0, null
      ) a on true
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
        and coalesce((select description from pg_description where objoid = c.oid and classoid = 'pg_class'::regclass and objsubid = a.attnum), '') = ''`);
    expect(rows.map(({ name }) => name)).toEqual([]);
  });
});

/** Tables and views without a Drizzle table, by the code whose own statements use them. */
const BY_STATEMENT: Readonly<Record<string, readonly string[]>> = {
  'the migrations': ['schema_migration', 'schema_change'],
  'kernel/auth': [
    ...['auth_attempt', 'auth_captcha', 'auth_session', 'auth_social_request', 'auth_social_ticket', 'auth_ticket'],
    'auth_token',
  ],
  'engines/people/identity': [
    'agt_move',
    'auth_passkey',
    'auth_recovery_code',
    'auth_totp',
    'sys_user_oauth',
    'sys_user_preference',
  ],
  'kernel/audit, which seals the trail': ['audit_head', 'audit_link', 'audit_proof', 'audit_seal'],
  'kernel/http': ['kernel_export_hour', 'kernel_idempotency', 'kernel_limit', 'kernel_nonce'],
  'kernel/files': ['kernel_file_ticket'],
  'areas/resource, for attachments': ['file_use'],
  'kernel/jobs': ['kernel_timer', 'kernel_worker'],
  'the demo data': ['kernel_installation'],
  'the adapter of the real-time library': ['kernel_socket_attachment'],
  'engines/messaging/sending, by its limits': ['snd_pair', 'snd_portfolio'],
  'engines/messaging/sending, as the lists of recipients': ['snd_line'],
  'engines/customers/content, marks of readers': ['cnt_announcement_read'],
  'engines/money/ledger, by upsert': ['fin_adjust_day'],
  'functions of the ledger': ['fin_chain'],
  'engines/money/payments, by insert': ['pay_payout_news', 'pay_recharge_tx'],
  'functions and triggers of the inventory': [
    'inv_arrival',
    'inv_counter',
    'inv_outbound_line',
    'inv_sellable',
    'inv_supplier_batch',
  ],
  'functions of the inventory, for pre-orders': ['inv_waiting'],
  'engines/messaging/seeds, by upsert': ['sed_debt', 'sed_provider_day'],
  'engines/reporting/site-sources, by upsert': ['src_day', 'src_day_state'],
  'engines/reporting/partner-api, by upsert': ['open_spend', 'open_task'],
  'engines/messaging/sms-senders, by upsert': ['sms_link', 'sms_link_code', 'sms_phone_day'],
  'engines/messaging/inbox, by upsert': ['inb_word', 'inb_seen', 'inb_draft', 'inb_duty'],
  'engines/customers/app-users': ['app_user', 'app_consent', 'app_team', 'app_team_member', 'app_user_row'],
  'engines/stock/warranty, by upsert': ['war_minute'],
  'engines/vendors/providers, as parts of inbound texts': ['prv_inbound_part'],
  'engines/messaging/compliance, by COPY and upsert': ['cmp_suppression_stage', 'cmp_contact'],

  'functions of the orders': ['agt_product_sale'],
  'engines/reporting/totals, by triggers': [
    ...['stat_sale_change', 'stat_sale_day', 'stat_sale_hour', 'stat_sale_agent', 'stat_sale_agent_day'],
    ...['stat_line_change', 'stat_line_hour', 'stat_active_month'],
  ],
};
const undescribed = Object.values(BY_STATEMENT).flat();

interface Column {
  readonly type: string;
  readonly required: boolean;
  readonly defaulted: boolean;
}

const casing = new CasingCache('snake_case');
const describeColumns = (columns: readonly PgColumn[]): Record<string, Column> =>
  Object.fromEntries(
    columns.map((column) => [
      casing.getColumnCasing(column),
      {
        type: column.getSQLType(),
        required: column.notNull,
        defaulted: column.hasDefault || column.generatedIdentity !== undefined || column.generated !== undefined,
      },
    ]),
  );

/** Every table and view that the sources describe, by its name in the database. */
async function drizzleTables(): Promise<Map<string, Record<string, Column>>> {
  const root = fileURLToPath(new URL('./', import.meta.url));
  const files = (await readdir(root, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const found = new Map<string, Record<string, Column>>();
  for (const file of files) {
    if (!/^export const \w+ = (pgTable|pgView|tableOf)\(/m.test(await readFile(root + file, 'utf8'))) continue;
    for (const value of Object.values((await import(pathToFileURL(root + file).href)) as Record<string, unknown>)) {
      if (is(value, PgTable)) {
        const { name, columns } = getTableConfig(value);
        found.set(name, describeColumns(columns));
      } else if (is(value, PgView)) {
        const { name, selectedFields } = getViewConfig(value);
        found.set(name, describeColumns(Object.values(selectedFields) as PgColumn[]));
      }
    }
  }
  return found;
}

async function databaseTables(): Promise<Map<string, { isView: boolean; columns: Record<string, Column> }>> {
  const { rows } = await db.pool.query<{ table: string; isView: boolean; columns: Record<string, Column> }>(`
    select c.relname as table, c.relkind = 'v' as "isView", jsonb_object_agg(a.attname, jsonb_build_object(
      'type', format_type(a.atttypid, a.atttypmod),
      'required', a.attnotnull, 'defaulted', a.atthasdef or a.attidentity <> '')) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by c.relname, c.relkind`);
  return new Map(rows.map(({ table, ...rest }) => [table, rest]));
}

describe('contract, program and database', () => {
  it('describe the same tables, column by column', async () => {
    const described = await drizzleTables();
    const made = await databaseTables();
    const wrong: string[] = [];
    for (const [name, { isView, columns }] of made) {
      const declared = described.get(name);
      if (!declared) {
        if (!undescribed.includes(name)) wrong.push(`${name}: nothing describes it`);
        continue;
      }
      for (const column of new Set([...Object.keys(columns), ...Object.keys(declared)])) {
        const [is, expected] = [columns[column], declared[column]].map((one) => one && normal(one, isView));
        if (is !== expected)
          wrong.push(`${name}.${column}: the database has ${is ?? 'none'}, the program ${expected ?? 'none'}`);
      }
    }
    for (const name of [...described.keys(), ...undescribed])
      if (!made.has(name)) wrong.push(`${name}: the database has none`);
    expect(wrong).toEqual([]);
  });

  it('have the same fields, where the kit serves a resource from its table', async () => {
    const modules = [...(await findModules()).modules, ...estateModules];
    const made = await databaseTables();
    const served = modules.flatMap(({ resource, rows }) => (rows ? [{ resource, ...rows }] : []));
    const wrong = served.flatMap(({ resource, table, computed }) => {
      const { name } = getTableConfig(table);
      const columns = made.get(name)?.columns ?? {};
      return Object.entries(resource.fields).flatMap(([field, declared]) => {
        if (computed.includes(field)) return [];
        const drizzle = (table as unknown as Record<string, PgColumn>)[field];
        const column = drizzle && columns[casing.getColumnCasing(drizzle)];
        const wanted = kindOf(declared).column;
        if (!column) return [`${resource.name}.${field}: ${name} has no column for it`];
        const type = normal({ ...column, required: false, defaulted: false }, false).split(' ')[0];
        if (type !== wanted) return [`${resource.name}.${field}: the column is ${type}, its kind needs ${wanted}`];
        if (declared.options.required && !column.required && !made.get(name)?.isView)
          return [`${resource.name}.${field}: the column may be null`];
        // A field that no form empties may be required only by the column, and an emptied one falls back to the
        // default.
        const isEmptied = declared.options.form !== false && writes(resource) && !column.defaulted;
        if (column.required && !declared.options.required && isEmptied)
          return [`${resource.name}.${field}: may be emptied, and the column must not be null`];
        return [];
      });
    });
    expect(wrong).toEqual([]);
    expect(served.length).toBeGreaterThanOrEqual(5);
  });
});

/** Fields of a list's search without an index of their column, and why. */
const UNINDEXED: Readonly<Record<string, string>> = {
  'agt_product.nameZh': 'some hundreds of rows a tenant',
  'agt_product.nameEn': 'some hundreds of rows a tenant',
  'apr_request.approvalNo': 'a few requests a day',
  'apr_request.createUserName': 'a few requests a day',
  'apr_request.decidedByName': 'a few requests a day',
  'inb_canned_reply.title': 'some hundreds of rows a tenant',
  'open_key.keyName': 'a few rows an agent',
  'open_key.keyId': 'a few rows an agent',
  'open_endpoint.endpointName': 'a few rows an agent',
  'desk_notice.title': 'some hundreds of rows a tenant',
  'cnt_activity.title': 'some hundreds of rows a tenant',
  'cnt_activity.titleEn': 'some hundreds of rows a tenant',
  'cnt_announcement.title': 'some hundreds of rows a tenant',
  'cnt_announcement.titleEn': 'some hundreds of rows a tenant',
  'cnt_instruction.title': 'some hundreds of rows a tenant',
  'inv_country.nameZh': 'some hundreds of rows a tenant',
  'inv_country.nameEn': 'some hundreds of rows a tenant',
  'inv_country.dialCode': 'some hundreds of rows a tenant',
  'sys_api_scope.scopeName': 'some dozens of rows a tenant',
  'sys_api_scope.scopeNameEn': 'some dozens of rows a tenant',
  'sys_api_scope.scopePath': 'some dozens of rows a tenant',
  'sys_data_scope.scopeName': 'some dozens of rows a tenant',
  'sys_data_scope.scopeNameEn': 'some dozens of rows a tenant',
  'sys_dept.code': 'some hundreds of rows a tenant',
  'sys_dept.deptName': 'some hundreds of rows a tenant',
  'sys_dept.deptNameEn': 'some hundreds of rows a tenant',
  'sys_dept.fullName': 'some hundreds of rows a tenant',
  ...Object.fromEntries(
    ['sys_dict', 'sys_dict_biz'].flatMap((table) =>
      ['code', 'dictKey', 'dictValue', 'dictValueEn', 'remark'].map((field) => [
        `${table}.${field}`,
        'some hundreds of rows of the platform, or of a tenant',
      ]),
    ),
  ),
  ...Object.fromEntries(
    ['name', 'nameEn', 'code', 'path', 'alias'].map((field) => [`sys_menu.${field}`, 'some hundreds of rows in all']),
  ),
  ...Object.fromEntries(
    ['referrerHost', 'landingPath'].map((field) => [
      `src_visit.${field}`,
      'searched within days; an index of texts would cost every visit',
    ]),
  ),
  'sms_phone.phoneNo': 'some hundreds of rows a tenant',
  'pay_method.methodCode': 'a handful of rows a tenant',
  'pay_method.methodName': 'a handful of rows a tenant',
  'pay_method.methodNameEn': 'a handful of rows a tenant',
  'pay_recharge.paymentMethod': 'a handful of values: the rows of one are a part of the table, not a few',
  'sys_oss.ossCode': 'a handful of rows a tenant',
  'sys_param.paramKey': 'some dozens of rows a tenant',
  'sys_param.paramName': 'some dozens of rows a tenant',
  'sys_param.paramValue': 'some dozens of rows a tenant',
  'sys_client.clientId': 'a few rows',
  'sys_client.clientName': 'a few rows',
  'sys_client.clientNameEn': 'a few rows',
  'sup_supplier.supplierCode': 'some hundreds of rows a tenant',
  'sup_supplier.contactPhone': 'some hundreds of rows a tenant',
  'sup_supplier.supplierName': 'some hundreds of rows a tenant',
  ...Object.fromEntries(
    ['codeName', 'codeNameEn', 'apiPath', 'tableName'].map((field) => [`dev_code.${field}`, 'some dozens of rows']),
  ),
  'dev_datasource.name': 'a handful of rows',
  'dev_datasource.url': 'a handful of rows',
  'sys_post.postCode': 'some dozens of rows a tenant',
  'sys_post.postName': 'some dozens of rows a tenant',
  'sys_post.postNameEn': 'some dozens of rows a tenant',
  'sys_role.roleAlias': 'some dozens of rows a tenant',
  'sys_role.roleName': 'some dozens of rows a tenant',
  'sys_role.roleNameEn': 'some dozens of rows a tenant',
  'rpt_report.name': 'some hundreds of rows a tenant',
  'sys_mail.host': 'a handful of rows a tenant',
  'sys_mail.senderAddress': 'a handful of rows a tenant',
  'sys_sms.smsCode': 'a handful of rows a tenant',
  'sys_sms.templateId': 'a handful of rows a tenant',
  'sys_tenant.domain': 'some hundreds of rows in all',
  'sys_tenant.linkman': 'some hundreds of rows in all',
  'sys_tenant.tenantName': 'some hundreds of rows in all',
  'sys_tenant_package.packageName': 'some dozens of rows',
  'sys_tenant_package.packageNameEn': 'some dozens of rows',
  'sys_top_menu.code': 'a dozen rows a tenant',
  'sys_top_menu.name': 'a dozen rows a tenant',
  'sys_top_menu.nameEn': 'a dozen rows a tenant',
  ...Object.fromEntries(
    ['watcherCode', 'watcherName', 'watcherNameEn'].map((field) => [
      `pay_watcher.${field}`,
      'a handful of rows a tenant',
    ]),
  ),
  ...Object.fromEntries(
    ['channelCode', 'channelName', 'channelNameEn'].map((field) => [
      `pay_channel.${field}`,
      'a handful of rows a tenant',
    ]),
  ),
  ...Object.fromEntries(
    ['exceptionName', 'message', 'serviceId'].map((field) => [
      `log_error_group.${field}`,
      'two thousand rows a tenant at most',
    ]),
  ),
  'prv_error_policy.errorCode': 'a hundred rows at most',
  'prv_provider.providerCode': 'a handful of rows a tenant',
  'prv_provider.providerName': 'a handful of rows a tenant',
  'pay_withdrawal.paymentMethod': 'a handful of values: the rows of one are a part of the table, not a few',
  'pay_withdrawal.channelCode': 'a handful of values: the rows of one are a part of the table, not a few',
  'inv_item.warehouseCode': 'a handful of values: the rows of one are a part of the table, not a few',
  'inv_staged.warehouseCode': 'a handful of values: the rows of one are a part of the table, not a few',
  ...Object.fromEntries(
    ['title', 'serviceId', 'serverHost', 'requestUri', 'createBy', 'exceptionName', 'message', 'logId']
      .flatMap((field) => ['log_api', 'log_error', 'log_usual'].map((table) => `${table}.${field}`))
      .map((name) => [name, 'written by every call and read by few: the newest of a few months are walked']),
  ),
};

describe('searches of lists', () => {
  it('has an index: for a part of it one of trigrams, or one to walk over', async () => {
    const tails = await db.pool.query<{ table: string; column: string }>(
      `select tablename as table, substring(indexdef from 'reverse\\((\\w+)\\)') as column from pg_indexes where indexdef like '%reverse(%'`,
    );
    const { rows } = await db.pool.query<{ table: string; column: string; method: string }>(
      `
      select c.relname as table, a.attname as column, m.amname as method
      from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid join pg_am m on m.oid = x.relam
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey) where c.relname = any($1)`,
      [Object.keys(RESOURCE_OF)],
    );
    const numbers = await db.pool.query<{ table: string }>(
      `select table_name as table from information_schema.columns where table_schema = 'public' and column_name = 'e164'`,
    );
    const hasNumbers = new Set(numbers.rows.map(({ table }) => table));
    const indexes = new Set([
      ...rows.map(({ table, column, method }) => `${table}.${camel(column)} ${method}`),
      ...tails.rows.map(({ table, column }) => `${table}.${camel(column)} tail`),
    ]);
    // By their column, or by the value that the list compares instead.
    const walked = ['inv_staged.batchName', 'inv_staged.supplierName'];
    const wrong = Object.entries(RESOURCE_OF).flatMap(([table, resource]) => {
      const fields: Fields = registry.find(({ name }) => name === resource)?.fields ?? {};
      return Object.entries(fields).flatMap(([field, { kind, options }]) => {
        const isNumber = kind === 'phone' && hasNumbers.has(table);
        const column = `${table}.${isNumber ? 'e164' : field}`;
        // Contact phones are found by a part, however they are written.
        const isPart = !isNumber && (options.search === 'like' || kind === 'phone') && !walked.includes(column);
        if (!isPart && !(options.search && ['identifier', 'phone'].includes(kind))) return [];
        return column in UNINDEXED ||
          indexes.has(`${column} ${options.search === 'ending' ? 'tail' : isPart ? 'gin' : 'btree'}`)
          ? []
          : [column];
      });
    });
    expect(wrong).toEqual([]);
  });
});

describe('the database enforces the assumptions of the program', () => {
  it('accepts every value of a dictionary and no other', async () => {
    const { rows } = await db.pool.query<{ table: string; column: string; rule: string }>(
      `
      select c.relname as table, a.attname as column, pg_get_expr(k.conbin, c.oid) as rule
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
      where k.contype = 'c' and cardinality(k.conkey) = 1 and c.relname = any($1)`,
      [Object.keys(RESOURCE_OF)],
    );
    const rules = new Map(rows.map(({ table, column, rule }) => [`${table}.${camel(column)}`, { column, rule }]));
    const made = await databaseTables();
    const wrong: string[] = [];
    for (const [table, resource] of Object.entries(RESOURCE_OF)) {
      const fields: Fields = registry.find(({ name }) => name === resource)?.fields ?? {};
      for (const [field, { dictionary, kind }] of Object.entries(fields)) {
        const has = Object.keys(made.get(table)?.columns ?? {}).some((column) => camel(column) === field);
        if (!dictionary || !has || table.startsWith('log_')) continue;
        const found = rules.get(`${table}.${field}`);
        const all = dictionary.values.reduce((mask, value) => mask | value, 0);
        const highest = dictionary.isOpen ? OPEN_VALUE_MAX : Math.max(...dictionary.values);
        const taken = kind === 'dictionarySet' ? [0, all] : [...dictionary.values, highest];
        const others = kind === 'dictionarySet' ? [-1, all + 1] : [-1, highest + 1];
        const test = `select bool_and(${found?.rule}) filter (where wanted) and not bool_or(${found?.rule}) filter (where not wanted) as fits
          from (select unnest($1::int[]), true union all select unnest($2::int[]), false) x (${found?.column}, wanted)`;
        const { rows } = found ? await db.pool.query<{ fits: boolean }>(test, [taken, others]) : { rows: [] };
        if (!rows[0]?.fits) wrong.push(`${table}.${field}: ${found?.rule ?? 'no rule'}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  const refused = async (statement: string): Promise<string | undefined> => {
    const client = await db.pool.connect();
    try {
      await client.query('begin');
      await client.query(`insert into sys_user (tenant_id, account, password_hash, user_type, real_name, invite_code, owner_path)
        overriding system value values ('000001', 'above', 'x', 2, 'x', 'A', '//1/')`);
      await client.query(statement);
      return undefined;
    } catch (error) {
      return (error as { constraint?: string }).constraint;
    } finally {
      await client.query('rollback');
      client.release();
    }
  };
  const person = (
    tenant: string,
  ) => `insert into sys_user (tenant_id, account, password_hash, user_type, real_name, invite_code, owner_path, parent_id)
    select '${tenant}', 'below', 'x', 3, 'x', 'B', '//1/2/', id from sys_user where account = 'above'`;
  const number = (columns: string, values: string) =>
    `insert into inv_staged (tenant_id, batch_id, batch_no, batch_name, source_type, business_type, country_code, e164, number_type, currency, warehouse_code, ${columns})
     values ('000000', 1, 'PW', 'x', 1, 1, 'US', 12125550100, 1, 'USDT', 'WH01', ${values})`;

  it.each([
    ['somebody above of another tenant', person('000002'), 'sys_user_tenant_id_parent_id_fkey'],
    ['a state there is not', number('status', '4'), 'inv_staged_status_check'],
    ['a negative cost', number('status, cost_price', '1, -1'), 'inv_staged_cost_price_check'],
    ['an unknown kind of check', number('status, check_status', '1, 3'), 'inv_staged_check_status_check'],
    [
      'a slot beyond the sixteen',
      'insert into agt_product_sale (product_id, slot) values (1, 16)',
      'agt_product_sale_slot_check',
    ],
    [
      'an identity of a user of another tenant',
      `insert into sys_user_oauth (tenant_id, user_id, source, subject) select '000002', id, 'x', 'x' from sys_user where account = 'above'`,
      'sys_user_oauth_tenant_id_user_id_fkey',
    ],
    [
      'a reader of no message',
      `insert into msg_inbox (message_id, user_id) values (7, 7); set constraints all immediate`,
      'msg_inbox_message_id_create_time_fkey',
    ],
  ])('%s', async (_, statement, constraint) => {
    expect(await refused(statement)).toBe(constraint);
  });

  it('and accepts correct rows', async () => {
    expect(await refused(person('000001'))).toBeUndefined();
    expect(await refused(number('status, cost_price', '1, 0'))).toBeUndefined();
  });
});

/** Whether the kit makes calls that write rows from forms. */
const writes = ({ calls }: Resource): boolean =>
  Object.values(calls).some(({ standard }) => standard && ['save', 'update', 'submit'].includes(standard));

/** A comparable column: types by one name each; a view's columns are never required. */
function normal({ type, required, defaulted }: Column, isView: boolean): string {
  const name = type.replace(/^timestamp(\(\d\))? with time zone$/, 'timestamptz').replaceAll(' ', '');
  return isView ? name : `${name}${required ? ' not null' : ''}${defaulted ? ' default' : ''}`;
}
