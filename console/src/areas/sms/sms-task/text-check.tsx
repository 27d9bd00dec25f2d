import { smsTask } from '@trade-assistant/contract/areas/sms/sms-task.ts';
import { lineStatus, orderStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Input from 'antd/es/input/Input';
import Space from 'antd/es/space';
import { diffWordsWithSpace } from 'diff';
import { useId, useState } from 'react';
import type { Order } from '../../../features/orders/types.ts';
import { call } from '../../../kit/client/call.ts';
import { invalidate, useCall } from '../../../kit/client/query.ts';
import { DictValue } from '../../../kit/fields/status.tsx';
import { useAttempt } from '../../../kit/form/use-attempt.ts';
import { useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { Problem } from '../../../kit/parts/problem.tsx';
import styles from './text-check.module.css';

const TESTED_MILLIS = 2000;
const { pending, submitted } = lineStatus.is;
const OPEN: readonly number[] = [pending, submitted];

/** The checks of staff and owner before a task is sent: changes since the text that was approved last, rules, lengths, and a test message. */
export default function TextCheck({ order }: { readonly order: Order }) {
  const t = useText();
  const { data, error, refetch } = useCall(smsTask, 'text', { id: order.id }, { staleMillis: 0 });
  if (error) return <ListProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const { text, approved, approvedNo, problems, parts, needsTest, testTime } = data;
  return (
    <section aria-label={t({ zh: '内容检查', en: 'Check of the text' })}>
      {problems.length > 0 && (
        <Alert
          type="warning"
          showIcon
          className="kit-alert"
          title={
            <ul className="kit-flush">
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          }
        />
      )}
      {parts && (
        <p className="kit-weak">
          {parts.min === parts.max
            ? t({ zh: '每条短信拆分为 {n} 条计费', en: 'Each message has {n} {n|part|parts}' }, { n: parts.max })
            : t(
                {
                  zh: '每条短信拆分为 {min}–{max} 条计费，多数为 {typical} 条',
                  en: 'Messages have {min} to {max} parts, most of them {typical}',
                },
                parts,
              )}
        </p>
      )}
      {approved !== null && approved !== text && <TextChanges before={approved} after={text} no={approvedNo} />}
      {approved === null && (
        <p className="kit-weak">{t({ zh: '该代理的首个短信任务', en: 'The first SMS task of this agent' })}</p>
      )}
      {order.status === orderStatus.is.draft && (
        <TestMessage order={order} isNeeded={needsTest} wasTested={testTime !== null} onSent={() => void refetch()} />
      )}
    </section>
  );
}

/** The words that were added and removed since another text. */
function TextChanges({
  before,
  after,
  no,
}: {
  readonly before: string;
  readonly after: string;
  readonly no: string | null;
}) {
  const t = useText();
  const changes = diffWordsWithSpace(before, after);
  return (
    <figure className={styles.changes}>
      <figcaption className="kit-weak">
        {t({ zh: '与上次发送的内容相比（{no}）', en: 'Changes since the text sent last ({no})' }, { no: no ?? '' })}
      </figcaption>
      <p>
        {changes.map(({ value, added, removed }, index) =>
          added ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are in the order of the text
            <ins key={index}>{value}</ins>
          ) : removed ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are in the order of the text
            <del key={index}>{value}</del>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces are in the order of the text
            <span key={index}>{value}</span>
          ),
        )}
      </p>
    </figure>
  );
}

/** Sends the text to one's own number, with values as long as those of the first recipient that say nothing. */
function TestMessage({
  order,
  isNeeded,
  wasTested,
  onSent,
}: {
  readonly order: Order;
  readonly isNeeded: boolean;
  readonly wasTested: boolean;
  readonly onSent: () => void;
}) {
  const t = useText();
  const id = useId();
  const [number, setNumber] = useState('');
  const [wasSent, setSent] = useState(false);
  const { isBusy, problem, attempt } = useAttempt({ staysOpen: true });
  const { data } = useCall(
    smsTask,
    'tested',
    { id: order.id },
    { enabled: wasSent || wasTested, staleMillis: 0, everyMillis: wasSent ? TESTED_MILLIS : false },
  );
  const status = data?.status ?? null;
  if (wasSent && status !== null && !OPEN.includes(status)) {
    setSent(false);
    onSent();
  }
  const send = () =>
    attempt(async (idempotencyKey) => {
      await call(smsTask, 'test', { id: order.id, number }, { idempotencyKey });
      setSent(true);
      void invalidate(smsTask);
    });
  return (
    <Form.Item
      label={t({ zh: '测试短信', en: 'Test message' })}
      htmlFor={id}
      layout="vertical"
      required={isNeeded}
      extra={
        isNeeded
          ? t({
              zh: '收件人较多，须先向自己的号码发送一条测试短信；变量以等长的占位字符代替，按价目收费',
              en: 'A large task needs a test message to your own number first. Variables are replaced by placeholders of the same length; it costs its price',
            })
          : t({
              zh: '发送到自己的号码；变量以等长的占位字符代替，按价目收费',
              en: 'To your own number. Variables are replaced by placeholders of the same length; it costs its price',
            })
      }
    >
      <Space.Compact className="kit-fill">
        <Input
          id={id}
          type="tel"
          inputMode="tel"
          placeholder="+1 201 555 0123"
          value={number}
          onChange={({ target }) => setNumber(target.value)}
          onPressEnter={(event) => {
            event.preventDefault();
            if (number.trim()) void send();
          }}
        />
        <Button loading={isBusy} disabled={!number.trim()} onClick={() => void send()}>
          {t({ zh: '发送测试', en: 'Send test' })}
        </Button>
      </Space.Compact>
      <Problem text={problem} />
      {status !== null && (
        <p role="status">
          <DictValue dictionary={lineStatus} value={status} />
          {data?.errorCode && <span className="kit-weak"> {data.errorCode}</span>}
        </p>
      )}
    </Form.Item>
  );
}
