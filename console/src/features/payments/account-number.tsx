import Button from 'antd/es/button';
import { useState } from 'react';
import { call } from '../../kit/client/call.ts';
import { messageOf } from '../../kit/client/call-error.ts';
import { showError } from '../../kit/feedback.tsx';
import { Copyable } from '../../kit/fields/copy.tsx';
import { useText } from '../../kit/i18n.ts';
import type { WithdrawalResource } from './withdrawal-resource.ts';

interface AccountNumberProps {
  readonly resource: WithdrawalResource;
  readonly id: string;
  readonly last4: string;
}

/** The end of an account number, and the whole of it for who pays by hand; asking for it leaves a trace. */
export function AccountNumber({ resource, id, last4 }: AccountNumberProps) {
  const t = useText();
  const [number, setNumber] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const reveal = async () => {
    setBusy(true);
    try {
      setNumber((await call(resource, 'reveal-account', { id })).cardNo);
    } catch (error) {
      showError(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  if (number) return <Copyable text={number} />;
  return (
    <>
      •••• {last4}{' '}
      <Button size="small" type="link" loading={isBusy} onClick={() => void reveal()}>
        {t({ zh: '显示完整账号', en: 'Show all of it' })}
      </Button>
    </>
  );
}
