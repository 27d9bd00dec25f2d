import Modal from 'antd/es/modal';
import { useFocusBack } from '../../kit/focus-back.ts';
import { useText } from '../../kit/i18n.ts';

const PLACE = '/info/index?tab=security';

/** Shown when the operator requires two-step verification and the user has none: leads to its setup. */
export default function SetUpFactorDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  useFocusBack();
  return (
    <Modal
      open
      centered
      width={416}
      title={t({ zh: '请先开启两步验证', en: 'Set up two-step verification first' })}
      okText={t({ zh: '去开启', en: 'Set up' })}
      cancelText={t({ zh: '以后再说', en: 'Later' })}
      // The kit is above the router: this address reloads the page.
      okButtonProps={{ href: PLACE }}
      onCancel={onClose}
    >
      <p>
        {t({
          zh: '管理员要求：提现、修改收款账户、调账、复核和大量导出前，账号须开启两步验证。开启只需一分钟，用手机上的身份验证器扫码即可。',
          en: 'Two-step verification is required for withdrawals, payees, adjustments, approvals and large exports. Setup takes a minute: scan a code with an authenticator app.',
        })}
      </p>
    </Modal>
  );
}
