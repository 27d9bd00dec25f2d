import { openEndpoint } from '@trade-assistant/contract/areas/open/endpoint.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { call } from '../../../kit/client/call.ts';
import { invalidate } from '../../../kit/client/query.ts';
import { useFocusBack } from '../../../kit/focus-back.ts';
import { useAttempt } from '../../../kit/form/use-attempt.ts';
import { useText } from '../../../kit/i18n.ts';
import { Problem } from '../../../kit/parts/problem.tsx';
import { SecretDialog } from '../key/secret-dialog.tsx';
import { secretWords } from './words.ts';

interface RotateSecretProps {
  readonly row: WireRowOf<typeof openEndpoint>;
  readonly onClose: () => void;
}

/** Gives an endpoint a new secret, and shows it once. */
export default function RotateSecret({ row, onClose }: RotateSecretProps) {
  const t = useText();
  const [secret, setSecret] = useState<string>();
  const { isBusy, problem, attempt } = useAttempt({ staysOpen: true });
  useFocusBack();
  if (secret !== undefined) return <SecretDialog {...secretWords} secret={secret} onClose={onClose} />;
  const rotate = () =>
    void attempt(async () => {
      setSecret((await call(openEndpoint, 'rotate', { id: row.id })).secretKey);
      await invalidate(openEndpoint.name);
    });
  return (
    <Modal
      open
      centered
      title={t({ zh: '轮换“{name}”的密钥', en: 'Rotate the secret of “{name}”' }, { name: row.endpointName })}
      okText={t({ zh: '轮换', en: 'Rotate' })}
      cancelText={t({ zh: '取消', en: 'Cancel' })}
      okButtonProps={{ loading: isBusy }}
      onOk={rotate}
      onCancel={onClose}
    >
      <Problem text={problem} />
      <p>
        {t({
          zh: '24 小时内事件同时带有新旧两个签名，请在此期间更换接收程序中的密钥。',
          en: 'For 24 hours events carry both signatures. Change the secret of your receiver in this time.',
        })}
      </p>
    </Modal>
  );
}
