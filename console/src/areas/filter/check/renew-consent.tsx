import Button from 'antd/es/button';
import Form from 'antd/es/form';
import { useState } from 'react';
import type { Check, CheckResource } from '../../../features/checks/types.ts';
import { ConsentChoice } from '../../../features/consents/consent-choice.tsx';
import { call } from '../../../kit/client/call.ts';
import { invalidate } from '../../../kit/client/query.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { useAttempt } from '../../../kit/form/use-attempt.ts';
import { useText } from '../../../kit/i18n.ts';
import { Problem } from '../../../kit/parts/problem.tsx';
import { CancelButton, SidePanel } from '../../../kit/parts/side-panel.tsx';

interface RenewConsentProps {
  readonly resource: CheckResource;
  readonly check: Check;
  readonly onClose: () => void;
}

/** Resumes a check with another declaration of source, when its own is no longer valid. */
export default function RenewConsent({ resource, check, onClose }: RenewConsentProps) {
  const t = useText();
  const [consentId, setConsent] = useState<string | null>(null);
  const { isBusy, problem, attempt } = useAttempt({});
  const submit = () =>
    attempt(async (idempotencyKey) => {
      if (consentId === null) return;
      await call(resource, 'update', { id: check.id, action: 'RESUME', consentId }, { idempotencyKey });
      showSuccess(t({ zh: '已继续', en: 'Resumed' }));
      void invalidate(resource);
      onClose();
    });
  return (
    <SidePanel
      title={t({ zh: '补交声明 · {name}', en: 'Renew declaration · {name}' }, { name: check.taskName })}
      width={480}
      onClose={onClose}
      isClosable={!isBusy}
      footer={
        <>
          <CancelButton disabled={isBusy} />
          <Button type="primary" loading={isBusy} disabled={consentId === null} onClick={() => void submit()}>
            {t({ zh: '继续检测', en: 'Resume check' })}
          </Button>
        </>
      }
    >
      <Problem text={problem} />
      <Form layout="vertical">
        <ConsentChoice value={consentId} onChange={setConsent} />
      </Form>
    </SidePanel>
  );
}
