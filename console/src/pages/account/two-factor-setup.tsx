import { twoFactor } from '@trade-assistant/contract/areas/auth/two-factor.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Form from 'antd/es/form';
import Input from 'antd/es/input/Input';
import Password from 'antd/es/input/Password';
import QRCode from 'antd/es/qr-code';
import { useState } from 'react';
import { call } from '../../kit/client/call.ts';
import { Copyable } from '../../kit/fields/copy.tsx';
import { STAY_OPEN } from '../../kit/form/use-form-attempt.ts';
import { useText } from '../../kit/i18n.ts';
import { FormDialog } from '../../kit/parts/form-dialog.tsx';
import { digestOf } from '../login/digest.ts';
import styles from './info.module.css';
import { infoWords } from './words.ts';

interface Props {
  /** Called with the recovery codes, which are shown once. */
  readonly onDone: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Two steps: the user's password, then a QR code to scan and a code that proves the scan. */
export default function TwoFactorSetup({ onDone, onClose }: Props) {
  const t = useText();
  const [enrolled, setEnrolled] = useState<CallData<typeof twoFactor, 'enrol', 'in'>>();
  const filled = (label: string) => ({ required: true, whitespace: true, message: t(infoWords.needed, { label }) });

  return (
    <FormDialog<{ password?: string; code?: string }>
      width={enrolled ? 480 : 416}
      title={t(infoWords.twoFactor)}
      submitText={t(enrolled ? infoWords.switchOn : infoWords.next)}
      invalidates={[twoFactor]}
      onSubmit={async ({ password = '', code = '' }) => {
        if (!enrolled) {
          setEnrolled(await call(twoFactor, 'enrol', { password: await digestOf(password) }));
          return STAY_OPEN;
        }
        const { recoveryCodes } = await call(twoFactor, 'confirm', { code });
        onDone(recoveryCodes);
        return undefined;
      }}
      onClose={onClose}
      content={
        enrolled ? (
          <>
            <p className={styles.hint}>{t(infoWords.scan)}</p>
            <div className={styles.qr}>
              {/* Black on white whatever the theme: cameras are used to it. */}
              <QRCode value={enrolled.uri} size={176} color="#000" bgColor="#fff" type="svg" />
              <div className={styles.key}>
                <Copyable text={enrolled.secret}>
                  <span className="kit-whole">{enrolled.secret.replace(/(.{4})(?=.)/g, '$1 ')}</span>
                </Copyable>
              </div>
            </div>
            <Form.Item
              key="code"
              name="code"
              label={t(infoWords.code)}
              extra={t(infoWords.codeHint)}
              rules={[filled(t(infoWords.code))]}
            >
              <Input autoFocus inputMode="numeric" autoComplete="one-time-code" maxLength={8} />
            </Form.Item>
          </>
        ) : (
          <>
            <p className={styles.hint}>{t(infoWords.passwordCheckHint)}</p>
            <Form.Item
              key="password"
              name="password"
              label={t(infoWords.passwordCheck)}
              rules={[filled(t(infoWords.passwordCheck))]}
            >
              <Password autoFocus autoComplete="current-password" maxLength={128} />
            </Form.Item>
          </>
        )
      }
    />
  );
}
