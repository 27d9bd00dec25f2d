import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { oauth } from '@trade-assistant/contract/areas/auth/oauth.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { textarea } from '@trade-assistant/contract/kit/field.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { REASON_MAX } from '@trade-assistant/contract/kit/transitions.ts';
import Form from 'antd/es/form';
import Radio from 'antd/es/radio';
import Space from 'antd/es/space';
import { useState } from 'react';
import { call } from '../../../kit/client/call.ts';
import { useCall } from '../../../kit/client/query.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import type { NamedFields } from '../../../kit/form/values.ts';
import { useText } from '../../../kit/i18n.ts';
import { FormPanel } from '../../../kit/parts/form-panel.tsx';
import styles from './disable-panel.module.css';

const fields: NamedFields = {
  reason: textarea({ label: { zh: '停用原因', en: 'Reason' }, max: REASON_MAX, required: true }),
};

/** Disables agents or sub-users: them alone, or for staff all accounts below as well. Shows the number of accounts. */
export default function DisablePanel({
  users,
  onClose,
}: {
  users: readonly WireRowOf<typeof agentUser>[];
  onClose: () => void;
}) {
  const t = useText();
  const [form] = Form.useForm();
  const [withBelow, setWithBelow] = useState(0);
  const { data: me } = useCall(oauth, 'user-info', {}, { staleMillis: 60_000 });
  const isStaff = me?.userType === userType.is.staff;
  const ids = users.map(({ id }) => id).join(',');
  const { data } = useCall(agentUser, 'people-below', { ids });
  const people = data?.people ?? 0;
  const names = users.map(({ realName, account }) => `${realName} (${account})`).join(', ');
  return (
    <FormPanel<{ reason: string }>
      title={t({ zh: `停用 ${names}`, en: `Disable ${names}` })}
      width={520}
      form={form}
      fields={fields}
      keptAs={{ name: 'disable', subject: ids }}
      submitText={t({ zh: '停用', en: 'Disable' })}
      onSubmit={async ({ reason }, idempotencyKey) => {
        await call(agentUser, 'disable', { ids, reason, withBelow: withBelow === 1 ? 1 : 0 }, { idempotencyKey });
        showSuccess({ zh: '已停用', en: 'Disabled' });
      }}
      invalidates={[agentUser]}
      onClose={onClose}
      before={
        <Radio.Group
          className={styles.choice ?? ''}
          aria-label={t({ zh: '停用范围', en: 'Scope' })}
          value={withBelow}
          onChange={({ target }) => setWithBelow(target.value)}
        >
          <Space orientation="vertical">
            <Radio value={0}>
              {t({ zh: '仅停用本人', en: 'Only this account' })}
              <p>
                {t({
                  zh: '本人立即退出登录。下级（{n} 人）暂停下单；余额、交付、账单和提现不受影响，租期、宽限期与套餐有效期暂停计算，启用后恢复。',
                  en: 'The account is signed out at once. Its {n} sub-accounts cannot order; money, deliveries, statements and withdrawals stay available. Leases, grace periods and packages pause until the account is enabled.',
                }).replace('{n}', String(people))}
              </p>
            </Radio>
            {isStaff && people > 0 && (
              <Radio value={1}>
                {t({ zh: '连同全部下级（{n} 人）', en: 'With all sub-accounts ({n} people)' }).replace(
                  '{n}',
                  String(people),
                )}
                <p>
                  {t({
                    zh: '{n} 人立即退出登录，启用前无法登录，余额与提现也无法查看。',
                    en: '{n} people are signed out at once. Until the account is enabled they cannot sign in, see their balance or withdraw.',
                  }).replace('{n}', String(people))}
                </p>
              </Radio>
            )}
          </Space>
        </Radio.Group>
      }
    />
  );
}
