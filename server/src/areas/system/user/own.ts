import type { user } from '@trade-assistant/contract/areas/system/user.ts';
import { phoneProblem, phoneProblems } from '@trade-assistant/contract/areas/system/user-fields.ts';
import { type AppError, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { eq } from 'drizzle-orm';
import { deleteAvatar, nameColumns, profileOf, storeAvatar, users } from '../../../engines/people/identity/index.ts';
import { afterCommit } from '../../../kernel/db/index.ts';
import type { Context } from '../../../kernel/http/context.ts';

type Change = CallInput<typeof user, 'update-info', 'out'>;

const phoneErrors = defineErrors({
  PHONE_EMPTY: { status: 400, ...phoneProblems.PHONE_EMPTY },
  PHONE_LENGTH: { status: 400, ...phoneProblems.PHONE_LENGTH },
  PHONE_FORMAT: { status: 400, ...phoneProblems.PHONE_FORMAT },
});

/** Returns the caller's personal information. */
export async function ownInfo(c: Context) {
  const { userId, roles, mustChangePassword, deptIds: _depts, ...profile } = await profileOf(c.app.db.drizzle, c.actor);
  const [row] = await c.app.db.drizzle
    .select({ createTime: users.createTime, lastLoginTime: users.lastLoginTime, lastLoginIp: users.lastLoginIp })
    .from(users)
    .where(eq(users.id, userId));
  return {
    ...profile,
    id: userId,
    roleName: roles.map(({ name }) => name).join(','),
    roleNameEn: roles.map(({ name, nameEn }) => nameEn || name).join(','),
    mustChangePassword: mustChangePassword ? (1 as const) : (0 as const),
    createTime: row?.createTime ?? new Date(0),
    lastLoginTime: row?.lastLoginTime ?? null,
    lastLoginIp: row?.lastLoginIp ?? '',
  };
}

/**
 * Changes the given fields of the caller's own row; account, role, status and tenant are not in the contract's input.
 */
export function changeInfo(
  c: Context,
  { avatar, realName, name, phone, email, serviceAddress }: Change,
): Promise<void> {
  const change = { avatar, realName, name, phone, email, serviceAddress };
  return c.tx(async (tx) => {
    const { actor, app } = c;
    const mine = eq(users.id, actor.userId);
    const [before] = await tx.select({ phone: users.phone, avatar: users.avatar }).from(users).where(mine);
    // A number from before this rule (an agent's foreign one) may stay.
    const isNewPhone = change.phone !== undefined && change.phone !== (before?.phone ?? '');
    const problem = isNewPhone ? phoneProblem(change.phone) : undefined;
    if (problem) throw named('phone', problem);
    const isNewPicture = change.avatar !== undefined && change.avatar !== before?.avatar;
    if (change.avatar && isNewPicture) await storeAvatar(app.files, actor, change.avatar);
    await tx
      .update(users)
      .set({
        ...change,
        ...(realName === undefined ? {} : nameColumns(realName)),
        updateUser: actor.userId,
        updateTime: new Date(),
      })
      .where(mine);
    if (!before?.avatar || !isNewPicture) return;
    afterCommit(tx, () => {
      deleteAvatar(app.files, actor, before.avatar).catch((error: unknown) =>
        c.request.log.warn({ err: error }, 'a picture nobody shows any more stayed behind'),
      );
    });
  });
}

const named = (field: string, problem: keyof typeof phoneProblems): AppError =>
  phoneErrors[problem]({}, { fields: [{ field, message: phoneProblems[problem] }] });
