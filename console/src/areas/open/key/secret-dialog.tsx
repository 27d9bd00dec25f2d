import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import { showSuccess, showWarning } from '../../../kit/feedback.tsx';
import { copyText } from '../../../kit/fields/copy.tsx';
import { useText } from '../../../kit/i18n.ts';
import styles from './key.module.css';

interface SecretDialogProps {
  readonly title: Text;
  readonly secret: string;
  readonly hint: Text;
  readonly onClose: () => void;
}

/** Shows a secret this one time. It closes only by saying that it is kept. */
export function SecretDialog({ title, secret, hint, onClose }: SecretDialogProps) {
  const t = useText();
  const copy = async () => {
    if (await copyText(secret)) showSuccess({ zh: '已复制', en: 'Copied' });
    else showWarning({ zh: '无法复制，请手动选择', en: 'Could not copy; please select and copy it yourself' });
  };
  return (
    <Modal
      open
      centered
      title={t(title)}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <div className="kit-footer">
          <Button onClick={() => void copy()}>{t({ zh: '复制', en: 'Copy' })}</Button>
          <Button type="primary" onClick={onClose}>
            {t({ zh: '我已保存', en: 'I have saved it' })}
          </Button>
        </div>
      }
    >
      <p>{t(hint)}</p>
      <code className={styles.secret ?? ''}>{secret}</code>
    </Modal>
  );
}
