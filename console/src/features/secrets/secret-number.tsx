import Button from 'antd/es/button';
import { useState } from 'react';
import { messageOf } from '../../kit/client/call-error.ts';
import { showError } from '../../kit/feedback.tsx';
import { Copyable } from '../../kit/fields/copy.tsx';
import { useText } from '../../kit/i18n.ts';

interface SecretNumberProps {
  readonly last4: string;
  /** Fetches the full number. */
  readonly reveal: () => Promise<string>;
}

/** The last digits of a secret number, and a button that reveals all of it; the server logs each reveal. */
export function SecretNumber({ last4, reveal }: SecretNumberProps) {
  const t = useText();
  const [number, setNumber] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const show = async () => {
    setBusy(true);
    try {
      setNumber(await reveal());
    } catch (error) {
      showError(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  if (number !== undefined) return number ? <Copyable text={number} /> : '–';
  return (
    <>
      •••• {last4}{' '}
      <Button size="small" type="link" loading={isBusy} onClick={() => void show()}>
        {t({ zh: '显示完整号码', en: 'Show full number' })}
      </Button>
    </>
  );
}
