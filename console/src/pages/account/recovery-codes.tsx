import Button from 'antd/es/button';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { saveAs } from '../../kit/client/download.ts';
import { showSuccess } from '../../kit/feedback.tsx';
import { copyText } from '../../kit/fields/copy.tsx';
import { useText } from '../../kit/i18n.ts';
import styles from './info.module.css';
import { infoWords } from './words.ts';

/** Recovery codes, this one time. It closes only by saying that they are kept. */
export default function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useText();
  const [isOpen, setOpen] = useState(true);
  const text = codes.join('\n');
  return (
    <Modal
      open={isOpen}
      width={440}
      title={t(infoWords.codesTitle)}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      afterClose={onClose}
      footer={
        <div className="kit-footer">
          <Button onClick={() => void copyText(text).then((isDone) => isDone && showSuccess(infoWords.copied))}>
            {t(infoWords.copyAll)}
          </Button>
          <Button
            onClick={() =>
              saveAs(new Blob([`${text}\n`], { type: 'text/plain' }), 'trade-assistant-recovery-codes.txt')
            }
          >
            {t(infoWords.download)}
          </Button>
          <Button type="primary" onClick={() => setOpen(false)}>
            {t(infoWords.codesKept)}
          </Button>
        </div>
      }
    >
      <p className={styles.hint}>{t(infoWords.codesOnce)}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Modal>
  );
}
