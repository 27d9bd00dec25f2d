import Form from 'antd/es/form';
import Select from 'antd/es/select';
import { useSession } from '../../kit/client/session.ts';
import { useLocale, useText } from '../../kit/i18n.ts';
import { FormDialog } from '../../kit/parts/form-dialog.tsx';
import { initialSelection, type RoleSelection, type RoleSessions, switchTo } from './role-session.ts';

interface Props {
  readonly duties: RoleSessions;
  /** Right after a sign-in the last choice is preselected. */
  readonly isAtSignIn: boolean;
  /** Called after the switch: menu, tabs and all data loaded with other permissions have to be loaded again. */
  readonly onSwitched: () => void;
  readonly onClose: () => void;
}

/** Asks as which department and role to work. */
export default function RoleSwitchDialog({ duties, isAtSignIn, onSwitched, onClose }: Props) {
  const t = useText();
  const locale = useLocale();
  const userId = useSession(({ user }) => user?.userId);
  const optionsOf = (some: RoleSessions['depts'], all: string) => [
    { value: '', label: all },
    // Without the mode the session can only be widened again.
    ...(duties.isOn === 1
      ? some.map(({ id, name, nameEn }) => ({ value: id, label: locale === 'en' ? nameEn : name }))
      : []),
  ];
  const isOffered = ({ length }: RoleSessions['depts'], id: string | null) => length > 1 || id !== null;
  return (
    <FormDialog<RoleSelection & Record<string, unknown>>
      width={416}
      title={t({ zh: '选择机构与角色', en: 'Choose department and role' })}
      submitText={t({ zh: '确定', en: 'Continue' })}
      initial={duties.isOn === 1 ? { ...initialSelection(duties, userId, isAtSignIn) } : { deptId: '', roleId: '' }}
      onSubmit={async ({ deptId, roleId }, idempotencyKey) => {
        await switchTo({ deptId: deptId ?? '', roleId: roleId ?? '' }, userId, idempotencyKey);
        onSwitched();
      }}
      onClose={onClose}
      before={
        <p className="kit-weak">
          {t({
            zh: '之后只拥有所选机构与角色的权限，可随时切换。',
            en: 'You then have the permissions of your selection only. You can switch at any time.',
          })}
        </p>
      }
      content={
        <>
          {isOffered(duties.roles, duties.roleId) && (
            <Form.Item name="roleId" label={t({ zh: '角色', en: 'Role' })}>
              <Select options={optionsOf(duties.roles, t({ zh: '全部角色', en: 'All my roles' }))} />
            </Form.Item>
          )}
          {isOffered(duties.depts, duties.deptId) && (
            <Form.Item name="deptId" label={t({ zh: '机构', en: 'Department' })}>
              <Select options={optionsOf(duties.depts, t({ zh: '全部机构', en: 'All my departments' }))} />
            </Form.Item>
          )}
        </>
      }
    />
  );
}
