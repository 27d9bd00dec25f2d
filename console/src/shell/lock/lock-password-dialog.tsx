import Form from 'antd/es/form';
import Password from 'antd/es/input/Password';
import { showSuccess } from '../../kit/feedback.tsx';
import { useText } from '../../kit/i18n.ts';
import { FormDialog } from '../../kit/parts/form-dialog.tsx';
import { lockScreen, saveLockPassword } from './lock-screen.ts';
import { lockWords } from './words.ts';

interface Props {
  /** `first`: the user has none yet, and the screen is locked after it is set. */
  readonly purpose: 'first' | 'change';
  readonly onClose: () => void;
}

type Values = { readonly current?: string; readonly password: string };

/** Asks for a lock password twice; a change also asks for the current one. */
export default function LockPasswordDialog({ purpose, onClose }: Props) {
  const t = useText();
  const isChange = purpose === 'change';
  const filled = { required: true, whitespace: true, message: t(lockWords.needed) };

  return (
    <FormDialog<Values>
      width={416}
      title={t(isChange ? lockWords.change : lockWords.setTitle)}
      submitText={t(isChange ? { zh: '保存', en: 'Save' } : lockWords.setAndLock)}
      onSubmit={async ({ password, current }) => {
        await saveLockPassword(password, isChange ? current : undefined);
        if (isChange) showSuccess(lockWords.changed);
        else await lockScreen();
      }}
      onClose={onClose}
      before={<p className="kit-weak">{t(lockWords.setHint)}</p>}
      content={
        <>
          {isChange && (
            <Form.Item name="current" label={t(lockWords.current)} rules={[filled]}>
              <Password autoFocus autoComplete="current-password" maxLength={128} />
            </Form.Item>
          )}
          <Form.Item name="password" label={t(lockWords.fresh)} rules={[filled]}>
            <Password autoFocus={!isChange} autoComplete="new-password" maxLength={128} />
          </Form.Item>
          <Form.Item
            name="again"
            label={t(lockWords.again)}
            dependencies={['password']}
            rules={[
              filled,
              ({ getFieldValue }) => ({
                validator: (_rule, value?: string) =>
                  !value || value === getFieldValue('password')
                    ? Promise.resolve()
                    : Promise.reject(new Error(t(lockWords.different))),
              }),
            ]}
          >
            <Password autoComplete="new-password" maxLength={128} />
          </Form.Item>
        </>
      }
    />
  );
}
