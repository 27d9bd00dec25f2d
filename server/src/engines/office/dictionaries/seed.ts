import { DICTIONARY_KEY } from '@trade-assistant/contract/areas/system/dict-fields.ts';
import { dictionarySeeds } from '@trade-assistant/contract/dictionary-list.ts';
import { PLATFORM_TENANT } from '@trade-assistant/contract/kit/platform.ts';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../../kernel/db/index.ts';

/** Two nodes may start at once; the second waits and finds everything in place. */
const SEED_LOCK = 7_211_007;

/**
 * Updates the built-in dictionaries at every start: adds missing rows, updates names and order of unchanged rows, keeps rows that
 * operators changed, and leaves obsolete rows for operators to remove.
 */
export async function seedDictionaries(tx: Pick<Tx, 'execute'>): Promise<void> {
  const rows = dictionarySeeds.flatMap(({ code, zh, en, entries }, index) => [
    { code, key: DICTIONARY_KEY, zh, en, sort: index + 1, tone: null, remark: null },
    ...entries.map(({ key, zh, en, tone = null, remark = null }, place) => ({
      ...{ code, key, zh, en, tone, remark },
      sort: place + 1,
    })),
  ]);
  await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
  const declared = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as d (code text, key text, zh text, en text, sort integer, tone integer, remark text)`;
  await tx.execute(sql`
    insert into sys_dict (code, dict_key, dict_value, dict_value_en, sort, remark, is_built_in)
    select code, key, zh, en, sort, remark, 1 from ${declared} where key = ${DICTIONARY_KEY}
    on conflict (code, dict_key) where deleted_at is null do nothing`);
  await tx.execute(sql`
    insert into sys_dict (parent_id, code, dict_key, dict_value, dict_value_en, sort, tone, remark, is_built_in)
    select p.id, d.code, d.key, d.zh, d.en, d.sort, d.tone, d.remark, 1
    from ${declared} join sys_dict p on p.code = d.code and p.parent_id is null and p.deleted_at is null
    where d.key <> ${DICTIONARY_KEY}
    on conflict (code, dict_key) where deleted_at is null do nothing`);
  // If an operator has added a row under a code that is now built in, the row becomes built in and keeps the
  // operator's name.
  await tx.execute(sql`
    update sys_dict s set is_built_in = 1,
      dict_value = case when s.update_user is null then d.zh else s.dict_value end,
      dict_value_en = case when s.update_user is null then d.en else s.dict_value_en end,
      sort = case when s.update_user is null then d.sort else s.sort end,
      tone = case when s.update_user is null then d.tone else s.tone end,
      remark = case when s.update_user is null then d.remark else s.remark end
    from ${declared}
    where s.code = d.code and s.dict_key = d.key and s.deleted_at is null and (s.is_built_in = 0 or s.update_user is null
      and (s.dict_value, s.dict_value_en, s.sort, s.tone, s.remark) is distinct from (d.zh, d.en, d.sort, d.tone, d.remark))`);
  await tx.execute(sql`
    update sys_dict s set is_built_in = 0
    where s.is_built_in = 1 and not exists (select 1 from ${declared} where d.code = s.code and d.key = s.dict_key)`);
}

/**
 * Copies the platform's business dictionaries with their entries to a new tenant; dictionaries that the tenant already
 * has stay.
 * @returns how many rows were copied
 */
export async function copyBusinessDictionaries(tx: Pick<Tx, 'execute'>, tenantId: string): Promise<number> {
  if (tenantId === PLATFORM_TENANT) return 0;
  // Level by level: a row needs the new id of its parent.
  let copied = 0;
  for (let added = await copyLevel(tx, tenantId, true); added > 0; added = await copyLevel(tx, tenantId, false))
    copied += added;
  return copied;
}

async function copyLevel(tx: Pick<Tx, 'execute'>, tenantId: string, isFirst: boolean): Promise<number> {
  const above = isFirst
    ? sql`where s.parent_id is null`
    : sql`join sys_dict_biz o on o.id = s.parent_id
          join sys_dict_biz p on p.tenant_id = ${tenantId} and p.code = o.code and p.dict_key = o.dict_key and p.deleted_at is null
          where true`;
  const { rowCount } = await tx.execute(sql`
    insert into sys_dict_biz (tenant_id, parent_id, code, dict_key, dict_value, dict_value_en, tone, sort, is_sealed, remark)
    select ${tenantId}, ${isFirst ? sql`null` : sql`p.id`}, s.code, s.dict_key, s.dict_value, s.dict_value_en, s.tone, s.sort, s.is_sealed, s.remark
    from sys_dict_biz s ${above} and s.tenant_id = ${PLATFORM_TENANT} and s.deleted_at is null
    on conflict (tenant_id, code, dict_key) where deleted_at is null do nothing`);
  return rowCount ?? 0;
}
