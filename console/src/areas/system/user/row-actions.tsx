import { user } from '@trade-assistant/contract/areas/system/user.ts';
import { userPlatform } from '@trade-assistant/contract/areas/system/user-fields.ts';
import { userStatus, userType } from '@trade-assistant/contract/dictionaries.ts';
import { dict, refs, textarea, time } from '@trade-assistant/contract/kit/field.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { ERASURE_ASKED, eraseFields, eraseQuestion } from '../../../features/erasure/erasure.ts';
import { useSession } from '../../../kit/client/session.ts';
import type { NamedFields, Values } from '../../../kit/form/values.ts';
import { lazyWithRetry } from '../../../kit/lazy-with-retry.tsx';
import type { RowAction } from '../../../kit/list/types.ts';
import { RoleSelect } from './role-select.tsx';

const AccessPanel = lazyWithRetry(() => import('../access/access-panel.tsx'));
const ResetPanel = lazyWithRetry(() => import('./reset-panel.tsx'));
const RolesPanel = lazyWithRetry(() => import('./roles-panel.tsx'));

const { active, disabled, locked, awaitingApproval } = userStatus.is;
const GRANT_PERMISSION = 'system/user:grant';

type User = WireRowOf<typeof user>;

const can = (permission: string): boolean => useSession.getState().permissions.has(permission);

const roles: NamedFields = {
  roleIds: {
    ...refs({ resource: user.name, call: 'role-choices' }, { label: { zh: '角色', en: 'Roles' }, required: true }),
    input: RoleSelect,
  },
};
const reason = (label: { zh: string; en: string }): NamedFields => ({
  reason: textarea({ label, max: 200, required: true }),
});

const platform: NamedFields = {
  userType: dict(userPlatform, { label: { zh: '用户平台', en: 'Platform' }, required: true }),
  userExt: user.fields.userExt,
};
/** Roles as they travel: their ids, comma-joined. */
const joined = ({ roleIds, ...values }: Values): Values =>
  Array.isArray(roleIds) ? { ...values, roleIds: roleIds.join(',') } : { ...values, ...(roleIds ? { roleIds } : {}) };
const rolesOf = ([row]: readonly User[]): Values => (row?.roleIds?.length ? { roleIds: row.roleIds } : {});

export const isSelf = (row: User): boolean => row.id === useSession.getState().user?.userId;
export const isStaff = (row: User): boolean => row.userType === userType.is.staff;
/** Returns whether a user is staff without any role so far: pending, or rejected and approved later. */
const isToApprove = (row: User): boolean =>
  row.status === awaitingApproval || (row.status === disabled && row.refusedAt !== null);

/** Actions on a user. */
export const rowActions: readonly RowAction<User, keyof typeof user.calls>[] = [
  {
    key: 'approve',
    label: { zh: '通过', en: 'Approve' },
    permission: 'status',
    isOffered: isToApprove,
    confirm: ([row]) => ({
      zh: `通过后，${row?.realName}（${row?.account}）即可登录。`,
      en: `${row?.realName} (${row?.account}) will be able to sign in.`,
    }),
    // A user without the permission to grant roles approves with the roles prepared by another.
    fields: ([row]) => (row && isStaff(row) && can(GRANT_PERMISSION) ? roles : {}),
    initial: rolesOf,
    call: 'update-status',
    input: ([row], values) => ({ userId: row?.id, status: active, ...joined(values) }),
    done: { zh: '已通过', en: 'Approved' },
  },
  {
    key: 'refuse',
    label: { zh: '拒绝', en: 'Reject' },
    permission: 'status',
    isDangerous: true,
    isOffered: ({ status }) => status === awaitingApproval,
    confirm: ([row]) => ({
      zh: `${row?.realName}（${row?.account}）下次登录时会看到拒绝原因。`,
      en: `${row?.realName} (${row?.account}) sees the reason at the next sign-in.`,
    }),
    fields: reason({ zh: '拒绝原因', en: 'Reason' }),
    call: 'update-status',
    input: ([row], values) => ({ userId: row?.id, status: disabled, ...values }),
    done: { zh: '已拒绝', en: 'Rejected' },
  },
  {
    key: 'reset-attempts',
    label: { zh: '解除限制', en: 'Lift restriction' },
    permission: 'status',
    isOffered: ({ restUntil }) => restUntil !== null,
    confirm: ([row]) => ({
      zh: `${row?.account} 的密码或验证码多次输错，${row?.restUntil} 前不能登录。请先确认是 ${row?.realName} 本人在尝试；解除后可立即重试。`,
      en: `Too many wrong passwords or codes were entered for ${row?.account}; sign-in is blocked until ${row?.restUntil}. Confirm that it was ${row?.realName}; after lifting they can try again immediately.`,
    }),
    call: 'reset-attempts',
    input: ([row]) => ({ userId: row?.id }),
    done: { zh: '已解除', en: 'Restriction lifted' },
  },
  {
    key: 'reset-second-factor',
    label: { zh: '重置两步验证', en: 'Reset two-step verification' },
    permission: 'reset-second-factor',
    isDangerous: true,
    isOffered: (row) => row.hasSecondFactor === 1 && !isSelf(row),
    confirm: ([row]) => ({
      zh: `请先通过其他途径确认是 ${row?.realName} 本人。重置后只凭密码即可登录 ${row?.account}，其所有登录会立即退出。有复核权限的账号须由另一人复核后才会重置，本人会收到通知。`,
      en: `Confirm the identity of ${row?.realName} by other means first. Afterwards the password alone opens ${row?.account}, and all sessions end immediately. For users who may approve requests, a second person must approve; ${row?.realName} is notified.`,
    }),
    fields: reason({ zh: '重置原因', en: 'Reason' }),
    call: 'reset-second-factor',
    input: ([row], values) => ({ userId: row?.id, ...values }),
    done: { zh: '两步验证已重置', en: 'Two-step verification was reset' },
  },
  {
    key: 'roles',
    label: { zh: '角色', en: 'Roles' },
    permission: 'grant',
    on: 'both',
    isOffered: (row) => isStaff(row) && !isToApprove(row),
    panel: ({ rows, onClose }) => <RolesPanel users={rows} onClose={onClose} />,
  },
  {
    key: 'reset-password',
    label: { zh: '重置密码', en: 'Reset password' },
    permission: 'reset-password',
    on: 'both',
    isDangerous: true,
    isOffered: (row) => !isSelf(row) && row.status !== awaitingApproval,
    panel: ({ rows, onClose }) => <ResetPanel users={rows} onClose={onClose} />,
  },
  {
    key: 'erase',
    label: { zh: '注销个人信息', en: 'Erase personal data' },
    permission: 'erase',
    isDangerous: true,
    isOffered: (row) => !isSelf(row),
    confirm: eraseQuestion,
    fields: eraseFields,
    call: 'erase',
    input: ([row], values) => ({ id: row?.id, ...values }),
    done: ERASURE_ASKED,
  },
  {
    key: 'enable',
    label: { zh: '启用', en: 'Enable' },
    permission: 'status',
    isOffered: (row) => row.status === disabled && !isToApprove(row),
    confirm: ([row]) => ({ zh: `启用账号 ${row?.account}？`, en: `Enable ${row?.account}?` }),
    call: 'update-status',
    input: ([row]) => ({ userId: row?.id, status: active }),
    done: { zh: '已启用', en: 'Enabled' },
  },
  {
    key: 'unlock',
    label: { zh: '解锁', en: 'Unlock' },
    permission: 'status',
    on: 'both',
    isOffered: ({ status }) => status === locked,
    confirm: (rows) => ({
      zh: `解锁账号 ${rows.map(({ account }) => account).join('、')}？`,
      en: `Unlock ${rows.map(({ account }) => account).join(', ')}?`,
    }),
    call: 'unlock',
    input: (rows) => ({ userIds: rows.map(({ id }) => id).join(',') }),
    done: { zh: '已解锁', en: 'Unlocked' },
  },
  {
    key: 'access',
    label: { zh: '权限说明', en: 'Explain access' },
    permission: 'system/access:explain',
    isOffered: ({ status }) => status !== awaitingApproval,
    panel: ({ rows: [row], onClose }) =>
      row && <AccessPanel userId={row.id} name={`${row.realName} (${row.account})`} onClose={onClose} />,
  },
  {
    key: 'platform',
    label: { zh: '平台配置', en: 'Platform' },
    permission: 'platform',
    isOffered: ({ status }) => status !== awaitingApproval,
    fields: platform,
    initial: ([row]) => ({ userType: row?.platform, userExt: row?.userExt }),
    call: 'update-platform',
    input: ([row], { userExt, ...values }) => ({ userId: row?.id, ...values, userExt: userExt ?? '' }),
    done: { zh: '平台配置已更新', en: 'Platform settings changed' },
  },
  {
    key: 'lock',
    label: { zh: '锁定', en: 'Lock' },
    permission: 'status',
    isDangerous: true,
    isOffered: (row) => row.status === active && !isSelf(row),
    confirm: ([row]) => ({
      zh: `${row?.account} 的所有登录会立即退出，到期后自动解锁。`,
      en: `All sessions of ${row?.account} end immediately; the lock is lifted automatically at the given time.`,
    }),
    fields: {
      until: time({ label: { zh: '锁定至', en: 'Locked until' }, required: true }),
      ...reason({ zh: '锁定原因', en: 'Reason' }),
    },
    call: 'update-status',
    input: ([row], values) => ({ userId: row?.id, status: locked, ...values }),
    done: { zh: '已锁定', en: 'Locked' },
  },
  {
    key: 'disable',
    label: { zh: '停用', en: 'Disable' },
    permission: 'status',
    isDangerous: true,
    isOffered: (row) => (row.status === active || row.status === locked) && !isSelf(row),
    confirm: ([row]) => ({
      zh: `${row?.account} 的所有登录会立即退出，直到重新启用。`,
      en: `All sessions of ${row?.account} end immediately until it is enabled again.`,
    }),
    fields: reason({ zh: '停用原因', en: 'Reason' }),
    call: 'update-status',
    input: ([row], values) => ({ userId: row?.id, status: disabled, ...values }),
    done: { zh: '已停用', en: 'Disabled' },
  },
];
