/** A table or view of a data source. */
export interface SourceTable {
  readonly schema: string;
  readonly name: string;
  readonly comment: string;
  readonly isView: 0 | 1;
}

export interface SourceColumn {
  readonly name: string;
  /** The type as the database names it: `character varying`, `bigint`. */
  readonly type: string;
  readonly maxLength: number | null;
  readonly isRequired: boolean;
  readonly comment: string;
  /** Whether each value occurs once in the table, or in a tenant of it. */
  readonly isUnique: boolean;
  /** The values of an enumeration; empty for other types. */
  readonly values: readonly string[];
}

/** Tables and columns of a database of any kind. */
export interface Source {
  version(): Promise<string>;
  /** Returns whether the account may change data. */
  canWrite(): Promise<boolean>;
  tables(keyword: string): Promise<SourceTable[]>;
  columns(schema: string, table: string): Promise<SourceColumn[]>;
}

type Query = (text: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>;

export const TABLES_MAX = 1_000;
const COLUMNS_MAX = 300;
const COMMENT_MAX = 500;

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
const tableOf = (row: Record<string, unknown>): SourceTable => ({
  schema: text(row['schema']),
  name: text(row['name']),
  comment: text(row['comment']).slice(0, COMMENT_MAX),
  isView: Number(row['view']) === 1 ? 1 : 0,
});
const columnOf = (row: Record<string, unknown>): SourceColumn => ({
  name: text(row['name']),
  type: text(row['type']).toLowerCase(),
  maxLength: row['length'] === null || row['length'] === undefined ? null : Number(row['length']),
  isRequired: text(row['nullable']).toUpperCase() === 'NO',
  comment: text(row['comment']).slice(0, COMMENT_MAX),
  isUnique: Number(row['uniq']) === 1,
  values: valuesOf(row['labels']),
});

/** Returns the values of an enumeration: a list as JSON, or as MySQL writes its type, `enum('new','it''s')`. */
function valuesOf(labels: unknown): string[] {
  if (Array.isArray(labels)) return labels.map(text);
  const written = text(labels);
  if (written.startsWith('[')) return (JSON.parse(written) as unknown[]).map(text);
  return [...written.matchAll(/'((?:[^']|'')*)'/g)].map(([, value = '']) => value.replaceAll("''", "'"));
}

/** Columns beside which another one is still unique by itself. */
const BESIDE = `'tenant_id', 'is_deleted', 'deleted_at'`;

const likeOf = (keyword: string): string => `%${keyword.replace(/[\\%_]/g, '\\$&')}%`;

export const postgresqlSource = (query: Query): Source => ({
  version: async () => `PostgreSQL ${text((await query('show server_version'))[0]?.['server_version'])}`,
  canWrite: async () => {
    const [row] = await query(`
      select exists (
        select from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg_toast%'
          and has_table_privilege(c.oid, 'insert, update, delete, truncate')) as yes`);
    return row?.['yes'] === true;
  },
  tables: async (keyword) =>
    (
      await query(
        `select n.nspname as schema, c.relname as name, obj_description(c.oid, 'pg_class') as comment,
           (c.relkind in ('v', 'm'))::int as view
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition and c.relname ilike $1
           and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%'
           and has_schema_privilege(n.oid, 'usage')
         order by 1, 2 limit ${TABLES_MAX}`,
        [likeOf(keyword)],
      )
    ).map(tableOf),
  columns: async (schema, table) =>
    (
      await query(
        `select a.attname as name, case when t.typtype = 'd' then format_type(t.typbasetype, null) else format_type(a.atttypid, null) end as type,
           case when t.typname in ('varchar', 'bpchar') and a.atttypmod > 4 then a.atttypmod - 4 end as length,
           case when a.attnotnull then 'NO' else 'YES' end as nullable, col_description(c.oid, a.attnum) as comment,
           (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid) as labels,
           (a.attname not in (${BESIDE}) and exists (
             select from pg_index i where i.indrelid = c.oid and i.indisunique and not i.indisprimary and i.indexprs is null
               and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) like '%deleted%') and a.attnum = any (i.indkey::int2[])
               and 1 = (select count(*) from unnest(i.indkey::int2[]) with ordinality k (num, place)
                 join pg_attribute o on o.attrelid = c.oid and o.attnum = k.num
                 where k.place <= i.indnkeyatts and o.attname not in (${BESIDE}))))::int as uniq
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
           join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
           join pg_type t on t.oid = a.atttypid
         where n.nspname = $1 and c.relname = $2 and c.relkind in ('r', 'p', 'v', 'm')
         order by a.attnum limit ${COLUMNS_MAX}`,
        [schema, table],
      )
    ).map(columnOf),
});

/** Privileges of MySQL that change nothing. */
const READING = /^(USAGE|SELECT|SHOW VIEW|SHOW DATABASES|PROCESS|REPLICATION CLIENT)( \(.*\))?$/;

/** A grant: its privileges, and the databases that they are about. */
const GRANT = /^GRANT (.+?) ON (?:\w+ )?(\*|`(?:[^`]|``)+`)\./i;

/** Returns the pattern of the databases of a grant: `*`, or a quoted name with `%` and `_`. */
function patternOf(schema: string): RegExp {
  if (schema === '*') return /^/;
  const parts =
    schema
      .slice(1, -1)
      .replaceAll('``', '`')
      .match(/\\+[%_]|./gs) ?? [];
  const written = parts.map((part) =>
    part === '%' ? '.*' : part === '_' ? '.' : RegExp.escape(part.replace(/^\\+(?=[%_])/, '')),
  );
  return new RegExp(`^${written.join('')}$`, 'is');
}

export const mysqlSource = (query: Query): Source => ({
  version: async () => `MySQL ${text((await query('select version() as version'))[0]?.['version'])}`,
  canWrite: async () => {
    const database = text((await query('select database() as name'))[0]?.['name']);
    return (await query('show grants')).some((row) => {
      const [, privileges = '', schema = ''] = GRANT.exec(text(Object.values(row)[0])) ?? [];
      if (!patternOf(schema).test(database)) return false;
      return privileges
        .split(/,(?![^(]*\))/)
        .map((one) => one.trim().toUpperCase())
        .some((one) => one !== '' && !READING.test(one));
    });
  },
  tables: async (keyword) =>
    (
      await query(
        `select table_schema as \`schema\`, table_name as name, if(table_type like '%VIEW', '', table_comment) as comment,
           table_type like '%VIEW' as view
         from information_schema.tables where table_schema = database() and table_name like ? order by table_name limit ${TABLES_MAX}`,
        [likeOf(keyword)],
      )
    ).map(tableOf),
  columns: async (schema, table) =>
    (
      await query(
        `select c.column_name as name, c.data_type as type, c.character_maximum_length as length, c.is_nullable as nullable, c.column_comment as comment,
           if(c.data_type = 'enum', c.column_type, null) as labels,
           (c.column_name not in (${BESIDE}) and exists (
             select 1 from information_schema.statistics s where s.table_schema = c.table_schema and s.table_name = c.table_name
               and s.column_name = c.column_name and s.non_unique = 0 and s.index_name <> 'PRIMARY'
               and 1 = (select count(*) from information_schema.statistics o where o.table_schema = s.table_schema
                 and o.table_name = s.table_name and o.index_name = s.index_name and o.column_name not in (${BESIDE})))) as uniq
         from information_schema.columns c where c.table_schema = ? and c.table_name = ? order by c.ordinal_position limit ${COLUMNS_MAX}`,
        [schema, table],
      )
    ).map(columnOf),
});
