import { user } from '@trade-assistant/contract/areas/system/user.ts';
import { userStatus, userType } from '@trade-assistant/contract/dictionaries.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Skeleton from 'antd/es/skeleton';
import { useState } from 'react';
import { call } from '../../../kit/client/call.ts';
import { invalidate, useCall } from '../../../kit/client/query.ts';
import { useText } from '../../../kit/i18n.ts';
import { Facts } from '../../../kit/list/record/facts.tsx';
import { ReviewQueue } from '../../../kit/parts/review-queue.tsx';
import { SidePanel } from '../../../kit/parts/side-panel.tsx';
import { useCan } from '../../../kit/permission.tsx';
import { RoleSelect } from './role-select.tsx';

type User = WireRowOf<typeof user>;

const { active, disabled, awaitingApproval } = userStatus.is;
const ALIKE: Readonly<Record<'email' | 'phone' | 'realName', Text>> = {
  email: { zh: '邮箱相同', en: 'same e-mail' },
  phone: { zh: '手机相同', en: 'same phone' },
  realName: { zh: '姓名相同', en: 'same name' },
};
const SHOWN = 100;

/** Pending users one after the other: approve with roles, or reject with a reason. */
export default function ReviewPanel({ onClose }: { onClose: () => void }) {
  const t = useText();
  const canGrant = useCan('system/user:grant');
  const { data } = useCall(user, 'list', { status: awaitingApproval, size: SHOWN, ascs: 'createTime' });
  const [chosen, choose] = useState<Readonly<Record<string, readonly string[]>>>({});
  const decide = async (row: User, reason: string | null, idempotencyKey: string) => {
    const roleIds = (chosen[row.id] ?? row.roleIds ?? []).join(',');
    const letIn = { status: active, ...(canGrant && isStaff(row) && roleIds ? { roleIds } : {}) } as const;
    const decision = reason === null ? letIn : ({ status: disabled, reason } as const);
    await call(user, 'update-status', { userId: row.id, ...decision }, { idempotencyKey });
    await invalidate(user);
  };
  return (
    <SidePanel title={t({ zh: '注册审核', en: 'Registrations' })} width={720} onClose={onClose}>
      {data ? (
        <ReviewQueue<User>
          items={data.records as User[]}
          evidence={() => []}
          facts={(row) => (
            <>
              <Duplicates userId={row.id} />
              <Facts resource={user} row={shown(row)} unmentioned={['roleIds', 'deptIds', 'postIds', 'leaderId']} />
              {isStaff(row) && canGrant && (
                <section className="kit-group">
                  <h2 className="kit-heading">{t({ zh: '角色', en: 'Roles' })}</h2>
                  <RoleSelect
                    aria-label={t({ zh: '角色', en: 'Roles' })}
                    value={[...(chosen[row.id] ?? row.roleIds ?? [])]}
                    onChange={(ids) => choose((before) => ({ ...before, [row.id]: ids ?? [] }))}
                  />
                </section>
              )}
            </>
          )}
          onDecide={decide}
        />
      ) : (
        <Skeleton active />
      )}
    </SidePanel>
  );
}

const isStaff = (row: User): boolean => row.userType === userType.is.staff;

/** Fields that identify the person; the others are not filled in yet. */
const shown = ({
  id,
  account,
  realName,
  phone,
  email,
  serviceAddress,
  userType: type,
  providers,
  createTime,
}: User) => ({
  ...{ id, account, realName, userType: type, createTime },
  ...Object.fromEntries(Object.entries({ phone, email, serviceAddress, providers }).filter(([, text]) => text)),
});

/** Other users who may be the same person. */
function Duplicates({ userId }: { userId: string }) {
  const t = useText();
  const { data } = useCall(user, 'duplicates', { userId });
  if (!data || data.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      className="kit-alert"
      title={t({ zh: '可能是已有账号', en: 'May be an existing account' })}
      description={
        <ul className="kit-reasons">
          {data.map(({ id, account, realName, same }) => (
            <li key={id}>
              {realName} ({account}): {same.map((kind) => t(ALIKE[kind])).join(', ')}
            </li>
          ))}
        </ul>
      }
    />
  );
}
