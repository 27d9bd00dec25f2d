import { passwordRule } from '@trade-assistant/contract/areas/agent/account-fields.ts';
import { agentUser } from '@trade-assistant/contract/areas/agent/user.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import { dict, money, text } from '@trade-assistant/contract/kit/field.ts';
import Form from 'antd/es/form';
import { PasswordInput } from '../../../features/password-input.tsx';
import { call } from '../../../kit/client/call.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { initialValues, type NamedFields, type Values, withInputs, without } from '../../../kit/form/values.ts';
import { useText } from '../../../kit/i18n.ts';
import { FormPanel } from '../../../kit/parts/form-panel.tsx';

const { fields: user } = agentUser;
const account = user.account.options.group;
const limits = user.spendLimitDay.options.group;

const fields: NamedFields = withInputs(
  {
    account: user.account,
    password: text({
      label: { zh: '初始密码', en: 'First password' },
      help: {
        zh: '至少 8 位，含字母、数字、符号中的两类；首次登录须修改',
        en: 'At least 8 characters including two of: letters, digits, symbols; must be changed at first sign-in',
      },
      max: 64,
      pattern: passwordRule,
      required: true,
      group: account,
    }),
    realName: user.realName,
    userType: dict(dictionary(userType.code, { agent: userType.entries.agent, subUser: userType.entries.subUser }), {
      label: user.userType.options.label,
      required: true,
      initial: userType.is.agent,
      group: account,
    }),
    parentId: {
      ...user.parentId,
      options: { ...user.parentId.options, help: { zh: '留空则为直接下级', en: 'Empty: direct sub-account' } },
    },
    agentLevel: { ...user.agentLevel, options: { ...user.agentLevel.options, required: false } },
    phone: user.phone,
    email: user.email,
    serviceAddress: user.serviceAddress,
    spendLimitDay: user.spendLimitDay,
    spendLimitMonth: user.spendLimitMonth,
    initialAmount: money({
      label: { zh: '初始拨款', en: 'First allocation' },
      help: { zh: '从您的余额中划拨', en: 'Transferred from your balance' },
      group: limits,
    }),
  },
  { password: PasswordInput },
);

interface OpenAccountProps {
  /** The upline of the new account. */
  readonly parent?: { readonly id: string; readonly account: string; readonly realName: string } | undefined;
  readonly onClose: () => void;
}

/** Opens an account for an agent or a sub-user. */
export default function OpenAccount({ parent, onClose }: OpenAccountProps) {
  const t = useText();
  const [form] = Form.useForm();
  const type = Form.useWatch('userType', form) as number | undefined;
  const asked = without(
    fields,
    ...(parent ? ['parentId'] : []),
    ...(type === userType.is.subUser ? ['agentLevel', 'serviceAddress'] : []),
  );

  const open = async (values: Values, idempotencyKey: string) => {
    const input = { ...values, ...(parent ? { parentId: parent.id } : {}) };
    const opened = await call(agentUser, 'open-account', input as never, { idempotencyKey });
    showSuccess(t({ zh: '已开户：{account}', en: 'Account opened: {account}' }, { account: opened.account }));
  };
  return (
    <FormPanel
      title={
        parent
          ? t(
              { zh: '在「{name}」下开户', en: 'Open an account under {name}' },
              { name: parent.realName || parent.account },
            )
          : t({ zh: '开户', en: 'Open account' })
      }
      submitText={t({ zh: '开户', en: 'Open account' })}
      form={form}
      fields={asked}
      initial={initialValues(fields)}
      onSubmit={open}
      invalidates={[agentUser]}
      onClose={onClose}
    />
  );
}
