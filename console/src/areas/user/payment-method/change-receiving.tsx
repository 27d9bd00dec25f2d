import { approval } from '@trade-assistant/contract/areas/desk/approval.ts';
import { paymentType } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { type BankAccount, bankAccount, paymentMethod } from '@trade-assistant/contract/areas/user/payment-method.ts';
import { tags, text, textarea } from '@trade-assistant/contract/kit/field.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { REASON_MAX } from '@trade-assistant/contract/kit/transitions.ts';
import Alert from 'antd/es/alert';
import { useNavigate } from 'react-router';
import { accountKeys, accountLabels } from '../../../features/payments/account-facts.tsx';
import { call } from '../../../kit/client/call.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { RowName } from '../../../kit/fields/row-name.tsx';
import type { NamedFields, Values } from '../../../kit/form/values.ts';
import { useText } from '../../../kit/i18n.ts';
import { FormPanel } from '../../../kit/parts/form-panel.tsx';

type Method = WireRowOf<typeof paymentMethod>;

const { receiveAddresses } = paymentMethod.fields;
const reason = textarea({
  label: { zh: '变更原因', en: 'Reason' },
  help: { zh: '复核人会看到', en: 'Visible to the approver' },
  max: REASON_MAX,
  required: true,
});
const cryptoFields: NamedFields = {
  receiveAddresses: tags({ ...receiveAddresses.options, form: true, required: true, max: 64, count: 5 }),
  reason,
};
/** As they are called in refusals. */
const nameOf = (key: keyof BankAccount) => `bankInfo.${key}`;
const isNeeded = (key: keyof BankAccount) => !bankAccount.shape[key].safeParse(undefined).success;
const MAX = { holderName: 64, bankName: 64, branch: 64, accountNo: 34, swift: 16 } as const;
const bankFields: NamedFields = {
  ...Object.fromEntries(
    accountKeys.map((key) => [
      nameOf(key),
      text({ label: accountLabels[key], max: MAX[key], required: isNeeded(key) }),
    ]),
  ),
  reason,
};

/** Asks a second person to let a method receive money elsewhere. */
export default function ChangeReceiving({ row, onClose }: { row: Method; onClose: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const isCrypto = row.methodType === paymentType.is.crypto;
  const propose = async (values: Values, idempotencyKey: string) => {
    const places = isCrypto
      ? { receiveAddresses: values['receiveAddresses'] }
      : { bankInfo: Object.fromEntries(accountKeys.map((key) => [key, values[nameOf(key)]])) };
    const input = { id: row.id, reason: values['reason'], ...places };
    const { approvalId } = await call(paymentMethod, 'update-receiving', input as never, { idempotencyKey });
    showSuccess({ zh: '已提交复核', en: 'Sent for approval' });
    void navigate(`/${approval.name}/index?record=${approvalId}`);
  };
  return (
    <FormPanel
      title={
        <>
          {t({ zh: '变更收款信息', en: 'Change receiving details' })} · <RowName resource={paymentMethod} row={row} />
        </>
      }
      width={560}
      submitText={t({ zh: '提交复核', en: 'Send for approval' })}
      fields={isCrypto ? cryptoFields : bankFields}
      initial={
        isCrypto
          ? { receiveAddresses: row.receiveAddresses ?? [] }
          : Object.fromEntries(accountKeys.map((key) => [nameOf(key), row.bankInfo?.[key]]))
      }
      onSubmit={propose}
      invalidates={[approval]}
      onClose={onClose}
      before={
        <Alert
          type="info"
          showIcon
          className="kit-alert"
          title={t({
            zh: '由另一位有复核权限的人通过后生效，在此之前仍使用原收款信息。',
            en: 'Takes effect once another person approves it. Until then the current details are used.',
          })}
        />
      }
    />
  );
}
