import { tenant } from '@trade-assistant/contract/areas/system/tenant.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Descriptions from 'antd/es/descriptions';
import Modal from 'antd/es/modal';
import Typography from 'antd/es/typography';
import { useState } from 'react';
import { call } from '../../../kit/client/call.ts';
import { showError } from '../../../kit/feedback.tsx';
import { useText } from '../../../kit/i18n.ts';

interface Props {
  readonly tenant: { readonly id: string; readonly tenantName: string };
  /** The tenant was just added, so its administrator could not sign in before. */
  readonly isFirst?: boolean;
  readonly onClose: () => void;
}

/** Asks for confirmation, because the old password becomes invalid; then shows the new one, once. */
export default function PasswordDialog({ tenant: { id, tenantName }, isFirst = false, onClose }: Props) {
  const t = useText();
  const [given, setGiven] = useState<CallData<typeof tenant, 'administrator', 'in'>>();
  const [isBusy, setBusy] = useState(false);
  const renew = async () => {
    setBusy(true);
    try {
      setGiven(await call(tenant, 'administrator', { id }));
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`${isFirst ? t({ zh: '管理员的首次密码', en: 'First administrator password' }) : t({ zh: '重置管理员密码', en: "Reset the administrator's password" })} · ${tenantName}`}
      mask={{ closable: false }}
      onCancel={onClose}
      onOk={() => (given ? onClose() : void renew())}
      okText={
        given
          ? t({ zh: '我已保存', en: 'I have saved it' })
          : isFirst
            ? t({ zh: '生成密码', en: 'Generate password' })
            : t({ zh: '生成新密码', en: 'Generate a new password' })
      }
      cancelText={isFirst ? t({ zh: '稍后', en: 'Later' }) : t({ zh: '取消', en: 'Cancel' })}
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
              en: 'Shown only once; must be changed at first sign-in',
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
          {isFirst
            ? t({
                zh: '租户已建立。生成密码后交给其管理员；也可以稍后在“重置管理员密码”中生成。',
                en: "The tenant is ready. Generate a password for its administrator now, or later with “Reset the administrator's password”.",
              })
            : t({
                zh: '原密码立即失效，管理员在各处退出登录',
                en: 'The old password stops working immediately, and the administrator is signed out everywhere',
              })}
        </p>
      )}
    </Modal>
  );
}
