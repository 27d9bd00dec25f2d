import Form from 'antd/es/form';
import Input from 'antd/es/input/Input';
import Password from 'antd/es/input/Password';
import { useText } from '../../kit/i18n.ts';
import { FormDialog } from '../../kit/parts/form-dialog.tsx';
import { digestOf } from '../login/digest.ts';
import styles from './info.module.css';
import { infoWords } from './words.ts';

interface Props {
  readonly title: string;
  readonly hint: string;
  /** Text of the button; by default the title. */
  readonly okText?: string;
  readonly isDangerous?: boolean;
  /** Asks for no code and returns an empty one. */
  readonly isPasswordOnly?: boolean;
  /** Runs the protected action; its refusal is shown here. */
  readonly onProved: (proof: { password: string; code: string }) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the password, and a code, before a change of the ways to sign in. */
export default function ProofDialog({
  title,
  okText = title,
  hint,
  isDangerous = false,
  isPasswordOnly = false,
  onProved,
  onClose,
}: Props) {
  const t = useText();
  const filled = (label: string) => ({ required: true, whitespace: true, message: t(infoWords.needed, { label }) });

  return (
    <FormDialog<{ password: string; code?: string }>
      width={416}
      title={title}
      submitText={okText}
      isDangerous={isDangerous}
      onSubmit={async ({ password, code = '' }) => onProved({ password: await digestOf(password), code })}
      onClose={onClose}
      before={<p className={styles.hint}>{hint}</p>}
      content={
        <>
          <Form.Item name="password" label={t(infoWords.passwordCheck)} rules={[filled(t(infoWords.passwordCheck))]}>
            <Password autoFocus autoComplete="current-password" maxLength={128} />
          </Form.Item>
          {isPasswordOnly ? null : (
            <Form.Item
              name="code"
              label={t(infoWords.code)}
              extra={t(infoWords.codeOrRecovery)}
              rules={[filled(t(infoWords.code))]}
            >
              <Input autoComplete="one-time-code" maxLength={32} />
            </Form.Item>
          )}
        </>
      }
    />
  );
}
