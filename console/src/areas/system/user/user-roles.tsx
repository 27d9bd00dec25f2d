import { useText } from '../../../kit/i18n.ts';
import { RoleGrants } from '../role/role-grants.tsx';

/** The roles of a user and their permissions. */
export default function UserRoles({ roleIds }: { roleIds: readonly string[] }) {
  const t = useText();
  if (roleIds.length === 0)
    return <p className="kit-weak">{t({ zh: '没有角色，因此没有权限', en: 'No role, so no permissions' })}</p>;
  return roleIds.map((id) => <RoleGrants key={id} roleId={id} isNamed />);
}
