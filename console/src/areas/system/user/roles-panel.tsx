import { user } from '@trade-assistant/contract/areas/system/user.ts';
import Form from 'antd/es/form';
import { call } from '../../../kit/client/call.ts';
import { useCall } from '../../../kit/client/query.ts';
import { useText } from '../../../kit/i18n.ts';
import { SetsPanel } from '../../../kit/parts/sets-panel.tsx';
import { RoleSelect } from './role-select.tsx';

interface Props {
  readonly users: readonly { readonly id: string; readonly realName?: string }[];
  readonly onClose: () => void;
}

/** Replaces the roles of one or several users. For several users it starts empty, because their roles may differ. */
export default function RolesPanel({ users, onClose }: Props) {
  const t = useText();
  const userIds = users.map(({ id }) => id).join(',');
  const granted = useCall(user, 'granted', { userIds }, { staleMillis: 0 });
  return (
    <SetsPanel
      title={`${t({ zh: '分配角色', en: 'Assign roles' })} · ${users[0]?.realName ?? ''}${
        users.length > 1 ? t({ zh: '等 {n} 人', en: ' and others, {n} in total' }, { n: users.length }) : ''
      }`}
      width={480}
      names={['roleIds']}
      current={granted}
      setsOf={({ roleIds, digest }) => ({ digest, sets: { roleIds: users.length === 1 ? roleIds : [] } })}
      send={({ roleIds }, digest, idempotencyKey) =>
        call(user, 'grant', { userIds, roleIds: roleIds.join(','), digest }, { idempotencyKey })
      }
      done={{ zh: '角色已更新', en: 'Roles changed' }}
      invalidates={[user]}
      onClose={onClose}
    >
      {(_, initial) => (
        <Form.Item
          name="roleIds"
          label={t({ zh: '角色', en: 'Roles' })}
          initialValue={initial('roleIds')}
          rules={[{ required: true, message: t({ zh: '请选择角色', en: 'Choose a role' }) }]}
        >
          <RoleSelect />
        </Form.Item>
      )}
    </SetsPanel>
  );
}
