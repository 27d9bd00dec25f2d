import { errorGroup, errorGroupState } from '@trade-assistant/contract/areas/log/error-group.ts';
import { sql } from 'drizzle-orm';
import { sendMessage } from '../../../engines/office/messages/index.ts';
import type { App } from '../../../kernel/app/index.ts';
import { systemActor } from '../../../kernel/auth/actor.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { logState } from '../../../kernel/resource/states.ts';

const MOST = 100;
const MESSAGE_MAX = 200;
const { open, resolved } = errorGroupState.is;

interface Recurred extends Record<string, unknown> {
  readonly id: string;
  readonly tenant_id: string;
  readonly exception_name: string;
  readonly message: string;
  readonly event_count: number;
  readonly status: number;
}

/**
 * Notifies a tenant's administrators of resolved errors that recurred, once per recurrence, and adds it to the group's
 * history.
 */
export async function notifyRecurred(app: App): Promise<void> {
  await app.db.tx(async (tx) => {
    const { rows } = await tx.execute<Recurred>(sql`
      update log_error_group set recurred_time = null where id in (
        select id from log_error_group where recurred_time is not null order by id limit ${MOST} for update skip locked)
      returning id::text, tenant_id, exception_name, message, event_count, status`);
    for (const { id, tenant_id: tenantId, exception_name: name, message, event_count: count, status } of rows) {
      // Another user may have handled it in the meantime.
      if (status !== open) continue;
      const actor = systemActor(tenantId);
      await logState(tx, actor, {
        type: errorGroup.name,
        id: BigInt(id),
        from: resolved,
        to: open,
        event: 'reopen',
      });
      await sendMessage(tx, actor, {
        to: { roleKeys: ['administrator'] },
        key: 'ERROR_RECURRED',
        params: { name, message: message.slice(0, MESSAGE_MAX), count: String(count) },
        bizType: errorGroup.name,
        bizId: id,
        route: `/${errorGroup.name}/index?record=${id}`,
      });
      announceChange(tx, tenantId, errorGroup);
    }
  });
}
