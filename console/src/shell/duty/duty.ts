import { session } from '@trade-assistant/contract/areas/auth/session.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { call } from '../../kit/client/call.ts';
import { readStored, writeStored } from '../../kit/storage.ts';

/** The departments and roles one may work as, and the ones this session does. */
export type Duties = CallData<typeof session, 'duties', 'in'>;

/** What is chosen; empty: all of one's own. */
export interface Duty {
  readonly deptId: string;
  readonly roleId: string;
}

/** There is something to choose from, or a narrowed session to widen again. */
export const hasChoice = ({ isOn, depts, roles, deptId, roleId }: Duties): boolean =>
  (isOn === 1 && (depts.length > 1 || roles.length > 1)) || deptId !== null || roleId !== null;

/** What this session works as; right after a sign-in what was chosen the last time, as far as it is still there. */
export function dutyToOffer(duties: Duties, userId: string | undefined, isAtSignIn: boolean): Duty {
  const own = { deptId: duties.deptId ?? '', roleId: duties.roleId ?? '' };
  if (!isAtSignIn || own.deptId || own.roleId) return own;
  const last = readStored<Partial<Duty>>(storageName(userId));
  const known = (some: Duties['depts'], id: string | undefined) =>
    some.some((one) => one.id === id) ? (id ?? '') : '';
  return { deptId: known(duties.depts, last?.deptId), roleId: known(duties.roles, last?.roleId) };
}

/** Has the session work so, and remembers it for the next sign-in. */
export async function switchTo(
  { deptId, roleId }: Duty,
  userId: string | undefined,
  idempotencyKey: string,
): Promise<void> {
  const chosen = { ...(deptId ? { deptId } : {}), ...(roleId ? { roleId } : {}) };
  await call(session, 'switch', chosen, { idempotencyKey });
  writeStored(storageName(userId), { deptId, roleId });
}

const storageName = (userId: string | undefined) => `duty:${userId ?? ''}`;
