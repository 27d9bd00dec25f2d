import Button from 'antd/es/button';
import { useState } from 'react';
import { showError } from '../feedback.tsx';
import { useText } from '../i18n.ts';

/** Offers to load what somebody else has changed meanwhile, when a form that replaces a whole set was refused for it. */
export function RenewSets({ onRenew }: { readonly onRenew: () => Promise<void> }) {
  const t = useText();
  const [isBusy, setBusy] = useState(false);
  return (
    <p>
      <Button
        type="primary"
        loading={isBusy}
        onClick={async () => {
          setBusy(true);
          try {
            await onRenew();
          } catch (error) {
            showError(error);
          } finally {
            setBusy(false);
          }
        }}
      >
        {t({ zh: '载入最新内容', en: 'Load current version' })}
      </Button>{' '}
      <span className="kit-weak">
        {t({ zh: '您勾选与取消的会保留，请核对后再保存', en: 'Your selections are kept; check them and save again' })}
      </span>
    </p>
  );
}
