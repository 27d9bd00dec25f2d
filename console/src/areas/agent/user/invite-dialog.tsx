import { user } from '@trade-assistant/contract/areas/system/user.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import Popconfirm from 'antd/es/popconfirm';
import QRCode from 'antd/es/qr-code';
import Spin from 'antd/es/spin';
import { useState } from 'react';
import { call } from '../../../kit/client/call.ts';
import { messageOf } from '../../../kit/client/call-error.ts';
import { invalidate, useCall } from '../../../kit/client/query.ts';
import { useSession } from '../../../kit/client/session.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { Copyable } from '../../../kit/fields/copy.tsx';
import { useText } from '../../../kit/i18n.ts';
import styles from './invite-dialog.module.css';

/** The link by which others register below the reader, as text and as a picture for phones. */
export default function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText();
  const tenantId = useSession((session) => session.user?.tenantId ?? '');
  const { data, error } = useCall(user, 'invite-code', {}, { staleMillis: 0 });
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const change = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await call(user, 'invite-code/update', {});
      await invalidate(user.name);
      showSuccess({ zh: '已更换，旧链接不再可用', en: 'Changed. The old link no longer works' });
    } catch (refusal) {
      setFailure(messageOf(refusal));
    } finally {
      setBusy(false);
    }
  };
  const link = data && `${window.location.origin}/register?tenant=${tenantId}&code=${data.inviteCode}`;
  const problem = failure ?? (error ? messageOf(error) : undefined);
  return (
    <Modal
      open
      centered
      title={t({ zh: '邀请代理', en: 'Invite an agent' })}
      footer={
        <>
          <Popconfirm
            title={t({
              zh: '更换后，已发出的链接和邀请码不再可用。',
              en: 'Links and codes you have sent stop working.',
            })}
            okText={t({ zh: '更换', en: 'Change' })}
            cancelText={t({ zh: '取消', en: 'Cancel' })}
            onConfirm={change}
          >
            <Button loading={isBusy}>{t({ zh: '更换邀请码', en: 'Change the code' })}</Button>
          </Popconfirm>
          <Button type="primary" onClick={onClose}>
            {t({ zh: '完成', en: 'Done' })}
          </Button>
        </>
      }
      onCancel={onClose}
    >
      <p className="kit-weak">
        {t({
          zh: '将链接发给对方，由其自行填写账号；管理员审核通过后，成为您的直接下级。',
          en: 'Send this link. The agent chooses an account; once an administrator approves it, it becomes your direct sub-account.',
        })}
      </p>
      {problem === undefined ? null : <Alert type="error" showIcon title={problem} />}
      {link === undefined || problem !== undefined ? (
        <Spin spinning={problem === undefined} />
      ) : (
        <div className={styles.invitation ?? ''}>
          {/* A picture of the link beside it: nothing more to hear. */}
          <div aria-hidden="true">
            <QRCode value={link} size={160} bordered={false} color="#000" bgColor="#fff" />
          </div>
          <dl className={styles.facts ?? ''}>
            <dt className="kit-weak">{t({ zh: '注册链接', en: 'Link' })}</dt>
            <dd>
              <Copyable text={link} />
            </dd>
            <dt className="kit-weak">{t({ zh: '邀请码', en: 'Invite code' })}</dt>
            <dd>
              <Copyable text={data?.inviteCode ?? ''} />
            </dd>
          </dl>
        </div>
      )}
    </Modal>
  );
}
