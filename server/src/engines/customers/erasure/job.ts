import { id as idSchema } from '@trade-assistant/contract/kit/schema.ts';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { App } from '../../../kernel/app/index.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { defineJob } from '../../../kernel/jobs/index.ts';
import { deleteAvatar } from '../../people/identity/index.ts';
import { ERASED_COLUMNS, type Place } from './erased-columns.ts';

/** Rows of one transaction, few enough that others do not wait long for its locks. */
const BATCH = 2_000;
const DOCUMENT = /[?&]name=(\d{1,18})-([0-9a-f-]{36})\.(?:jpg|png|pdf)$/;

/** Overwrites a person's data, table by table. After an interruption it continues behind the last row it wrote. */
export const erasureJob = defineJob({
  name: 'people/erase',
  title: { zh: '注销个人信息', en: 'Erase personal data' },
  input: z.object({ userId: idSchema() }),
  attempts: 10,
  async run(job, { userId }) {
    const { app, actor } = job;
    job.signal.throwIfAborted();
    await removePictures(app, userId, actor.tenantId);
    const begun = job.state<State>() ?? { place: '', after: '0', rows: 0 };
    const first = Math.max(
      ERASED_COLUMNS.findIndex((place) => keyOf(place) === begun.place),
      0,
    );
    let { rows } = begun;
    const write = (place: Place, after: bigint): Promise<Written> =>
      app.db.tx(async (tx) => {
        job.signal.throwIfAborted();
        const written = await writePiece(tx, { place, userId, tenantId: actor.tenantId, after });
        if (written.count === 0) return written;
        rows += written.count;
        await job.checkpoint(tx, { place: keyOf(place), after: String(written.last), rows } satisfies State);
        return written;
      });
    for (const [at, place] of ERASED_COLUMNS.entries()) {
      if (at < first) continue;
      await writeAll((after) => write(place, after), at === first ? BigInt(begun.after) : 0n);
      job.progress(at + 1, ERASED_COLUMNS.length);
    }
    return { result: { rows } };
  },
});

/** The table being processed, the id to continue after, and the rows written so far. */
interface State {
  readonly [name: string]: string | number;
  readonly place: string;
  readonly after: string;
  readonly rows: number;
}

interface Written {
  readonly count: number;
  /** The highest id written; 0 if the table has no ids to order by. */
  readonly last: bigint;
}

const keyOf = ({ table, where }: Place): string => `${table} where ${where}`;

/** Overwrites all rows of a table in the order of their ids; repeats the pass until one finds nothing. */
async function writeAll(write: (after: bigint) => Promise<Written>, begin: bigint): Promise<void> {
  for (let start = begin, after = begin, found = 0; ; ) {
    const { count, last } = await write(after);
    found += count;
    if (count === BATCH) after = last;
    else if (start === 0n && found === 0) return;
    // Rows that were changed or committed meanwhile may have lower ids.
    else [start, after, found] = [0n, 0n, 0];
  }
}

/** Returns the name of an erased person: the id, in every language. */
const tombstoneOf = (userId: bigint): string => `#${userId}`;

interface Piece {
  readonly place: Place;
  readonly userId: bigint;
  readonly tenantId: string;
  /** Only rows with higher ids, so that no batch reads earlier rows again. */
  readonly after: bigint;
}

/** Overwrites or deletes the next rows of a table, at most 2,000. */
async function writePiece(tx: Tx, { place, userId, tenantId, after }: Piece): Promise<Written> {
  const { table, where, set, done, hasNoId = false, isWithoutTenant } = place;
  const values = { $1: sql`${userId}::bigint`, $2: sql`${tombstoneOf(userId)}::text` };
  const filled = (text: string): SQL =>
    sql.join(text.split(/(\$[12])/).map((part) => (part === '$1' || part === '$2' ? values[part] : sql.raw(part))));
  const own = isWithoutTenant ? sql`true` : sql`tenant_id = ${tenantId}`;
  const open = done === undefined ? sql`true` : sql`(${filled(done)}) is not true`;
  const isOrdered = set !== undefined && !hasNoId;
  const found = sql`
    select tableoid as piece_table, ctid as piece_row, ${isOrdered ? sql`id` : sql`0::bigint`} as piece_id
    from ${sql.raw(table)} where ${filled(where)} and ${own} and ${open}
      ${isOrdered ? sql`and id > ${after} order by id` : sql``} limit ${BATCH}`;
  const change =
    set === undefined
      ? sql`delete from ${sql.raw(table)} using piece`
      : sql`
    update ${sql.raw(table)} set ${filled(set)} from piece`;
  const { rows } = await tx.execute<{ count: number; last: string }>(sql`
    with piece as (${found}), written as (
      ${change} where ${sql.raw(table)}.tableoid = piece_table and ${sql.raw(table)}.ctid = piece_row returning piece_id)
    select count(*)::int as count, coalesce(max(piece_id), 0)::text as last from written`);
  return { count: rows[0]?.count ?? 0, last: BigInt(rows[0]?.last ?? 0) };
}

/** Deletes the avatar and the pictures of documents; the links contain random names. */
async function removePictures({ db, files }: App, userId: bigint, tenantId: string): Promise<void> {
  const { rows } = await db.drizzle.execute<{ avatar: string; documents: string[] }>(sql`
    select u.avatar, array(select jsonb_array_elements_text(v.pictures) from agt_verification v
      where v.user_id = u.id and v.tenant_id = u.tenant_id
      union all select jsonb_array_elements_text(u.contract_attach_ids)) as documents
    from sys_user u where u.id = ${userId} and u.tenant_id = ${tenantId}`);
  const { avatar = '', documents = [] } = rows[0] ?? {};
  await deleteAvatar(files, { userId, tenantId }, avatar);
  for (const link of documents) {
    const [, id, secret] = DOCUMENT.exec(link) ?? [];
    const file = id === undefined ? undefined : await files.find(BigInt(id)).catch(() => undefined);
    if (file?.key.endsWith(`/${secret}`)) await files.remove(file.id);
  }
}
