import { mailLog } from '@trade-assistant/contract/areas/resource/mail-log.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq } from 'drizzle-orm';
import { mails, releaseAddress, suppressedAmong } from '../../engines/office/mail/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { serve } from '../../kernel/http/serve.ts';
import { countStates } from '../../kernel/resource/counts.ts';
import { listRows } from '../../kernel/resource/list.ts';
import { visible } from '../../kernel/resource/scope.ts';

type Row = typeof mails.$inferSelect;
const SOURCE = { table: mails, scope: 'tenant' } as const;

export default serve(mailLog, {
  list: async (c, query) => {
    const page = await listRows<Row>(c.app.db, { actor: c.actor, ...SOURCE }, query);
    return { ...page, records: await shown(c, page.records) };
  },
  counts: (c, query) => countStates(c.app.db, { actor: c.actor, ...SOURCE }, query, mailLog),
  detail: async (c, { id }) => {
    const [row] = await shown(c, [await rowOf(c, id)]);
    if (!row) throw commonErrors.NOT_FOUND();
    return row;
  },
  release: async (c, { id }) => {
    const { address } = await rowOf(c, id);
    await c.tx((tx) => releaseAddress(tx, c.actor.tenantId, address));
  },
});

async function rowOf(c: Context, id: bigint): Promise<Row> {
  const [row] = await c.app.db.drizzle
    .select()
    .from(mails)
    .where(and(visible(c.actor, mails, 'tenant'), eq(mails.id, id)));
  if (!row) throw commonErrors.NOT_FOUND();
  return row;
}

async function shown(c: Context, rows: readonly Row[]) {
  const blocked = await suppressedAmong(
    c.app.db,
    c.actor.tenantId,
    rows.map(({ address }) => address),
  );
  return rows.map(({ body: _body, fileIds: _files, ...row }) => ({
    ...row,
    isBlocked: blocked.has(row.address.toLowerCase()) ? (1 as const) : (0 as const),
  }));
}
