import { twoFactor } from '@trade-assistant/contract/areas/auth/two-factor.ts';
import Form from 'antd/es/form';
import Input from 'antd/es/input/Input';
import { useRef } from 'react';
import { call } from '../../kit/client/call.ts';
import { useText } from '../../kit/i18n.ts';
import { FormDialog } from '../../kit/parts/form-dialog.tsx';

/** Asks for a code of the authenticator, or a recovery code; `onClose` gets whether it was right. */
export default function StepUpDialog({ onClose }: { onClose: (isRight: boolean) => void }) {
  const t = useText();
  const isRight = useRef(false);
  return (
    <FormDialog<{ code: string }>
      width={416}
      title={t({ zh: '再次验证身份', en: 'Verify your identity' })}
      submitText={t({ zh: '验证', en: 'Verify' })}
      onSubmit={async ({ code }) => {
        await call(twoFactor, 'verify', { code });
        isRight.current = true;
      }}
      onClose={() => onClose(isRight.current)}
      before={
        <p className="kit-weak">
          {t({
            zh: '此操作涉及资金或安全，请输入身份验证器中的验证码；10 分钟内不再询问。',
            en: 'This action concerns money or security. Enter the code from your authenticator app; you will not be asked again for ten minutes.',
          })}
        </p>
      }
      content={
        <Form.Item
          name="code"
          label={t({ zh: '验证码', en: 'Code' })}
          extra={t({ zh: '没有手机时可以输入恢复码', en: 'Without your phone, use a recovery code' })}
          rules={[{ required: true, whitespace: true, message: t({ zh: '请输入验证码', en: 'Enter the code' }) }]}
        >
          <Input autoFocus autoComplete="one-time-code" maxLength={32} />
        </Form.Item>
      }
    />
  );
}
