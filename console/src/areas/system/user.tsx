import { auditLog } from '@trade-assistant/contract/areas/log/audit.ts';
import { user } from '@trade-assistant/contract/areas/system/user.ts';
import { userStatus } from '@trade-assistant/contract/dictionaries.ts';
import { treeRef } from '@trade-assistant/contract/kit/field.ts';
import Skeleton from 'antd/es/skeleton';
import { type ReactNode, Suspense } from 'react';
import { useSession } from '../../kit/client/session.ts';
import { Nothing, Status } from '../../kit/fields/status.tsx';
import { first, withInputs } from '../../kit/form/values.ts';
import { InlineLoadBoundary } from '../../kit/inline-load-boundary.tsx';
import { lazyWithRetry } from '../../kit/lazy-with-retry.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';
import { FirstPassword, offerFirstPassword } from './user/new-user.tsx';
import { RoleSelect } from './user/role-select.tsx';
import { isSelf, isStaff, rowActions } from './user/row-actions.tsx';
import { StatusSwitch } from './user/status-switch.tsx';
import { Waiting } from './user/waiting-users.tsx';

const DeptTree = lazyWithRetry(() => import('./user/dept-tree.tsx'));
const ImportPanel = lazyWithRetry(() => import('./user/import-panel.tsx'));
const UserRoles = lazyWithRetry(() => import('./user/user-roles.tsx'));
const UserSessions = lazyWithRetry(() => import('./user/user-sessions.tsx'));
const ReviewPanel = lazyWithRetry(() => import('./user/review-panel.tsx'));

const { awaitingApproval } = userStatus.is;

/** Chosen beside the list where there is room, and always in its search form. */
const deptId = treeRef(
  { resource: 'system/dept', call: 'select' },
  { label: { zh: '部门', en: 'Department' }, search: 'equal' },
);

const canSeeDepts = (): boolean => useSession.getState().permissions.has('system/dept:view');

/** The content of a tab is loaded when it is opened. */
function Late({ children }: { children: ReactNode }) {
  return (
    <InlineLoadBoundary>
      <Suspense fallback={<Skeleton active title={false} />}>{children}</Suspense>
    </InlineLoadBoundary>
  );
}

/** The platform's users: approval of new ones, access, and help after a lost password or device. */
export default resourcePage(user, {
  search: (fields) =>
    first({ ...fields, ...(canSeeDepts() ? { deptId } : {}) }, 'account', 'realName', 'deptId', 'status'),
  summary: ({ filters }) => (
    <>
      <Waiting filters={filters} />
      <FirstPassword />
    </>
  ),
  aside: ({ filters: { deptId: chosen, ...others }, onSearch }) =>
    canSeeDepts() && (
      <InlineLoadBoundary>
        <Suspense fallback={<section className="kit-aside" />}>
          <DeptTree
            chosen={chosen}
            onChoose={(id) => onSearch(id === undefined ? others : { ...others, deptId: id })}
          />
        </Suspense>
      </InlineLoadBoundary>
    ),
  form: {
    fields: (fields) => withInputs(fields, { roleIds: RoleSelect }),
    added: offerFirstPassword,
  },
  leading: ['account', 'realName', 'status', 'deptName', 'postName', 'roleName', 'userType', 'hasSecondFactor'],
  columns: {
    status: { render: (row) => <StatusSwitch row={row} /> },
    hasSecondFactor: {
      render: ({ hasSecondFactor }) =>
        hasSecondFactor === 1 ? <Status tone="good" words={{ zh: '已开启', en: 'On' }} /> : <Nothing />,
    },
  },
  rowActions,
  toolbarActions: [
    {
      key: 'import',
      label: { zh: '导入', en: 'Import' },
      permission: 'import',
      panel: ({ onClose }) => <ImportPanel onClose={onClose} />,
    },
    {
      key: 'review',
      label: { zh: '注册审核', en: 'Registrations' },
      permission: 'status',
      panel: ({ onClose }) => <ReviewPanel onClose={onClose} />,
    },
  ],
  // Pending users are approved or rejected; agents have their own list.
  isEditable: (row) => isStaff(row) && row.status !== awaitingApproval,
  isRemovable: (row) => !isSelf(row) && row.status !== awaitingApproval,
  tabs: [
    {
      key: 'sessions',
      label: { zh: '登录会话', en: 'Sessions' },
      permission: 'system/online:view',
      render: ({ id, realName, account }) => (
        <Late>
          <UserSessions userId={id} name={`${realName} (${account})`} />
        </Late>
      ),
    },
    {
      key: 'roles',
      label: { zh: '角色权限', en: 'Roles' },
      permission: 'system/role:view',
      render: ({ roleIds }) => (
        <Late>
          <UserRoles roleIds={roleIds ?? []} />
        </Late>
      ),
    },
    {
      key: 'deeds',
      label: { zh: '操作记录', en: 'Activity' },
      list: {
        resource: auditLog,
        filter: ({ id }) => ({ userId: id }),
        columns: ['createTime', 'title', 'objectId', 'ip'],
      },
    },
  ],
  unmentioned: ['roleIds', 'deptIds', 'postIds', 'leaderId'],
});
