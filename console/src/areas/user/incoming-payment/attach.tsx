import { recharge } from '@trade-assistant/contract/areas/agent/recharge.ts';
import { network, rechargeStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { incomingPayment } from '@trade-assistant/contract/areas/user/incoming-payment.ts';
import { rechargeRecord } from '@trade-assistant/contract/areas/user/recharge-record.ts';
import { identifier, textarea } from '@trade-assistant/contract/kit/field.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { REASON_MAX } from '@trade-assistant/contract/kit/transitions.ts';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import { call } from '../../../kit/client/call.ts';
import { useCall } from '../../../kit/client/query.ts';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { DictValue } from '../../../kit/fields/status.tsx';
import { useText } from '../../../kit/i18n.ts';
import { notifyOutcome } from '../../../kit/list/actions/use-actions.tsx';
import { FormPanel } from '../../../kit/parts/form-panel.tsx';
import { useCan } from '../../../kit/permission.tsx';
import { type Candidate, nearestFirst } from './nearest-first.ts';

type Payment = WireRowOf<typeof incomingPayment>;

const fields = {
  rechargeNo: identifier({
    label: { zh: '充值单号', en: 'Recharge no.' },
    help: { zh: '待支付、待审核或已过期的充值', en: 'Awaiting payment, under review, or expired' },
    max: 24,
    required: true,
  }),
  reason: textarea({
    label: { zh: '原因', en: 'Reason' },
    help: {
      zh: '按实际到账入账；金额、地址或时间与充值单不符的，须由另一人复核',
      en: 'Credited as received; a second person approves it when amount, address or time differ from the order',
    },
    max: REASON_MAX,
    required: true,
  }),
};

const { awaiting, review, expired } = rechargeStatus.is;
/** So many of each list are looked through, the latest first. */
const LOOKED_THROUGH = 100;

interface AttachProps {
  readonly payment: Payment;
  readonly onClose: () => void;
}

/** Chooses the recharge of a payment: a waiting one, the nearest amount first, or any by its number. */
export default function Attach({ payment, onClose }: AttachProps) {
  const t = useText();
  const [form] = Form.useForm();
  return (
    <FormPanel<{ rechargeNo: string; reason: string }>
      title={t({ zh: '关联充值', en: 'Attach to a recharge' })}
      width={640}
      form={form}
      fields={fields}
      initial={{ rechargeNo: payment.rechargeNo ?? undefined }}
      submitText={t({ zh: '关联充值', en: 'Attach' })}
      onSubmit={async (values, idempotencyKey) => {
        const outcome = await call(incomingPayment, 'attach', { id: payment.id, ...values }, { idempotencyKey });
        notifyOutcome(outcome, { zh: '已关联，充值转为待审核', en: 'Attached; the recharge is now awaiting review' });
      }}
      invalidates={[incomingPayment]}
      onClose={onClose}
      before={
        <>
          <p>
            {t({ zh: '到账', en: 'Arrived:' })}{' '}
            <strong>
              <MoneyValue wire={payment.amount} currency={payment.currency} decimals={6} />
            </strong>{' '}
            {payment.network !== null && <DictValue dictionary={network} value={payment.network} />}{' '}
            <span className="kit-weak kit-number">{payment.paidTime}</span>
          </p>
          <Candidates payment={payment} onChoose={(rechargeNo) => form.setFieldsValue({ rechargeNo })} />
        </>
      }
    />
  );
}

function Candidates({ payment, onChoose }: { payment: Payment; onChoose: (rechargeNo: string) => void }) {
  const t = useText();
  const input = {
    status_in: [awaiting, review, expired].join(),
    descs: 'createTime',
    current: 1,
    size: LOOKED_THROUGH,
  };
  const ofAgents = useCall(recharge, 'list', input, { enabled: useCan('agent/recharge:view') });
  const ofUsers = useCall(rechargeRecord, 'page', input, { enabled: useCan('user/recharge-record:view') });
  const found = nearestFirst(payment, [...(ofAgents.data?.records ?? []), ...(ofUsers.data?.records ?? [])]);
  if (found.length === 0) return null;
  return (
    <section className="kit-group">
      <h2 className="kit-heading">{t({ zh: '可能的充值', en: 'Possible recharges' })}</h2>
      <table className="kit-lines">
        <thead>
          <tr>
            <th>{t({ zh: '充值单号', en: 'Recharge no.' })}</th>
            <th>{t({ zh: '用户', en: 'User' })}</th>
            <th data-align="right">{t({ zh: '应付金额', en: 'Amount due' })}</th>
            <th>{t({ zh: '状态', en: 'Status' })}</th>
            <th aria-label={t({ zh: '操作', en: 'Actions' })} />
          </tr>
        </thead>
        <tbody>
          {found.map((one) => (
            <Line key={one.rechargeNo} candidate={one} currency={payment.currency} onChoose={onChoose} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface LineProps {
  readonly candidate: Candidate;
  readonly currency: string;
  readonly onChoose: (rechargeNo: string) => void;
}

function Line({ candidate, currency, onChoose }: LineProps) {
  const t = useText();
  const { rechargeNo, userName, payAmount, status, createTime } = candidate;
  return (
    <tr>
      <td className="kit-number">
        {rechargeNo}
        <div className="kit-weak">{createTime}</div>
      </td>
      <td>{userName}</td>
      <td data-align="right">
        <MoneyValue wire={payAmount} currency={currency} decimals={6} />
      </td>
      <td>
        <DictValue dictionary={rechargeStatus} value={status} />
      </td>
      <td>
        <Button
          size="small"
          onClick={() => onChoose(rechargeNo)}
          aria-label={t({ zh: '选择 {no}', en: 'Choose {no}' }, { no: rechargeNo })}
        >
          {t({ zh: '选择', en: 'Choose' })}
        </Button>
      </td>
    </tr>
  );
}
