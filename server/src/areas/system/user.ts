import { phoneProblem, phoneProblems, user } from '@trade-assistant/contract/areas/system/user.ts';
import { userStatus } from '@trade-assistant/contract/dictionaries.ts';
import { type AppError, commonErrors, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { eq } from 'drizzle-orm';
import {
  assignRoles,
  changeOwnPassword,
  changeStatus,
  dropPicture,
  findUser,
  identityErrors,
  isInScope,
  keepPicture,
  profileOf,
  registerGuest,
  users,
} from '../../engines/identity/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { serve } from '../../kernel/http/serve.ts';

const phoneErrors = defineErrors({
  PHONE_EMPTY: { status: 400, ...phoneProblems.PHONE_EMPTY },
  PHONE_LENGTH: { status: 400, ...phoneProblems.PHONE_LENGTH },
  PHONE_FORMAT: { status: 400, ...phoneProblems.PHONE_FORMAT },
});

const registrationErrors = defineErrors({
  TENANT_NEEDED: { status: 400, zh: '请先输入租户编号', en: 'Enter the tenant ID first' },
  ACCOUNT_NEEDED: { status: 400, zh: '请输入账号名称', en: 'Enter an account name' },
  PASSWORD_NEEDED: { status: 400, zh: '请输入密码和确认密码', en: 'Enter the password and confirm it' },
});

const { active, disabled } = userStatus.is;

type Change = CallInput<typeof user, 'update-info', 'out'>;

export default serve(user, {
  info: async (c) => {
    const {
      userId,
      roles,
      mustChangePassword,
      deptIds: _depts,
      ...profile
    } = await profileOf(c.app.db.drizzle, c.actor.userId);
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
  },
  'update-info': changeInfo,
  'update-password': async (c, input) => ({ endedSessions: await changeOwnPassword(c.app.db, c.actor, input) }),
  'register-guest': async (c, { tenantId, name, account, password, password2 = password, oauthId }) => {
    if (!tenantId) throw registrationErrors.TENANT_NEEDED();
    if (!account) throw registrationErrors.ACCOUNT_NEEDED();
    if (!password || !password2) throw registrationErrors.PASSWORD_NEEDED();
    if (password !== password2) throw identityErrors.PASSWORDS_DIFFER();
    const opened = await c.tx((tx) =>
      registerGuest(tx, { ticket: oauthId, tenantId, account, password, realName: name }),
    );
    return { id: opened.id, account: opened.account, status: opened.status };
  },
  'update-status': (c, { userId, status, reason }) =>
    c.tx(async (tx) => {
      const { status: before } = await findUser(tx, c.actor, userId);
      const next = status ?? (before === active ? disabled : active);
      // A bare switch of the enabled state says at least whose it was.
      const because = reason || (next === active ? '' : c.actor.account);
      const changed = await changeStatus(tx, c.actor, { userId, status: next, reason: because });
      return { id: changed.id, status: changed.status };
    }),
  grant: (c, { userIds, roleIds }) =>
    c.tx(async (tx) => {
      for (const userId of userIds) {
        if (!(await isInScope(tx, c.actor, userId))) throw commonErrors.OUT_OF_SCOPE();
        await assignRoles(tx, c.actor, { userId, roleIds });
      }
    }),
});

/** Only what was given, and only of one's own row: account, role, status and tenant are not in the contract's input. */
async function changeInfo(c: Context, change: Change): Promise<undefined> {
  const { actor, app } = c;
  const mine = eq(users.id, actor.userId);
  const [before] = await app.db.drizzle.select({ phone: users.phone, avatar: users.avatar }).from(users).where(mine);
  // A number from before this rule (an agent's foreign one) may stay as it is.
  const isNewPhone = change.phone !== undefined && (change.phone === '' || change.phone !== before?.phone);
  const problem = isNewPhone ? phoneProblem(change.phone) : undefined;
  if (problem) throw named('phone', problem);
  const isNewPicture = change.avatar !== undefined && change.avatar !== before?.avatar;
  if (change.avatar && isNewPicture) await keepPicture(app.files, actor, change.avatar);
  await c.tx(async (tx) => {
    await tx
      .update(users)
      .set({ ...change, updateUser: actor.userId, updateTime: new Date() })
      .where(mine);
  });
  if (before?.avatar && isNewPicture) await dropPicture(app.files, actor, before.avatar);
}

const named = (field: string, problem: keyof typeof phoneProblems): AppError =>
  phoneErrors[problem]({}, { fields: [{ field, message: phoneProblems[problem] }] });
