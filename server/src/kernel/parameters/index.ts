import { SECRET_MASK } from '@trade-assistant/contract/kit/field.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { defaultText, readStored, wireValue } from '@trade-assistant/contract/kit/parameter.ts';
import {
  declaredParameter,
  type ParameterKey,
  type ParameterValue,
  parameterKeys,
  parameters,
  publicParameterKeys,
} from '@trade-assistant/contract/parameters.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Db, Tx } from '../db/index.ts';
import { openReloadingCache, type ReloadingCache } from '../db/reloading-cache.ts';
import type { Secrets } from '../secrets/index.ts';

/** The tenant whose values apply to all tenants without their own. */
export const PLATFORM = '000000';
/** A trigger of `sys_param` notifies it with every change. */
const CHANNEL = 'parameter_change';

/** Values set by operators, cached by the process and reloaded after a change. */
export interface Parameters extends ReloadingCache {
  /** The value in force: the tenant's own where it may have one, else the platform's, else the declared default. */
  get<K extends ParameterKey>(tenantId: string, key: K): ParameterValue<K>;
  /** Returns the values for consoles, by key, in form notation. */
  publicOf(tenantId: string): Readonly<Record<string, string | number>>;
}

type Log = Pick<Logger, 'warn'>;
type Stored = ReadonlyMap<string, string>;

/** @throws if the database does not answer at the start; later the process keeps its last values */
export async function openParameters(db: Db, log: Log): Promise<Parameters> {
  let stored: Stored = new Map();
  let values = new Map<string, unknown>();
  const get: Parameters['get'] = (tenantId, key) => {
    const name = nameOf(tenantId, key);
    if (!values.has(name)) values.set(name, valueIn(stored, tenantId, key, log));
    return values.get(name) as ParameterValue<typeof key>;
  };
  const { refresh, close } = await openReloadingCache({
    db,
    log,
    channel: CHANNEL,
    what: 'parameters',
    read: async () => {
      stored = await storedParameters(db);
      values = new Map();
    },
  });
  return {
    get,
    publicOf: (tenantId) =>
      Object.fromEntries(publicParameterKeys.map((key) => [key, wireValue(parameters[key], get(tenantId, key))])),
    refresh,
    close,
  };
}

/** The value in force as the transaction sees it, for engines, which know no process. One look-up by an index. */
export async function readParameter<K extends ParameterKey>(
  executor: Pick<Tx, 'execute'>,
  tenantId: string,
  key: K,
): Promise<ParameterValue<K>> {
  const found = await executor.execute<{ text: string | null }>(
    sql`select ${storedValue(sql`${tenantId}`, key)} as text`,
  );
  return understood(key, found.rows[0]?.text ?? undefined);
}

/** The value in force of a secret, unsealed; empty where none is set. @throws SECRET_UNREADABLE */
export async function readSecretParameter(
  executor: Pick<Tx, 'execute'>,
  secrets: Pick<Secrets, 'open'>,
  tenantId: string,
  key: ParameterKey,
): Promise<string> {
  const { rows } = await executor.execute<{ text: string | null; of: string | null }>(
    sql`select ${storedValue(sql`${tenantId}`, key)} as text, ${storedValue(sql`${tenantId}`, key, sql`p.tenant_id`)} as of`,
  );
  const { text, of } = rows[0] ?? {};
  return text && of ? secrets.open(text, purposeOf(of, key)) : '';
}

/**
 * Returns the text to store for a valid value: a secret is sealed for its tenant and key; undefined keeps the present one,
 * for an empty secret or its mask.
 */
export function valueToStore(
  secrets: Pick<Secrets, 'seal'>,
  tenantId: string,
  key: string,
  value: string,
): string | undefined {
  if (declaredParameter(key)?.field.kind !== 'secret') return value;
  const text = value.trim();
  return text === '' || text === SECRET_MASK ? undefined : secrets.seal(text, purposeOf(tenantId, key));
}

const purposeOf = (tenantId: string, key: string): string => `parameter ${key} ${tenantId}`;

/** The value in force of a whole number, within a statement. */
export const integerParameter = (tenantId: SQL, key: ParameterKey): SQL =>
  sql`coalesce(${storedValue(tenantId, key)}::integer, ${Number(defaultText(parameters[key]))}::integer)`;

const storedValue = (tenantId: SQL, key: ParameterKey, column = sql`p.param_value`): SQL => sql`(
  select ${column} from sys_param p
  where p.param_key = ${key} and p.deleted_at is null
    and p.tenant_id in (${PLATFORM}, ${parameters[key].scope === 'tenant' ? tenantId : sql`${PLATFORM}`})
  order by p.tenant_id = ${PLATFORM} limit 1)`;

/**
 * Returns the problem of a value of a declared parameter (of a secret before it is sealed); undefined for a valid one, for the mask of a
 * secret, and for unknown keys.
 */
export function parameterProblem(key: string, text: string): Text | undefined {
  const declared = declaredParameter(key);
  if (!declared || (declared.field.kind === 'secret' && text === SECRET_MASK)) return undefined;
  const read = readStored(declared, text);
  return 'problem' in read ? read.problem : undefined;
}

/**
 * Adds a row of the platform for every declared parameter, so that users find it. An unchanged row follows the default
 * of the running version.
 */
export async function seedParameters(tx: Pick<Tx, 'execute'>): Promise<void> {
  const rows = parameterKeys.map((key) => {
    const { field, isOnPanel } = parameters[key];
    const { zh, en } = field.options.label;
    return { key, name: `${zh} / ${en}`, value: defaultText(parameters[key]), panel: isOnPanel ? 1 : 0 };
  });
  await tx.execute(sql`
    with declared as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (key text, name text, value text, panel integer)
    ), changed as (
      update sys_param p set param_name = d.name, param_value = case when p.update_user is null then d.value else p.param_value end
      from declared d
      where p.tenant_id = ${PLATFORM} and p.param_key = d.key and p.deleted_at is null
        and (p.param_name <> d.name or (p.update_user is null and p.create_user is null and p.param_value <> d.value))
    )
    insert into sys_param (tenant_id, param_name, param_key, param_value, control_panel)
    select ${PLATFORM}, d.name, d.key, d.value, d.panel from declared d
    on conflict (tenant_id, param_key) where deleted_at is null do nothing`);
}

const nameOf = (tenantId: string, key: string): string => `${tenantId} ${key}`;

async function storedParameters(db: Db): Promise<Stored> {
  const { rows } = await db.drizzle.execute<{ tenant_id: string; param_key: string; param_value: string }>(sql`
    select tenant_id, param_key, param_value from sys_param
    where deleted_at is null and param_key = any(${sql.param(parameterKeys)}::text[])`);
  return new Map(rows.map((row) => [nameOf(row.tenant_id, row.param_key), row.param_value]));
}

function valueIn(stored: Stored, tenantId: string, key: ParameterKey, log: Log): unknown {
  const own = parameters[key].scope === 'tenant' ? stored.get(nameOf(tenantId, key)) : undefined;
  const text = own ?? stored.get(nameOf(PLATFORM, key));
  if (text !== undefined && parameters[key].field.kind !== 'secret' && parameterProblem(key, text))
    log.warn({ parameter: key, tenantId }, 'a stored parameter is not of its kind, its default holds');
  return understood(key, text);
}

/** Parses a value; one written directly into the table that breaks its rule is ignored. */
function understood<K extends ParameterKey>(key: K, text: string | undefined): ParameterValue<K> {
  const declared = parameters[key];
  // Sealed: its rule was kept before.
  if (declared.field.kind === 'secret') return (text ?? defaultText(declared)) as ParameterValue<K>;
  const read = text === undefined ? undefined : readStored(declared, text);
  if (read && 'value' in read) return read.value as ParameterValue<K>;
  const standard = readStored(declared, defaultText(declared));
  if ('problem' in standard) throw new Error(`the default of ${key} breaks its own rule`);
  return standard.value as ParameterValue<K>;
}
