import Button from 'antd/es/button';
import { useText } from '../i18n.ts';

interface LeaveFooterProps {
  readonly onDiscard: () => void;
  readonly onStay: () => void;
}

/** Replaces a form's buttons when the user is about to discard a draft: no dialog over the dialog. */
export function LeaveFooter({ onDiscard, onStay }: LeaveFooterProps) {
  const t = useText();
  return (
    <div className="kit-footer" role="alert">
      <span className="kit-footer-note">{t({ zh: '有未保存的修改', en: 'There are unsaved changes' })}</span>
      <Button danger onClick={onDiscard}>
        {t({ zh: '放弃修改', en: 'Discard' })}
      </Button>
      <Button type="primary" autoFocus onClick={onStay}>
        {t({ zh: '继续编辑', en: 'Keep editing' })}
      </Button>
    </div>
  );
}
