import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import {
  smppIdForm,
  smppLearningState,
  smppReceiptParts,
} from '@trade-assistant/contract/areas/provider/smpp-fields.ts';
import type { CallData, WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Input from 'antd/es/input/Input';
import Skeleton from 'antd/es/skeleton';
import { call } from '../../../kit/client/call.ts';
import { type CallError, messageOf } from '../../../kit/client/call-error.ts';
import { useCall } from '../../../kit/client/query.ts';
import { DictValue, Nothing } from '../../../kit/fields/status.tsx';
import { useAttempt } from '../../../kit/form/use-attempt.ts';
import { useText } from '../../../kit/i18n.ts';
import { Problem } from '../../../kit/parts/problem.tsx';
import { TrialDialog } from '../../../kit/parts/trial-dialog.tsx';
import styles from './provider.module.css';

type Provider = WireRowOf<typeof provider>;
type Learning = NonNullable<CallData<typeof provider, 'learning', 'in'>>;

const REFRESH_MILLIS = 2000;
const INPUTS = ['phone', 'sender'] as const;

/** Sends a test message to a number of the operator's, shows what comes back and offers the settings that it proposes. */
export default function LearnDialog({ row, onClose }: { row: Provider; onClose: () => void }) {
  const t = useText();
  const [form] = Form.useForm<{ phone: string; sender: string }>();
  const onRefused = ({ fields }: CallError) => {
    const named = INPUTS.filter((name) => fields[name]);
    form.setFields(named.map((name) => ({ name, errors: [fields[name] ?? ''] })));
    return named.length > 0;
  };
  const content = (start: () => void) => (
    <Form form={form} layout="vertical" onFinish={start}>
      <Form.Item
        name="phone"
        label={t({ zh: '测试手机号', en: 'Test phone' })}
        extra={t({ zh: '您自己的手机，带国家码', en: 'Your own, with its country code' })}
        rules={[{ required: true, whitespace: true, message: t({ zh: '请输入手机号', en: 'Enter a phone' }) }]}
      >
        <Input autoFocus inputMode="tel" placeholder="+12015550123" maxLength={24} />
      </Form.Item>
      <Form.Item
        name="sender"
        label={t({ zh: '发送号码', en: 'Sender' })}
        extra={t({ zh: '短信中心已登记的号码、短号或字母', en: 'A number, short code or name that the SMSC knows' })}
        rules={[{ required: true, whitespace: true, message: t({ zh: '请输入发送号码', en: 'Enter a sender' }) }]}
      >
        <Input maxLength={16} />
      </Form.Item>
    </Form>
  );
  return (
    <TrialDialog
      title={`${t({ zh: '学习短信中心', en: 'Learn the SMSC' })} · ${row.providerName}`}
      labels={[t({ zh: '发送测试短信', en: 'Send the test message' }), t({ zh: '再发一次', en: 'Send again' })]}
      intro={t({
        zh: '发送一条三段的真实短信（按三条计费），根据应答和回执建议“回执中的编号”和“请求回执”。默认字母表无法学习，请向短信中心确认。',
        en: 'Sends a real message in three parts, which the SMSC charges for. Its answers and receipts propose the form of ids and the parts with receipts. The default alphabet cannot be learned: ask the SMSC.',
      })}
      form={{ submit: form.submit, content, onRefused }}
      run={async (idempotencyKey) => {
        await call(provider, 'learn', { id: row.id, ...form.getFieldsValue() }, { idempotencyKey });
        return true;
      }}
      outcome={() => <Learned row={row} onClose={onClose} />}
      onClose={onClose}
    />
  );
}

function Learned({ row, onClose }: { row: Provider; onClose: () => void }) {
  const t = useText();
  const { data, error } = useCall(
    provider,
    'learning',
    { id: row.id },
    { everyMillis: REFRESH_MILLIS, keepPrevious: true },
  );
  if (error) return <Alert type="error" showIcon title={messageOf(error)} />;
  if (!data) return <Skeleton active />;
  return (
    <>
      <p>
        <DictValue dictionary={smppLearningState} value={data.state} />
      </p>
      {data.problem && <Alert type="error" showIcon title={data.problem} />}
      {data.parts.length > 0 && <Parts learning={data} />}
      {data.receipts.length > 0 && data.proposal === null && (
        <Alert
          type="warning"
          showIcon
          title={t({
            zh: '回执的编号与应答对不上，请向短信中心确认编号格式。',
            en: 'The ids of the receipts fit none of the answers in any form; ask the SMSC for the form of its ids.',
          })}
        />
      )}
      {data.proposal && <Proposal row={row} proposal={data.proposal} onClose={onClose} />}
    </>
  );
}

const Parts = ({ learning: { parts, receipts } }: { learning: Learning }) => {
  const t = useText();
  return (
    <div className={styles['scroll']}>
      <table className="kit-lines">
        <thead>
          <tr>
            <th>{t({ zh: '段', en: 'Part' })}</th>
            <th>{t({ zh: '应答编号', en: 'ID in the answer' })}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ partNo, id, error }) => (
            <tr key={partNo}>
              <td className="kit-number">{partNo}</td>
              <td>{error ?? id ?? <Nothing />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {t({ zh: '收到的回执：{n}', en: 'Receipts: {n}' }, { n: String(receipts.length) })}{' '}
        <span className="kit-weak">{receipts.map(({ id, state }) => `${id} ${state}`).join(' · ')}</span>
      </p>
    </div>
  );
};

function Proposal({
  row,
  proposal: { idForm, receiptParts },
  onClose,
}: {
  row: Provider;
  proposal: NonNullable<Learning['proposal']>;
  onClose: () => void;
}) {
  const t = useText();
  const { isBusy, problem, attempt } = useAttempt({ staysOpen: true });
  const isSet = row.idForm === idForm && row.receiptParts === receiptParts;
  return (
    <section className="kit-group">
      <h3 className="kit-heading">{t({ zh: '建议', en: 'Proposal' })}</h3>
      <p>
        {t({ zh: '回执中的编号', en: 'ID in receipts' })}: <DictValue dictionary={smppIdForm} value={idForm} />
        <br />
        {t({ zh: '请求回执', en: 'Receipts for' })}: <DictValue dictionary={smppReceiptParts} value={receiptParts} />
      </p>
      <Problem text={problem} />
      {isSet ? (
        <p className="kit-weak">{t({ zh: '与当前设置相同', en: 'The settings are right already' })}</p>
      ) : (
        <Button
          loading={isBusy}
          onClick={() =>
            void attempt(async (idempotencyKey) => {
              const change = { id: row.id, version: row.version, idForm, receiptParts };
              await call(provider, 'submit', change, { idempotencyKey });
              onClose();
            })
          }
        >
          {t({ zh: '采用', en: 'Apply' })}
        </Button>
      )}
    </section>
  );
}
