import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { openWallets } from '../../server/src/engines/money/ledger/index.ts';
import { DEFAULT_TENANT, openAccount, roleIdsOfKeys } from '../../server/src/engines/people/identity/index.ts';
import { systemActor } from '../../server/src/kernel/auth/actor.ts';
import type { Db } from '../../server/src/kernel/db/index.ts';
import { givePassword } from '../../server/src/testing/known-password.ts';

export interface Credentials {
  readonly account: string;
  readonly password: string;
}

const system = systemActor(DEFAULT_TENANT);

/** Opens an account for staff with one of the seeded roles: this release has no screen for that. */
export async function openStaff(
  db: Db,
  role: string,
  realName: string,
  account = `${role}_staff`,
): Promise<Credentials> {
  const password = 'Journey-Staff-1';
  await db.tx(async (tx) => {
    const roleIds = await roleIdsOfKeys(tx, DEFAULT_TENANT, [role]);
    const opened = await openAccount(tx, system, {
      account,
      password: null,
      realName,
      userType: userType.is.staff,
      roleIds,
      mustChangePassword: false,
    });
    await givePassword(tx, opened.id, password);
  });
  return { account, password };
}

/** Opens an account for an agent (below another one) with empty wallets, for journeys about something else. */
export async function openAgent(
  db: Db,
  account: string,
  below?: string,
): Promise<Credentials & { readonly id: bigint }> {
  const password = 'Journey-Agent-1';
  const { rows } = await db.pool.query<{ id: bigint }>('select id from sys_user where account = $1', [below ?? null]);
  const id = await db.tx(async (tx) => {
    const opened = await openAccount(tx, system, {
      account,
      password: null,
      realName: account,
      userType: userType.is.agent,
      parentId: rows[0]?.id,
      mustChangePassword: false,
    });
    await givePassword(tx, opened.id, password);
    await openWallets(tx, system, {
      userId: opened.id,
      userType: opened.userType,
      userName: opened.realName,
      ownerPath: opened.ownerPath,
    });
    return opened.id;
  });
  return { account, password, id };
}
