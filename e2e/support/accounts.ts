import { DEFAULT_TENANT, openAccount, roleIdsOfKeys } from '../../server/src/engines/identity/index.ts';
import { systemActor } from '../../server/src/kernel/auth/actor.ts';
import type { Db } from '../../server/src/kernel/db/index.ts';

export interface Credentials {
  readonly account: string;
  readonly password: string;
}

/** Opens an account for staff with one of the seeded roles: this release has no screen for that. */
export async function openStaff(db: Db, role: string, realName: string): Promise<Credentials> {
  const account = `${role}_staff`;
  const password = 'Journey-Staff-1';
  await db.tx(async (tx) => {
    const roleIds = await roleIdsOfKeys(tx, DEFAULT_TENANT, [role]);
    const actor = systemActor(DEFAULT_TENANT);
    await openAccount(tx, actor, { account, password, realName, userType: 1, roleIds, mustChangePassword: false });
  });
  return { account, password };
}
