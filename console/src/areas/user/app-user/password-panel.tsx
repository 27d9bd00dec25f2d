import { passwordRule } from '@trade-assistant/contract/areas/agent/account-fields.ts';
import { appUser } from '@trade-assistant/contract/areas/user/app-user.ts';
import { text } from '@trade-assistant/contract/kit/field.ts';
import Alert from 'antd/es/alert';
import Paragraph from 'antd/es/typography/Paragraph';
import { useState } from 'react';
import { PasswordInput } from '../../../features/password-input.tsx';
import { call } from '../../../kit/client/call.ts';
import { STAY_OPEN } from '../../../kit/form/use-form-attempt.ts';
import { type NamedFields, type Values, withInputs } from '../../../kit/form/values.ts';
import { useText } from '../../../kit/i18n.ts';
import { FormPanel } from '../../../kit/parts/form-panel.tsx';

const fields: NamedFields = withInputs(
  {
    newPassword: text({
      label: { zh: '临时密码', en: 'Temporary password' },
      help: {
        zh: '留空则随机生成；用户登录后须修改',
        en: 'Empty: a random one. The user must change it after signing in',
      },
      max: 64,
      pattern: passwordRule,
    }),
  },
  { newPassword: PasswordInput },
);

interface PasswordPanelProps {
  readonly user: { readonly id: string; readonly realName: string };
  readonly onClose: () => void;
}

/** Sets a temporary password and shows it once. */
export default function PasswordPanel({ user, onClose }: PasswordPanelProps) {
  const t = useText();
  const [shown, setShown] = useState<string>();
  const save = async ({ newPassword }: Values) => {
    const wanted = newPassword ? { newPassword: String(newPassword) } : {};
    const [answer] = await call(appUser, 'update-password', { ids: user.id, ...wanted });
    setShown(answer?.password);
    return STAY_OPEN;
  };
  return (
    <FormPanel
      title={t({ zh: '临时密码 · {name}', en: 'Temporary password · {name}' }, { name: user.realName })}
      submitText={t({ zh: '设置', en: 'Set password' })}
      fields={fields}
      onSubmit={save}
      invalidates={[appUser]}
      onClose={onClose}
    >
      {shown && (
        <Alert
          type="success"
          showIcon
          title={t({
            zh: '密码已设置，用户的会话已结束。请现在转告，关闭后不再显示：',
            en: 'Password set; all sessions have ended. Pass it on now, it is shown only once:',
          })}
          description={<Paragraph copyable>{shown}</Paragraph>}
        />
      )}
    </FormPanel>
  );
}
