import type { appUser } from '@trade-assistant/contract/areas/user/app-user.ts';
import { userStatus } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { and, inArray } from 'drizzle-orm';
import {
  type AppUserChange,
  appUsers,
  assertConsented,
  changeAppUser,
  lockAppUser,
  openAppUser,
  removeAccounts,
} from '../../../engines/customers/app-users/index.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { digestOf } from '../../../kernel/auth/index.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { visible } from '../../../kernel/resource/scope.ts';

type New = Omit<CallInput<typeof appUser, 'add', 'out'>, 'password'> & { readonly password: string | null };

/** Changes of accounts of app users, for the resource and its second name. */
export const accountHandlers = {
  add: async (tx: Tx, actor: Actor, { password, userKind, teamId, kycLevel, remark, ...input }: New) => {
    if (userKind !== undefined) assertConsented({ panelConsentTime: null }, userKind);
    // The contract has validated the typed password; the stored hash is made from its digest, as for sign-ins.
    const id = await openAppUser(tx, actor, { ...input, password: password === null ? null : digestOf(password) });
    const more: AppUserChange = { id, teamId, kycLevel, remark };
    if (teamId || kycLevel || remark) await changeAppUser(tx, actor, more);
    return { id, account: input.account, status: userStatus.is.active };
  },
  update: async (tx: Tx, actor: Actor, input: AppUserChange) => ({ id: await changeAppUser(tx, actor, input) }),
  remove: (tx: Tx, actor: Actor, { ids }: { readonly ids: readonly bigint[] }) => removeAccounts(tx, actor, ids),
  /** @throws NOT_FOUND */
  assertReached: async (tx: Tx, actor: Actor, id: bigint) => void (await lockAppUser(tx, actor, id)),
  /** @throws NOT_FOUND with the ids that are no app users in reach */
  assertAllReached: async (tx: Tx, actor: Actor, ids: readonly bigint[]) => {
    const found = await tx
      .select({ id: appUsers.id })
      .from(appUsers)
      .where(and(visible(actor, appUsers, 'owner'), inArray(appUsers.id, [...ids])));
    const known = new Set(found.map(({ id }) => id));
    const missing = ids.filter((id) => !known.has(id));
    if (missing.length > 0) throw commonErrors.NOT_FOUND({}, { ids: missing.map(String) });
  },
};
