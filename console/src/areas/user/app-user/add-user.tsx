import { passwordRule } from '@trade-assistant/contract/areas/agent/account-fields.ts';
import { appUser } from '@trade-assistant/contract/areas/user/app-user.ts';
import { text } from '@trade-assistant/contract/kit/field.ts';
import { PasswordInput } from '../../../features/password-input.tsx';
import { call } from '../../../kit/client/call.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { initialValues, type NamedFields, type Values, withInputs } from '../../../kit/form/values.ts';
import { useText } from '../../../kit/i18n.ts';
import { FormPanel } from '../../../kit/parts/form-panel.tsx';

const { account, realName, agentId, teamId, countryCode, phone, email, remark } = appUser.fields;

const fields: NamedFields = withInputs(
  {
    account,
    password: text({
      label: { zh: '初始密码', en: 'First password' },
      help: {
        zh: '至少 8 位，含字母、数字、符号中的两类；首次登录须修改',
        en: 'At least 8 characters including two of: letters, digits, symbols; must be changed at first sign-in',
      },
      max: 64,
      pattern: passwordRule,
      required: true,
      group: account.options.group,
    }),
    realName,
    agentId,
    teamId,
    countryCode,
    phone,
    email,
    remark,
  },
  { password: PasswordInput },
);

/** Adds an app user. */
export default function AddUser({ onClose }: { readonly onClose: () => void }) {
  const t = useText();
  const add = async (values: Values, idempotencyKey: string) => {
    const added = await call(appUser, 'add', values as never, { idempotencyKey });
    showSuccess(t({ zh: '已新增：{account}', en: 'User added: {account}' }, { account: added.account }));
  };
  return (
    <FormPanel
      title={t({ zh: '新增App用户', en: 'Add app user' })}
      submitText={t({ zh: '新增', en: 'Add' })}
      fields={fields}
      initial={initialValues(fields)}
      onSubmit={add}
      invalidates={[appUser]}
      onClose={onClose}
    />
  );
}
