import { id as idSchema } from '@trade-assistant/contract/kit/schema.ts';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { App } from '../../kernel/app/index.ts';
import { defineJob } from '../../kernel/jobs/index.ts';
import { deleteAvatar } from '../identity/index.ts';
import { PLACES, type Place } from './places.ts';

/** Rows of one transaction: short enough that nothing waits for it. */
const BATCH = 2_000;
const DOCUMENT = /[?&]name=(\d{1,18})-([0-9a-f-]{36})\.(?:jpg|png|pdf)$/;

/** Writes over what is known of a person, table by table; begun again, it goes on where something is left. */
export const erasureJob = defineJob({
  name: 'people/erase',
  title: { zh: '注销个人信息', en: 'Erase personal data' },
  input: z.object({ userId: idSchema() }),
  attempts: 10,
  async run(job, { userId }) {
    const { app, actor } = job;
    job.signal.throwIfAborted();
    await removePictures(app, userId, actor.tenantId);
    let written = 0;
    for (const [place, one] of PLACES.entries()) {
      for (let more = BATCH; more === BATCH; ) {
        job.signal.throwIfAborted();
        more = await app.db.tx(async (tx) => (await tx.execute(pieceOf(one, userId, actor.tenantId))).rowCount ?? 0);
        written += more;
      }
      job.progress(place + 1, PLACES.length);
    }
    return { result: { rows: written } };
  },
});

/** What somebody who was erased is called: nobody's name, in every language. */
const tombstoneOf = (userId: bigint): string => `#${userId}`;

function pieceOf({ table, where, set, done, isWithoutTenant }: Place, userId: bigint, tenantId: string): SQL {
  const values = { $1: sql`${userId}::bigint`, $2: sql`${tombstoneOf(userId)}::text` };
  const filled = (text: string): SQL =>
    sql.join(text.split(/(\$[12])/).map((part) => (part === '$1' || part === '$2' ? values[part] : sql.raw(part))));
  const own = isWithoutTenant ? sql`true` : sql`tenant_id = ${tenantId}`;
  const open = done === undefined ? sql`true` : sql`(${filled(done)}) is not true`;
  const piece = sql`(tableoid, ctid) in (
    select tableoid, ctid from ${sql.raw(table)} where ${filled(where)} and ${own} and ${open} limit ${BATCH})`;
  return set === undefined
    ? sql`delete from ${sql.raw(table)} where ${piece}`
    : sql`update ${sql.raw(table)} set ${filled(set)} where ${piece}`;
}

/** Their avatar and the pictures of their documents, which are named by links that nobody can guess. */
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
