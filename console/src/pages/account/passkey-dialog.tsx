import { type PublicKeyCredentialCreationOptionsJSON, startRegistration } from '@simplewebauthn/browser';
import { passkey } from '@trade-assistant/contract/areas/auth/passkey.ts';
import Form from 'antd/es/form';
import Input from 'antd/es/input/Input';
import Password from 'antd/es/input/Password';
import { call } from '../../kit/client/call.ts';
import { CallError, messageOf } from '../../kit/client/call-error.ts';
import { parseDevice } from '../../kit/device.ts';
import { showSuccess } from '../../kit/feedback.tsx';
import { translate, useText } from '../../kit/i18n.ts';
import { FormDialog } from '../../kit/parts/form-dialog.tsx';
import { digestOf } from '../login/digest.ts';
import styles from './info.module.css';
import { infoWords } from './words.ts';

interface Props {
  /** The passkey that gets another name; without one a passkey is added. */
  readonly renamed: { readonly id: string; readonly name: string } | undefined;
  readonly onClose: () => void;
}

/** Adds a passkey, or gives one another name. */
export default function PasskeyDialog({ renamed, onClose }: Props) {
  const t = useText();
  const filled = (label: string) => ({ required: true, whitespace: true, message: t(infoWords.needed, { label }) });

  return (
    <FormDialog<{ name: string; password?: string }>
      width={416}
      title={t(renamed ? infoWords.rename : infoWords.passkeyAdd)}
      submitText={t(renamed ? infoWords.save : infoWords.passkeyContinue)}
      initial={{ name: renamed?.name ?? parseDevice(navigator.userAgent).name.slice(0, 40) }}
      sentenceOf={sentenceOf}
      invalidates={[passkey]}
      onSubmit={async ({ name, password = '' }) => {
        if (renamed) await call(passkey, 'rename', { id: renamed.id, name: name.trim() });
        else await add(name.trim(), await digestOf(password));
        showSuccess(renamed ? infoWords.saved : infoWords.passkeyAdded);
      }}
      onClose={onClose}
      before={renamed ? null : <p className={styles.hint}>{t(infoWords.passwordCheckHint)}</p>}
      content={
        <>
          {renamed ? null : (
            <Form.Item name="password" label={t(infoWords.passwordCheck)} rules={[filled(t(infoWords.passwordCheck))]}>
              <Password autoFocus autoComplete="current-password" maxLength={128} />
            </Form.Item>
          )}
          <Form.Item
            name="name"
            label={t(infoWords.passkeyName)}
            extra={t(infoWords.passkeyNameHint)}
            rules={[filled(t(infoWords.passkeyName))]}
          >
            <Input autoFocus={renamed !== undefined} maxLength={40} />
          </Form.Item>
        </>
      }
    />
  );
}

async function add(name: string, password: string): Promise<void> {
  const { ticket, options } = await call(passkey, 'register-options', { password });
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const credential = await startRegistration({ optionsJSON });
  await call(passkey, 'register', { ticket, name, credential: { ...credential } });
}

/** Replaces the browser's technical messages: a cancelled dialog, a device that is already registered. */
function sentenceOf(error: unknown): string {
  if (error instanceof CallError) return messageOf(error);
  const { code } = (error ?? {}) as { code?: string };
  return translate(
    code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' ? infoWords.passkeyKnown : infoWords.passkeyCancelled,
  );
}
