import { auditLog } from '@trade-assistant/contract/areas/log/audit.ts';
import { sendMessage } from '../../../engines/office/messages/index.ts';
import type { App } from '../../../kernel/app/index.ts';
import { keepProof, trailTenants, verifyTrail } from '../../../kernel/audit/index.ts';
import { systemActor } from '../../../kernel/auth/actor.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';

const ID = 'AUDIT_TRAIL_BROKEN';
type Proof = Awaited<ReturnType<typeof verifyTrail>>;

/**
 * Verifies the trail of a tenant and stores the result. A fault is sent to the administrators and logged as an error; the end of the chain
 * goes to the process log, which is stored elsewhere. @param account of the requester; empty for the nightly run
 */
export async function proveTrail(
  app: App,
  tenantId: string,
  account: string,
  onStep?: (done: number, total: number) => void,
): Promise<Proof> {
  const proof = await verifyTrail(app.db, app.secrets, tenantId, onStep);
  const { proven, head, faults, problem } = proof;
  if (head) app.log.info({ tenantId, proven, seq: head.seq, hash: head.hash }, 'the end of a trail');
  const actor = systemActor(tenantId);
  await app.db.tx(async (tx) => {
    await keepProof(tx, tenantId, account, proof);
    announceChange(tx, tenantId, auditLog);
    if (!problem) return;
    const { id } = problem;
    await sendMessage(tx, actor, {
      to: { roleKeys: ['administrator'] },
      key: ID,
      params: { row: id === null ? '–' : String(id) },
      bizType: auditLog.name,
      ...(id === null ? {} : { bizId: String(id) }),
      route: `/${auditLog.name}/index${id === null ? '' : `?record=${id}`}`,
    });
  });
  if (problem) {
    const { fault, id, time } = problem;
    app.audit.usual({ level: 'error', id: ID, data: { tenantId, faults, fault, id: String(id), time, proven }, actor });
  }
  return proof;
}

/** Verifies the trails of all tenants. */
export async function proveTrails(app: App): Promise<void> {
  for (const tenantId of await trailTenants(app.db)) await proveTrail(app, tenantId, '');
}
