import { openEndpoint } from '@trade-assistant/contract/areas/open/endpoint.ts';
import { useState } from 'react';
import { call } from '../../../kit/client/call.ts';
import { invalidate } from '../../../kit/client/query.ts';
import { STAY_OPEN } from '../../../kit/form/use-form-attempt.ts';
import { initialValues, type NamedFields, type Values } from '../../../kit/form/values.ts';
import { useText } from '../../../kit/i18n.ts';
import { FormPanel } from '../../../kit/parts/form-panel.tsx';
import { SecretDialog } from '../key/secret-dialog.tsx';
import { secretWords } from './words.ts';

const { endpointName, url, events, includeBelow } = openEndpoint.fields;
const fields: NamedFields = { endpointName, url, events, includeBelow };

/** Adds an endpoint, and shows its signing secret once. */
export default function CreateEndpoint({ onClose }: { readonly onClose: () => void }) {
  const t = useText();
  const [secret, setSecret] = useState<string>();
  if (secret !== undefined) return <SecretDialog {...secretWords} secret={secret} onClose={onClose} />;
  const create = async (values: Values) => {
    const { secretKey } = await call(openEndpoint, 'create', values as never);
    void invalidate(openEndpoint.name);
    setSecret(secretKey);
    return STAY_OPEN;
  };
  return (
    <FormPanel
      title={t({ zh: '添加 Webhook 端点', en: 'Add a webhook endpoint' })}
      submitText={t({ zh: '添加', en: 'Add' })}
      fields={fields}
      initial={initialValues(fields)}
      onSubmit={create}
      onClose={onClose}
    />
  );
}
