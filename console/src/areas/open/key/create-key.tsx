import { openKey } from '@trade-assistant/contract/areas/open/key.ts';
import { useState } from 'react';
import { call } from '../../../kit/client/call.ts';
import { invalidate } from '../../../kit/client/query.ts';
import { STAY_OPEN } from '../../../kit/form/use-form-attempt.ts';
import { initialValues, type NamedFields, type Values } from '../../../kit/form/values.ts';
import { useText } from '../../../kit/i18n.ts';
import { FormPanel } from '../../../kit/parts/form-panel.tsx';
import { SecretDialog } from './secret-dialog.tsx';

const { keyName, scopes, addresses, spendDay, spendMonth, rateMinute, expireTime } = openKey.fields;
const fields: NamedFields = { keyName, scopes, addresses, spendDay, spendMonth, rateMinute, expireTime };

/** Creates a key, and shows it once. */
export default function CreateKey({ onClose }: { readonly onClose: () => void }) {
  const t = useText();
  const [secret, setSecret] = useState<string>();
  if (secret !== undefined)
    return (
      <SecretDialog
        title={{ zh: '请保存 API 密钥', en: 'Keep your API key' }}
        secret={secret}
        hint={{
          zh: '密钥只显示这一次，请保存到程序的机密配置中；丢失后只能吊销并重新创建。',
          en: 'The key is shown only now. Keep it in the secrets of your program; a lost key can only be revoked and replaced.',
        }}
        onClose={onClose}
      />
    );
  const create = async (values: Values) => {
    const { secretKey } = await call(openKey, 'create', values as never);
    void invalidate(openKey.name);
    setSecret(secretKey);
    return STAY_OPEN;
  };
  return (
    <FormPanel
      title={t({ zh: '创建 API 密钥', en: 'Create an API key' })}
      submitText={t({ zh: '创建', en: 'Create' })}
      fields={fields}
      initial={initialValues(fields)}
      onSubmit={create}
      onClose={onClose}
    />
  );
}
