import { record } from '../../kernel/audit/index.ts';
import type { Context } from '../../kernel/http/context.ts';

/** Records in the audit log which numbers the caller saw in full. */
export async function recordPlainView(
  c: Context,
  objectType: string,
  rows: readonly { readonly id: bigint }[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const ids = rows.map(({ id }) => id.toString());
  await c.app.db.tx((tx) =>
    record(tx, c.actor, {
      action: 'plain-view',
      objectType,
      objectId: rows.length === 1 ? first.id : 'list',
      after: { ids },
    }),
  );
}
