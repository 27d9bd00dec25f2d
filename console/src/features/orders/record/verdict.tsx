import { PROOFS_MAX, proofLimits } from '@trade-assistant/contract/areas/compliance/proofs.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { REASON_MAX } from '@trade-assistant/contract/kit/transitions.ts';
import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { VERDICT_MAX } from '@trade-assistant/contract/tasks/order-calls.ts';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import TextArea from 'antd/es/input/TextArea';
import Radio from 'antd/es/radio';
import Skeleton from 'antd/es/skeleton';
import { useId, useMemo, useState } from 'react';
import { call } from '../../../kit/client/call.ts';
import { invalidate, useCall } from '../../../kit/client/query.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { DictValue } from '../../../kit/fields/status.tsx';
import { useAttempt } from '../../../kit/form/use-attempt.ts';
import { useText } from '../../../kit/i18n.ts';
import { useSubmitKey } from '../../../kit/keys.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { countText } from '../../../kit/parts/figures.tsx';
import { Problem } from '../../../kit/parts/problem.tsx';
import { TotalLine, TotalLines } from '../../../kit/parts/total-lines.tsx';
import UploadInput from '../../../kit/parts/upload-input.tsx';
import type { MessageChannel, Recipient, RecipientResource } from '../types.ts';
import { VERDICTS, type VerdictKind } from '../verdicts.ts';
import styles from './recipients.module.css';

const { delivered, failed } = lineStatus.is;

interface VerdictProps {
  readonly channel: MessageChannel;
  readonly kind: VerdictKind;
  readonly rows: readonly Recipient[];
  readonly onEnd: (isDone: boolean) => void;
}

const EXACT = 6;
const NAMES = { overrule: 'OVERRULE', reset: 'RESET', pass: 'PASS' } as const;
const HELP: Readonly<Record<VerdictKind, Text>> = {
  overrule: {
    zh: '推翻已提交或已送达的结果：已扣费的退款，佣金冲回。',
    en: 'Overturns submitted or delivered messages: a charge is refunded and commissions are reversed.',
  },
  reset: {
    zh: '重新发送失败、过期或已驳回的消息，重新冻结金额。',
    en: 'Sends failed, expired or overruled messages again, with a new hold.',
  },
  pass: {
    zh: '认定没有回执或有争议的消息：送达则扣费，失败则退回冻结金额。',
    en: 'Decides messages without a receipt or with a disputed one: delivered ones are charged, failed ones released.',
  },
};

/** A verdict on recipients: its effect on states and money, then reason and evidence. */
export function Verdict({ channel: { orders, recipients: resource }, kind, rows, onEnd }: VerdictProps) {
  const t = useText();
  const id = useId();
  const [status, setStatus] = useState<number>(delivered);
  const [reason, setReason] = useState('');
  const [evidence, setEvidence] = useState<readonly string[]>([]);
  const ids = rows
    .slice(0, VERDICT_MAX)
    .map((row) => row.id)
    .join(',');
  const target = useMemo(() => ({ resource: resource.name, call: 'put-proof', ...proofLimits }), [resource]);
  const effect = useCall(
    resource,
    'effect',
    { ids, verdict: NAMES[kind], ...(kind === 'pass' ? { status } : {}) },
    { staleMillis: 0, keepPrevious: true },
  );
  const { isBusy, problem, attempt } = useAttempt({ staysOpen: true });
  const words = VERDICTS.find((verdict) => verdict.kind === kind)?.words ?? HELP[kind];
  const needsReason = kind !== 'reset';
  const canSend = effect.data !== undefined && effect.data.lines > 0 && (!needsReason || reason.trim() !== '');
  const send = () =>
    attempt(async (idempotencyKey) => {
      const said = reason.trim() === '' ? {} : { reason: reason.trim() };
      const proof = evidence.length > 0 ? { evidence: [...evidence] } : {};
      const options = { idempotencyKey };
      const done =
        kind === 'overrule'
          ? await call(resource, 'overrule', { ids, reason: reason.trim(), ...proof }, options)
          : kind === 'reset'
            ? await call(resource, 'reset', { ids, ...said }, options)
            : await call(resource, 'pass', { ids, status, ...said, ...proof }, options);
      showSuccess(t({ zh: '已处理 {n} 条', en: '{n} {n|message|messages} decided' }, { n: countText(done.lines) }));
      void invalidate(resource, orders);
      onEnd(true);
    });
  useSubmitKey(canSend && !isBusy ? () => void send() : undefined);
  return (
    <section className={styles.effect} aria-label={t(words)}>
      <h2 className="kit-heading">
        {t(
          { zh: '{verdict} {n} 个收件人', en: '{verdict} {n} {n|recipient|recipients}' },
          { verdict: t(words), n: rows.length },
        )}
      </h2>
      <p className="kit-weak">{t(HELP[kind])}</p>
      <Problem text={problem} />
      <Form layout="vertical" component="div" colon={false} disabled={isBusy}>
        {kind === 'pass' && (
          <Form.Item label={t({ zh: '认定为', en: 'Decided as' })}>
            <Radio.Group
              value={status}
              onChange={({ target: { value } }) => setStatus(value)}
              options={[delivered, failed].map((value) => ({
                value,
                label: <DictValue dictionary={lineStatus} value={value} />,
              }))}
            />
          </Form.Item>
        )}
        {effect.error && <ListProblem error={effect.error} onRetry={() => void effect.refetch()} />}
        {effect.data ? <Effect effect={effect.data} /> : !effect.error && <Skeleton active title={false} />}
        <Form.Item label={t({ zh: '原因', en: 'Reason' })} required={needsReason} htmlFor={`${id}-reason`}>
          <TextArea
            id={`${id}-reason`}
            value={reason}
            maxLength={REASON_MAX}
            autoSize={{ minRows: 2, maxRows: 5 }}
            onChange={({ target: { value } }) => setReason(value)}
          />
        </Form.Item>
        {kind !== 'reset' && (
          <Form.Item label={t({ zh: '凭证', en: 'Evidence' })}>
            <UploadInput
              isPictures
              value={evidence}
              target={target}
              count={PROOFS_MAX}
              onChange={(links) => setEvidence(links ?? [])}
            />
          </Form.Item>
        )}
      </Form>
      <div className="kit-footer">
        <Button disabled={isBusy} onClick={() => onEnd(false)}>
          {t({ zh: '取消', en: 'Cancel' })}
        </Button>
        <Button
          type="primary"
          danger={kind === 'overrule'}
          loading={isBusy}
          disabled={!canSend}
          aria-keyshortcuts="Control+Enter"
          onClick={() => void send()}
        >
          {t(words)} <kbd aria-hidden>Ctrl ↵</kbd>
        </Button>
      </div>
    </section>
  );
}

type EffectOfVerdict = CallData<RecipientResource, 'effect', 'in'>;

function Effect({ effect }: { readonly effect: EffectOfVerdict }) {
  const t = useText();
  const { lines, excluded, before, charged, released, refunded, held, currency } = effect;
  const money = (label: string, wire: string) =>
    /[1-9]/.test(wire) && (
      <TotalLine label={label}>
        <MoneyValue wire={wire} currency={currency ?? undefined} decimals={EXACT} />
      </TotalLine>
    );
  return (
    <TotalLines>
      <TotalLine label={t({ zh: '生效', en: 'Applies to' })} isMain>
        {countText(lines)}
      </TotalLine>
      {before.map(({ status, lines: count }) => (
        <TotalLine key={status} label={t({ zh: '其中', en: 'Of these' })}>
          <DictValue dictionary={lineStatus} value={status} /> {countText(count)}
        </TotalLine>
      ))}
      {excluded > 0 && (
        <TotalLine label={t({ zh: '不适用', en: 'Does not apply to' })}>{countText(excluded)}</TotalLine>
      )}
      {money(t({ zh: '扣费', en: 'Charged' }), charged)}
      {money(t({ zh: '释放冻结', en: 'Released' }), released)}
      {money(t({ zh: '退款', en: 'Refunded' }), refunded)}
      {money(t({ zh: '新冻结', en: 'Newly held' }), held)}
    </TotalLines>
  );
}
