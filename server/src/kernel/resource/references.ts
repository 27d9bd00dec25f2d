import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { nameOf } from '@trade-assistant/contract/kit/name.ts';
import type { NameField } from '@trade-assistant/contract/kit/resource.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../auth/actor.ts';
import type { Tx } from '../db/index.ts';
import { saying } from './errors.ts';

type Row = Readonly<Record<string, unknown>>;

/** Rows elsewhere that point at a resource's rows, which are not removed as long as there are any. */
export interface Reference {
  /** Their name in the plural, “users”, and singular, “user”. */
  readonly what: Text & { readonly one: string };
  /** Their tables and conditions, without `where`: `sys_user_post p join sys_user u on u.id = p.user_id`. */
  readonly from: SQL;
  /** The column that points here. */
  readonly column: SQL;
  /** Name of one of them; without it they are only counted. */
  readonly called?: SQL;
  /** Further conditions, such as `deleted_at is null`. */
  readonly where?: (actor: Actor, rows: readonly Row[]) => SQL;
  /** The referenced field of the resource; default: the id. */
  readonly field?: string;
}

/** References are counted up to this number. */
const COUNTED = 1_000;
const NAMED = 3;
const none: Text = { zh: '', en: '' };

/**
 * Refuses to remove rows that are used elsewhere.
 * @throws IN_USE with the users of the first such row: their resource, number and first names
 */
export async function assertUnused(
  tx: Tx,
  actor: Actor,
  references: readonly Reference[],
  rows: readonly Row[],
  nameField: NameField | undefined,
): Promise<void> {
  for (const { what, from, column, called: title, where, field = 'id' } of references) {
    const values = rows.map((row) => String(row[field]));
    const type = sql.raw(typeof rows[0]?.[field] === 'bigint' ? 'bigint[]' : 'text[]');
    const found = await tx.execute<{ value: string; count: number; names: string[] | null }>(sql`
      with used as (
        select ${column}::text as value, ${title ?? sql`null`}::text as called
        from ${from}
        where ${column} = any(${sql.param(values)}::${type}) and ${where?.(actor, rows) ?? sql`true`}
        limit ${COUNTED}
      )
      select value, count(*)::int as count, (array_agg(called))[1:${sql.raw(String(NAMED))}] as names
      from used group by value order by value limit 1`);
    const [used] = found.rows;
    if (!used) continue;
    const row = rows.find((one) => String(one[field]) === used.value) ?? {};
    const name = nameField ? nameOf(nameField, row) : { zh: used.value, en: used.value };
    const names = (used.names ?? []).filter(Boolean);
    const others = used.count > names.length ? { zh: ' 等', en: ', …' } : { zh: '', en: '' };
    const called =
      names.length > 0 ? { zh: `：${names.join('、')}${others.zh}`, en: ` (${names.join(', ')}${others.en})` } : none;
    throw saying(
      'IN_USE',
      {
        zh: `“{zh}”已被${what.zh}引用（共 {count} 个{namesZh}），不能删除`,
        en: `“{en}” is used by {count} ${used.count === 1 ? what.one : what.en}{namesEn} and cannot be deleted`,
      },
      {
        ...name,
        count: used.count >= COUNTED ? `${COUNTED}+` : used.count,
        namesZh: called.zh,
        namesEn: called.en,
      },
      { references: [{ what: what.zh, whatEn: what.en, count: used.count, names }] },
    );
  }
}
