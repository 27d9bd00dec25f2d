import { verification } from '@trade-assistant/contract/areas/agent/verification.ts';
import { SecretNumber } from '../../../features/secrets/secret-number.tsx';
import { call } from '../../../kit/client/call.ts';
import { useText } from '../../../kit/i18n.ts';

/** Full document number, shown to reviewers beside the picture. */
export function DocumentNumber({ id, last4 }: { id: string; last4: string }) {
  const t = useText();
  return (
    <dl className="kit-facts">
      <div>
        <dt>{t(verification.fields.idCardNo.options.label)}</dt>
        <dd>
          <SecretNumber
            last4={last4}
            reveal={async () => (await call(verification, 'reveal-number', { id })).idCardNo}
          />
        </dd>
      </div>
    </dl>
  );
}
