import { tenant } from '@trade-assistant/contract/areas/system/tenant.ts';
import type { CallData, WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Descriptions from 'antd/es/descriptions';
import Modal from 'antd/es/modal';
import Typography from 'antd/es/typography';
import { useState } from 'react';
import { call } from '../../../kit/client/call.ts';
import { showError } from '../../../kit/feedback.tsx';
import { useText } from '../../../kit/i18n.ts';

interface Props {
  readonly rows: readonly WireRowOf<typeof tenant>[];
  readonly onClose: () => void;
}

/** Asks first, since the old password ends with it; then shows the new one, which is told nowhere else. */
export default function PasswordDialog({ rows, onClose }: Props) {
  const t = useText();
  const [given, setGiven] = useState<CallData<typeof tenant, 'administrator', 'in'>>();
  const [isBusy, setBusy] = useState(false);
  const [row] = rows;
  const renew = async () => {
    if (!row) return;
    setBusy(true);
    try {
      setGiven(await call(tenant, 'administrator', { id: row.id }));
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`${t({ zh: '重置管理员密码', en: "Reset the administrator's password" })} · ${row?.tenantName ?? ''}`}
      mask={{ closable: false }}
      onCancel={onClose}
      onOk={() => (given ? onClose() : void renew())}
      okText={given ? t({ zh: '我已记下', en: 'I have noted it' }) : t({ zh: '生成新密码', en: 'Make a new password' })}
      cancelText={t({ zh: '取消', en: 'Cancel' })}
      {...(given ? { cancelButtonProps: { style: { display: 'none' } } } : {})}
      confirmLoading={isBusy}
    >
      {given ? (
        <>
          <Alert
            type="warning"
            showIcon
            title={t({
              zh: '密码只显示这一次，首次登录后须修改',
              en: 'It is shown this once, and changed at the first sign-in',
            })}
          />
          <Descriptions
            column={1}
            style={{ marginBlockStart: 16 }}
            items={[
              { key: 'tenant', label: t({ zh: '租户编号', en: 'Tenant ID' }), children: given.tenantId },
              { key: 'account', label: t({ zh: '账号', en: 'Account' }), children: given.account },
              {
                key: 'password',
                label: t({ zh: '密码', en: 'Password' }),
                children: (
                  <Typography.Text code copyable>
                    {given.password}
                  </Typography.Text>
                ),
              },
            ]}
          />
        </>
      ) : (
        <p>
          {t({
            zh: '原密码立即失效，管理员在各处退出登录',
            en: 'The old password ends at once, and the administrator is signed out everywhere',
          })}
        </p>
      )}
    </Modal>
  );
}
