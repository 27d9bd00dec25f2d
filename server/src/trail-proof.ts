import { auditLog } from '@trade-assistant/contract/areas/log/audit.ts';
import { sendMessage } from './engines/messages/index.ts';
import type { App } from './kernel/app/index.ts';
import { trailTenants, verifyTrail } from './kernel/audit/index.ts';
import { systemActor } from './kernel/auth/actor.ts';

const ID = 'AUDIT_TRAIL_BROKEN';

/**
 * Proves the trail of every tenant. Where it is not as it was sealed, its administrators get a message and the log an error remark; where
 * each chain ends goes into the process log, which is kept elsewhere.
 */
export async function proveTrails(app: App): Promise<void> {
  for (const tenantId of await trailTenants(app.db)) {
    const { proven, head, problem } = await verifyTrail(app.db, app.secrets, tenantId);
    if (head) app.log.info({ tenantId, proven, seq: head.seq, hash: head.hash }, 'the end of a trail');
    if (!problem) continue;
    const { fault, id, time } = problem;
    const actor = systemActor(tenantId);
    app.audit.usual({ level: 'error', id: ID, data: { tenantId, fault, id: String(id), time, proven }, actor });
    const row = id === null ? '' : `?record=${id}`;
    await app.db.tx((tx) =>
      sendMessage(tx, actor, {
        to: { roleKeys: ['administrator'] },
        key: ID,
        params: { row: id === null ? '–' : String(id) },
        bizType: auditLog.name,
        ...(id === null ? {} : { bizId: String(id) }),
        route: `/${auditLog.name}/index${row}`,
      }),
    );
  }
}
