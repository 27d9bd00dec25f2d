import { session } from '@trade-assistant/contract/areas/auth/session.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { call } from '../../kit/client/call.ts';
import { readStored, writeStored } from '../../kit/storage.ts';

/** The departments and roles the user may work as, and those of this session. */
export type RoleSessions = CallData<typeof session, 'duties', 'in'>;

/** The selection; empty: all of the user's own. */
export interface RoleSelection {
  readonly deptId: string;
  readonly roleId: string;
}

/** Returns whether there is a choice, or a narrowed session to widen again. */
export const hasChoice = ({ isOn, depts, roles, deptId, roleId }: RoleSessions): boolean =>
  (isOn === 1 && (depts.length > 1 || roles.length > 1)) || deptId !== null || roleId !== null;

/** The selection of this session; right after a sign-in the last one, as far as it still exists. */
export function initialSelection(duties: RoleSessions, userId: string | undefined, isAtSignIn: boolean): RoleSelection {
  const own = { deptId: duties.deptId ?? '', roleId: duties.roleId ?? '' };
  if (!isAtSignIn || own.deptId || own.roleId) return own;
  const last = readStored<Partial<RoleSelection>>(storageName(userId));
  const known = (some: RoleSessions['depts'], id: string | undefined) =>
    some.some((one) => one.id === id) ? (id ?? '') : '';
  return { deptId: known(duties.depts, last?.deptId), roleId: known(duties.roles, last?.roleId) };
}

/** Has the session work so, and remembers it for the next sign-in. */
export async function switchTo(
  { deptId, roleId }: RoleSelection,
  userId: string | undefined,
  idempotencyKey: string,
): Promise<void> {
  const chosen = { ...(deptId ? { deptId } : {}), ...(roleId ? { roleId } : {}) };
  await call(session, 'switch', chosen, { idempotencyKey });
  writeStored(storageName(userId), { deptId, roleId });
}

const storageName = (userId: string | undefined) => `duty:${userId ?? ''}`;
