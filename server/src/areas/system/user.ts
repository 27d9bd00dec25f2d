import { user } from '@trade-assistant/contract/areas/system/user.ts';
import { userStatus, userType } from '@trade-assistant/contract/dictionaries.ts';
import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import { toPage } from '@trade-assistant/contract/kit/page.ts';
import type { InputOf } from '@trade-assistant/contract/kit/resource.ts';
import { and, ne, type SQL, sql } from 'drizzle-orm';
import { askErasure } from '../../engines/customers/erasure/index.ts';
import { sendMessage } from '../../engines/office/messages/index.ts';
import {
  ADMINISTRATOR,
  accessSummaries,
  assertAdministratorRemains,
  assertCanManage,
  assertLeader,
  assertQuota,
  changeInviteCode,
  changeOwnPassword,
  findUser,
  identityErrors,
  importUsersJob,
  likelyDuplicates,
  nameColumns,
  newStaff,
  registerGuest,
  roleChoices,
  ruledUsers,
  searchStaff,
  setDuties,
  staffChoices,
  startUserImport,
  type UserRow,
  users,
  userTemplate,
} from '../../engines/people/identity/index.ts';
import { systemActor } from '../../kernel/auth/actor.ts';
import { endSessions } from '../../kernel/auth/changes.ts';
import { type Context, fileAnswer } from '../../kernel/http/context.ts';
import type { Job } from '../../kernel/jobs/index.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import type { Reference } from '../../kernel/resource/references.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { firstPassword, grant, granted, resetAttempts, resetPasswords, unlock, updateStatus } from './user/access.ts';
import { changeInfo, ownInfo } from './user/own.ts';
import { adjustBalances, platformDetail, updatePlatform } from './user/platform.ts';
import { resetSecondFactor, secondFactorApproval } from './user/second-factor.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Selects people of a department or its descendants. */
const inDepartment = (deptId: bigint) => sql`exists (
  select from sys_user_dept ud join sys_dept d on d.id = ud.dept_id and d.deleted_at is null
  join sys_dept above on above.id = ${deptId} and above.tenant_id = ${users.tenantId} and above.deleted_at is null
  where ud.user_id = ${users.id} and d.path like above.path || '%')`;
const withRole = (roleId: bigint) =>
  sql`exists (select from sys_user_role ur where ur.user_id = ${users.id} and ur.role_id = ${roleId})`;
const withPost = (postId: bigint) =>
  sql`exists (select from sys_user_post up where up.user_id = ${users.id} and up.post_id = ${postId})`;

const asked = (value: unknown, condition: (id: bigint) => SQL): SQL | undefined =>
  typeof value === 'bigint' ? condition(value) : undefined;

const registrationErrors = defineErrors({
  TENANT_NEEDED: { status: 400, zh: '请先输入租户编号', en: 'Enter the tenant ID first' },
  ACCOUNT_NEEDED: { status: 400, zh: '请输入账号名称', en: 'Enter an account name' },
  PASSWORD_NEEDED: { status: 400, zh: '请输入密码和确认密码', en: 'Enter the password and confirm it' },
});

/** References that prevent the removal of a user: people they lead, accounts below them, and money. */
const usedBy: readonly Reference[] = [
  {
    what: { zh: '下属', en: 'team members', one: 'person they lead' },
    from: sql`sys_user u`,
    column: sql`u.leader_id`,
    called: sql`u.real_name`,
    where: (_actor, rows) => sql`u.deleted_at is null and u.id <> all(${idsOf(rows)}::bigint[])`,
  },
  {
    what: { zh: '下级账号', en: 'sub-accounts', one: 'account below' },
    from: sql`sys_user u`,
    column: sql`u.parent_id`,
    called: sql`u.account`,
    where: (_actor, rows) => sql`u.deleted_at is null and u.id <> all(${idsOf(rows)}::bigint[])`,
  },
  {
    what: {
      zh: '未结清的钱包（子账号请先由上级收回余额）',
      en: 'wallets with a balance (the parent agent reclaims a sub-user’s balance first)',
      one: 'wallet that is not empty (the agent above reclaims a sub-user’s balance first)',
    },
    from: sql`fin_wallet w`,
    column: sql`w.user_id`,
    where: () => sql`w.balance <> 0`,
  },
];
const idsOf = (rows: readonly Readonly<Record<string, unknown>>[]) => sql.param(rows.map(({ id }) => String(id)));

interface Passwords {
  readonly password?: string | undefined;
  readonly password2?: string | undefined;
}
type Input = Partial<InputOf<typeof user>>;

export const approvals = [secondFactorApproval];

export const jobs: readonly Job[] = [importUsersJob] as unknown as readonly Job[];

export default resourceRoutes(user, users, {
  scope: 'owner',
  rows: () => ne(users.userType, userType.is.appUser),
  ruled: ruledUsers,
  asked: ({ deptId, roleId, postId }) =>
    and(asked(deptId, inDepartment), asked(roleId, withRole), asked(postId, withPost)),
  computed: {
    fields: [
      ...(['roleIds', 'roleName', 'deptIds', 'deptName', 'postIds', 'postName', 'leaderName'] as const),
      ...(['tenantName', 'providers', 'hasSecondFactor', 'restUntil'] as const),
    ],
    fill: completed,
  },
  usedBy,
  beforeSave: async (c, tx, input, existing) => {
    if (existing) await assertCanManage(tx, c.actor, existing);
    else await assertQuota(tx, c.actor.tenantId);
    if (input.leaderId !== undefined && input.leaderId !== null)
      await assertLeader(tx, c.actor, existing, input.leaderId);
    const { password, password2, ...form } = input as Input & Passwords;
    const columns = columnsOf(form, existing?.realName ?? '');
    if (!password) return existing ? columns : { ...columns, ...newStaff() };
    return { ...columns, ...newStaff(), ...(await firstPassword(c, { password, password2 }, existing ?? form)) };
  },
  afterSave: async (c, tx, row, input) => {
    await setDuties(tx, c.actor, row, input);
  },
  beforeRemove: async (c, tx, rows) => {
    if (rows.some(({ id }) => id === c.actor.userId)) throw identityErrors.REMOVE_OWN();
    await assertAdministratorRemains(tx, ...rows);
    for (const row of rows) {
      await assertCanManage(tx, c.actor, row);
      await endSessions(tx, { userId: row.id }, 'removed');
    }
  },
  actions: {
    erase: (c, input) => c.tx((tx) => askErasure(tx, c.actor, input)),
    info: ownInfo,
    'update-info': changeInfo,
    'update-password': async (c, input) => {
      const endedSessions = await changeOwnPassword(c.app.db, c.actor, input);
      // The next call may arrive before this node is notified of its own change, and would still require a new
      // password.
      c.app.sessions.forget();
      return { endedSessions };
    },
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
        announceChange(tx, tenantId, user);
        return { id: opened.id, account: opened.account, status: opened.status };
      });
    },
    'update-status': (c, input) => c.tx((tx) => updateStatus(tx, c, input)),
    'reset-second-factor': resetSecondFactor,
    'reset-attempts': resetAttempts,
    'reset-password': resetPasswords,
    import: (c, { isCovered }) =>
      c.tx(async (tx) => {
        const input = { file: c.upload(), isCovered: isCovered === 1, locale: c.locale };
        const { taskNo } = await startUserImport(tx, c.actor, input);
        return { taskNo };
      }),
    template: async () => fileAnswer({ name: '用户导入模板 User import.xlsx', type: XLSX, stream: userTemplate() }),
    unlock,
    'role-choices': (c, input) => c.app.db.tx((tx) => roleChoices(tx, c.actor, input)),
    'leader-choices': (c, input) => c.app.db.tx((tx) => staffChoices(tx, c.actor, input)),
    granted,
    grant,
    duplicates: (c, { userId }) =>
      c.app.db.tx(async (tx) => likelyDuplicates(tx, c.actor, await findUser(tx, c.actor, userId))),
    'search/user': async (c, input) => {
      const isEnglish = c.locale === 'en';
      const { records, total } = await c.app.db.tx((tx) => searchStaff(tx, c.actor, { ...input, isEnglish }));
      return toPage(records, total, input);
    },
    'platform-detail': platformDetail,
    'update-platform': updatePlatform,
    'web/manual-update-balance': adjustBalances,
    'invite-code': async (c) => {
      const own = await c.app.db.tx((tx) => findUser(tx, c.actor, c.actor.userId));
      return { inviteCode: own.inviteCode };
    },
    'invite-code/update': (c, { inviteCode }) =>
      c.tx(async (tx) => ({ inviteCode: await changeInviteCode(tx, c.actor, inviteCode) })),
  },
});

/** Returns the columns of a form; the display name defaults to the real name. */
function columnsOf({ roleIds: _roles, deptIds: _depts, postIds: _posts, ...input }: Input, realName: string) {
  const isUnnamed = input.name === null || (realName === '' && !input.name);
  const columns = isUnnamed ? { ...input, name: input.realName ?? realName } : input;
  const named = input.realName === undefined ? {} : nameColumns(input.realName);
  return { ...columns, ...named } as Partial<typeof users.$inferInsert>;
}

async function completed(c: Context, rows: UserRow[]) {
  const summaries = await accessSummaries(
    c.app.db.drizzle,
    rows.map(({ id }) => id),
  );
  const nameOfSource = new Map(c.app.social.sources.map(({ source, name }) => [source, name]));
  const words = (named: readonly { name: string; nameEn: string }[]) =>
    named.map(({ name, nameEn }) => (c.locale === 'en' && nameEn ? nameEn : name)).join(', ');
  const ids = (named: readonly { id: string }[]) => named.map(({ id }) => BigInt(id));
  return rows.map(({ id }) => {
    const found = summaries.get(id);
    const { roles = [], depts = [], posts = [], sources = [] } = found ?? {};
    return {
      roleIds: ids(roles),
      roleName: words(roles),
      deptIds: ids(depts),
      deptName: words(depts),
      postIds: ids(posts),
      postName: words(posts),
      tenantName: found?.tenant ?? null,
      leaderName: found?.leader ?? null,
      providers: sources.map((source) => nameOfSource.get(source) ?? source).join(', '),
      hasSecondFactor: found?.hasSecondFactor ? 1 : 0,
      restUntil: found?.restUntil ?? null,
    };
  });
}
