import Button from 'antd/es/button';
import { useCall } from '../../../kit/client/query.ts';
import { useText } from '../../../kit/i18n.ts';
import { Facts } from '../../../kit/list/record/facts.tsx';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import type { MessageChannel, Recipient } from '../types.ts';
import { applies, VERDICTS, type VerdictKind } from '../verdicts.ts';
import Messages from './messages.tsx';
import styles from './recipients.module.css';

interface RecipientDetailProps {
  readonly channel: MessageChannel;
  readonly row: Recipient;
  readonly canDecide: boolean;
  readonly onVerdict: (kind: VerdictKind) => void;
  readonly onBack: () => void;
}

/** One recipient of an order, in place of the list: facts, verdicts and the messages with it. */
export function RecipientDetail({ channel, row: listed, canDecide, onVerdict, onBack }: RecipientDetailProps) {
  const t = useText();
  const { data, error, refetch } = useCall(channel.recipients, 'detail', { id: listed.id }, { staleMillis: 0 });
  const row = data ?? listed;
  return (
    <section aria-label={row.number ?? String(row.lineNo)}>
      <div className={styles.tools}>
        <Button onClick={onBack}>{t({ zh: '返回列表', en: 'Back to the list' })}</Button>
        {canDecide &&
          VERDICTS.filter(({ kind }) => applies(kind, row)).map(({ kind, words }) => (
            <Button key={kind} onClick={() => onVerdict(kind)}>
              {t(words)}
            </Button>
          ))}
      </div>
      {error && <ListProblem error={error} onRetry={() => void refetch()} />}
      <Facts resource={channel.recipients} row={row} unmentioned={['orderId', 'orderNo', 'verdictAttachIds']} />
      <Messages resource={channel.orders} orderId={row.orderId} recipientId={row.id} />
    </section>
  );
}
