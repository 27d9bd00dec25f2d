import { useState } from 'react';
import type { Check, CheckResource } from '../../../features/checks/types.ts';
import { ConsentChoice } from '../../../features/consents/consent-choice.tsx';
import { TaskPanel } from '../../../features/list-tasks/task-panel.tsx';
import { call } from '../../../kit/client/call.ts';
import { useText } from '../../../kit/i18n.ts';

interface RenewConsentProps {
  readonly resource: CheckResource;
  readonly check: Check;
  readonly onClose: () => void;
}

/** Resumes a check with another declaration of source, when its own is no longer valid. */
export default function RenewConsent({ resource, check, onClose }: RenewConsentProps) {
  const t = useText();
  const [consentId, setConsent] = useState<string | null>(null);
  const send = async (idempotencyKey: string) => {
    await call(resource, 'update', { id: check.id, action: 'RESUME', consentId: consentId ?? '' }, { idempotencyKey });
    return t({ zh: '已继续', en: 'Resumed' });
  };
  return (
    <TaskPanel
      title={t({ zh: '补交声明 · {name}', en: 'Renew declaration · {name}' }, { name: check.taskName })}
      resource={resource}
      submitText={t({ zh: '继续检测', en: 'Resume check' })}
      isReady={consentId !== null}
      send={send}
      onClose={onClose}
    >
      <ConsentChoice ownerId={check.ownerId} value={consentId} onChange={setConsent} />
    </TaskPanel>
  );
}
