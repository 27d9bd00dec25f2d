import { phoneProblem, phoneProblems, user } from '@trade-assistant/contract/areas/system/user.ts';
import { userStatus, userType } from '@trade-assistant/contract/dictionaries.ts';
import { type AppError, commonErrors, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { eq, sql } from 'drizzle-orm';
import {
  ADMINISTRATOR,
  accessSummaries,
  assignableRoles,
  assignRoles,
  changeOwnPassword,
  changeStatus,
  deleteAvatar,
  findUser,
  forgetAttempts,
  identityErrors,
  isInScope,
  profileOf,
  registerGuest,
  resetTwoFactor,
  roleKeysOf,
  storeAvatar,
  users,
} from '../../engines/identity/index.ts';
import { sendMessage } from '../../engines/messages/index.ts';
import { systemActor } from '../../kernel/auth/actor.ts';
import { afterCommit, type Tx } from '../../kernel/db/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

/** Who belongs to a department or to one below it. */
const inDepartment = (deptId: bigint) => sql`exists (
  select from sys_user_dept ud join sys_dept d on d.id = ud.dept_id and d.deleted_at is null
  join sys_dept above on above.id = ${deptId} and above.tenant_id = ${users.tenantId} and above.deleted_at is null
  where ud.user_id = ${users.id} and d.path like above.path || '%')`;

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

const statusErrors = defineErrors({
  ROLE_NEEDED: { status: 400, zh: '请先分配角色，再通过审核', en: 'Give the account a role before approving it' },
  LOCK_TIME_PAST: { status: 400, zh: '锁定截止时间须晚于现在', en: 'The lock must end later than now' },
});

const { active, disabled, awaitingApproval } = userStatus.is;

type Change = CallInput<typeof user, 'update-info', 'out'>;
type StatusInput = CallInput<typeof user, 'update-status', 'out'>;

export default resourceRoutes(user, users, {
  scope: 'owner',
  asked: ({ deptId }) => (typeof deptId === 'bigint' ? inDepartment(deptId) : undefined),
  computed: {
    fields: ['roleName', 'roleIds', 'providers', 'hasSecondFactor', 'restUntil'],
    fill: async (c, rows) => {
      const roster = await accessSummaries(
        c.app.db.drizzle,
        rows.map(({ id }) => id),
      );
      const nameOf = new Map(c.app.social.sources.map(({ source, name }) => [source, name]));
      return rows.map(({ id }) => {
        const { roles = [], sources = [], hasSecondFactor = false, restUntil = null } = roster.get(id) ?? {};
        return {
          roleName: roles.map(({ name, nameEn }) => inWords(c, name, nameEn)).join(', '),
          roleIds: roles.map((role) => role.id).join(','),
          providers: sources.map((source) => nameOf.get(source) ?? source).join(', '),
          hasSecondFactor: hasSecondFactor ? 1 : 0,
          restUntil,
        };
      });
    },
  },
  actions: {
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
      return c.tx(async (tx) => {
        const opened = await registerGuest(tx, { ticket: oauthId, tenantId, account, password, realName: name });
        await sendMessage(tx, systemActor(tenantId), {
          to: { roleKeys: [ADMINISTRATOR] },
          key: 'REGISTRATION_SUBMITTED',
          params: { user: `${opened.realName} (${opened.account})` },
          bizType: user.name,
          bizId: opened.id.toString(),
          route: `/${user.name}/index?status=${userStatus.is.awaitingApproval}`,
        });
        announceChange(tx, tenantId, [user.name]);
        return { id: opened.id, account: opened.account, status: opened.status };
      });
    },
    'update-status': (c, input) => c.tx((tx) => updateStatus(tx, c, input)),
    'reset-second-factor': resetSecondFactor,
    'reset-attempts': resetAttempts,
    'role-choices': async (c) => {
      const given = await c.app.db.tx((tx) => assignableRoles(tx, c.actor));
      return given.map(({ id, roleName, roleNameEn }) => ({ id, roleName: inWords(c, roleName, roleNameEn) }));
    },
    grant: (c, { userIds, roleIds }) =>
      c.tx(async (tx) => {
        for (const userId of userIds) {
          if (!(await isInScope(tx, c.actor, userId))) throw commonErrors.OUT_OF_SCOPE();
          await assignRoles(tx, c.actor, { userId, roleIds });
        }
        announceChange(tx, c.actor.tenantId, [user.name]);
      }),
  },
});

const inWords = (c: Context, zh: string, en: string): string => (c.locale === 'en' && en ? en : zh);

async function updateStatus(tx: Tx, c: Context, { userId, status, reason, until, roleIds }: StatusInput) {
  const { status: before, userType: type } = await findUser(tx, c.actor, userId);
  const next = status ?? (before === active ? disabled : active);
  if (until && until <= new Date()) throw statusErrors.LOCK_TIME_PAST();
  if (roleIds) {
    if (!c.can(`${user.name}:grant`)) throw commonErrors.NO_PERMISSION();
    await assignRoles(tx, c.actor, { userId, roleIds });
  }
  // Staff without a role could enter and find nothing.
  const isLetIn = before === awaitingApproval && next === active;
  if (isLetIn && type === userType.is.staff && (await roleKeysOf(tx, userId)).length === 0)
    throw statusErrors.ROLE_NEEDED();
  // A bare switch of the enabled state says at least whose it was; a refusal is told to who was refused.
  const because = reason || (next === active || before === awaitingApproval ? '' : c.actor.account);
  const changed = await changeStatus(tx, c.actor, {
    userId,
    status: next,
    reason: because,
    ...(until ? { until } : {}),
  });
  announceChange(tx, c.actor.tenantId, [user.name]);
  return { id: changed.id, status: changed.status };
}

async function resetSecondFactor(
  c: Context,
  { userId, reason }: { userId: bigint; reason: string },
): Promise<undefined> {
  const { account } = await c.tx(async (tx) => {
    const changed = await resetTwoFactor(tx, c.actor, { userId });
    await sendMessage(tx, c.actor, {
      to: { userIds: [userId] },
      key: 'SECOND_FACTOR_RESET',
      params: { reason },
      route: '/info/index?tab=security',
    });
    announceChange(tx, c.actor.tenantId, [user.name]);
    return changed;
  });
  const data = { userId, account, reason };
  c.app.audit.usual({ level: 'warn', id: 'SECOND_FACTOR_RESET', data, request: c.request, actor: c.actor });
}

async function resetAttempts(c: Context, { userId }: { userId: bigint }): Promise<undefined> {
  const { account } = await c.tx(async (tx) => {
    const freed = await forgetAttempts(tx, c.actor, userId);
    announceChange(tx, c.actor.tenantId, [user.name]);
    return freed;
  });
  const data = { userId, account };
  c.app.audit.usual({ level: 'warn', id: 'SIGN_IN_ATTEMPTS_RESET', data, request: c.request, actor: c.actor });
}

/** Only what was given, and only of one's own row: account, role, status and tenant are not in the contract's input. */
function changeInfo(c: Context, { avatar, realName, name, phone, email, serviceAddress }: Change): Promise<void> {
  const change = { avatar, realName, name, phone, email, serviceAddress };
  return c.tx(async (tx) => {
    const { actor, app } = c;
    const mine = eq(users.id, actor.userId);
    const [before] = await tx.select({ phone: users.phone, avatar: users.avatar }).from(users).where(mine);
    // A number from before this rule (an agent's foreign one) may stay as it is.
    const isNewPhone = change.phone !== undefined && (change.phone === '' || change.phone !== before?.phone);
    const problem = isNewPhone ? phoneProblem(change.phone) : undefined;
    if (problem) throw named('phone', problem);
    const isNewPicture = change.avatar !== undefined && change.avatar !== before?.avatar;
    if (change.avatar && isNewPicture) await storeAvatar(app.files, actor, change.avatar);
    await tx
      .update(users)
      .set({ ...change, updateUser: actor.userId, updateTime: new Date() })
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
