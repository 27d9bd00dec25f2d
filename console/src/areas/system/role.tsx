import { BUILT_IN_ROLES, role } from '@trade-assistant/contract/areas/system/role.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';
import { ComparedRoles } from './role/compared.tsx';
import { Holders } from './role/holders.tsx';
import { RoleGrants } from './role/role-grants.tsx';

const GrantPanel = lazyWithRetry(() => import('./role/grant-panel.tsx'));
const { roleName, roleNameEn, roleAlias } = role.fields;

/** Roles: their permissions, their users, and a comparison of two roles. */
export default resourcePage(role, {
  form: { next: 'grant' },
  rowActions: [
    {
      key: 'grant',
      label: { zh: '权限设置', en: 'Grant' },
      permission: 'grant',
      isOffered: (row) => row.roleAlias !== 'administrator',
      panel: ({ rows: [row], onClose }) => row && <GrantPanel row={row} onClose={onClose} />,
    },
    {
      key: 'copy',
      label: { zh: '复制', en: 'Copy' },
      permission: 'grant',
      isOffered: (row) => row.roleAlias !== 'administrator',
      fields: { roleName, roleNameEn, roleAlias },
      initial: ([row]) => ({ roleName: `${row?.roleName} 2`, roleNameEn: `${row?.roleNameEn} 2` }),
      call: 'copy',
      input: ([row], values) => ({ id: row?.id, ...values }),
      done: { zh: '已复制，权限与原角色相同', en: 'Copied, including permissions' },
    },
  ],
  isRemovable: (row) => !BUILT_IN_ROLES.includes(row.roleAlias),
  tabs: [
    { key: 'given', label: { zh: '权限', en: 'Permissions' }, render: (row) => <RoleGrants roleId={row.id} /> },
    { key: 'users', label: { zh: '用户', en: 'Users' }, render: (row) => <Holders roleId={row.id} /> },
    { key: 'compare', label: { zh: '比较', en: 'Compare' }, render: (row) => <ComparedRoles role={row} /> },
  ],
});
