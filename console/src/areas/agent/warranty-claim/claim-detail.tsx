import { warrantyStatus, warrantyVerdict } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { warrantyCase } from '@trade-assistant/contract/areas/agent/warranty-case.ts';
import { warrantyClaim } from '@trade-assistant/contract/areas/agent/warranty-claim.ts';
import type { CallData, WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { checkResult } from '@trade-assistant/contract/number-dictionaries.ts';
import Skeleton from 'antd/es/skeleton';
import { Link } from 'react-router';
import { messageOf } from '../../../kit/client/call-error.ts';
import { useCall } from '../../../kit/client/query.ts';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { DictValue } from '../../../kit/fields/status.tsx';
import { TimeValue } from '../../../kit/fields/time-value.tsx';
import { useText } from '../../../kit/i18n.ts';
import { Pictures } from '../../../kit/parts/pictures.tsx';
import { Problem } from '../../../kit/parts/problem.tsx';
import { Timeline } from '../../../kit/parts/timeline.tsx';
import { useCan } from '../../../kit/permission.tsx';
import styles from './claim-detail.module.css';

type Row = WireRowOf<typeof warrantyClaim>;
type Story = CallData<typeof warrantyClaim, 'story', 'in'>;

const { replaced, refunded, refused, unconfirmed, paused } = warrantyStatus.is;

/** The steps of a claim, its checks, the numbers of its chain, and what a decision would do. */
export function ClaimDetail({ row }: { row: Row }) {
  const t = useText();
  const { data, error } = useCall(warrantyClaim, 'story', { id: row.id }, { staleMillis: 0, keepPrevious: true });
  return (
    <>
      <Steps row={row} />
      {row.status === paused && <PausedNote caseId={row.caseId} />}
      {row.content && (
        <section className="kit-group">
          <h2 className="kit-heading">{t({ zh: '情况说明', en: 'What happened' })}</h2>
          <p className={styles.content}>{row.content}</p>
          {(row.evidence ?? []).length > 0 && <Pictures addresses={row.evidence ?? []} size="record" />}
        </section>
      )}
      {error && <Problem text={messageOf(error)} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 3 }} />}
      {data && <Checks checks={data.checks} />}
      {data && data.chain.length > 1 && <Chain chain={data.chain} id={row.id} />}
      {data?.canDecide && <Effects story={data} />}
    </>
  );
}

function Steps({ row }: { row: Row }) {
  const isEnded = row.status === refused || row.status === unconfirmed;
  return (
    <Timeline
      steps={[
        { label: { zh: '创建', en: 'Opened' }, time: row.createTime, tone: 'running' },
        { label: { zh: '首次检测失效', en: 'First found inactive' }, time: row.suspectTime, tone: 'attention' },
        { label: { zh: '确认失效', en: 'Confirmed' }, time: row.confirmTime, tone: 'attention', note: row.deciderName },
        {
          label: { zh: '已换货', en: 'Replaced' },
          time: row.status === replaced ? row.settleTime : null,
          tone: 'good',
          note: (
            <>
              <span className="kit-number">{row.replacementNumber}</span> <NoteLink noteNo={row.replacementNoteNo} />
            </>
          ),
        },
        {
          label: { zh: '已退款', en: 'Refunded' },
          time: row.status === refunded ? row.settleTime : null,
          tone: 'good',
          note: row.refundAmount && <MoneyValue wire={row.refundAmount} currency={row.currency} />,
        },
        {
          label: row.status === refused ? { zh: '已驳回', en: 'Rejected' } : { zh: '未确认失效', en: 'Not confirmed' },
          time: isEnded ? row.updateTime : null,
          tone: row.status === refused ? 'bad' : 'off',
          note: row.decideReason,
        },
      ]}
    />
  );
}

/** The note of a replacement, leading to it. */
function NoteLink({ noteNo }: { noteNo: string | null }) {
  const canSeeNotes = useCan('whatsapp/outbound:view');
  if (!noteNo) return null;
  return canSeeNotes ? (
    <Link to={`/whatsapp/outbound?outboundNo=${encodeURIComponent(noteNo)}`}>{noteNo}</Link>
  ) : (
    noteNo
  );
}

function PausedNote({ caseId }: { caseId: string | null }) {
  const t = useText();
  const canDecide = useCan('agent/warranty-case:view');
  const text = t({
    zh: '同一批次或服务商失效过多，自动处理已暂停，等待人工确认',
    en: 'Too many numbers of the batch or provider were found inactive; staff confirm the findings first',
  });
  return (
    <p className="kit-weak">
      {text}{' '}
      {canDecide && caseId && (
        <Link to={`/${warrantyCase.name}?record=${caseId}`}>
          {t({ zh: '查看批量异常', en: 'View the mass event' })}
        </Link>
      )}
    </p>
  );
}

function Checks({ checks }: Pick<Story, 'checks'>) {
  const t = useText();
  return (
    <section className="kit-group">
      <h2 className="kit-heading">{t({ zh: '检测记录', en: 'Checks' })}</h2>
      {checks.length === 0 && <p className="kit-weak">{t({ zh: '还没有检测结果', en: 'No results yet' })}</p>}
      <ul className={styles.list}>
        {checks.map(({ time, provider, result, verdict }) => (
          <li key={time}>
            <TimeValue wire={time} />
            <DictValue dictionary={checkResult} value={result} />
            {provider && <span className="kit-weak">{provider}</span>}
            <DictValue dictionary={warrantyVerdict} value={verdict} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Chain({ chain, id }: Pick<Story, 'chain'> & { id: string }) {
  const t = useText();
  return (
    <section className="kit-group">
      <h2 className="kit-heading">{t({ zh: '换货链', en: 'Replacements' })}</h2>
      <ol className={styles.list}>
        {chain.map(({ number, claimId, claimNo, status }) => (
          <li key={number}>
            <span className="kit-number">{number}</span>
            {claimId === null ? (
              <span className="kit-weak">{t({ zh: '当前号码', en: 'Present number' })}</span>
            ) : claimId === id ? (
              <span className="kit-weak">{t({ zh: '本单', en: 'This claim' })}</span>
            ) : (
              <Link to={`/${warrantyClaim.name}?record=${claimId}`}>{claimNo}</Link>
            )}
            {status !== null && <DictValue dictionary={warrantyStatus} value={status} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Effect that each decision would have now. */
function Effects({ story }: { story: Story }) {
  const t = useText();
  return (
    <section className="kit-group">
      <h2 className="kit-heading">{t({ zh: '处理后果', en: 'Effect of a decision' })}</h2>
      <ul className={styles.list}>
        <li>
          <strong>{t({ zh: '换货', en: 'Replace' })}</strong>
          {!story.canReplace
            ? t({ zh: '换货次数已达上限，只能退款', en: 'Replacement limit reached: refund only' })
            : story.isInStock
              ? t({ zh: '有库存，立即换出', en: 'In stock: delivered at once' })
              : t({ zh: '暂无库存，等待补货', en: 'No stock: the claim waits' })}
        </li>
        <li>
          <strong>{t({ zh: '退款', en: 'Refund' })}</strong>
          <MoneyValue wire={story.refund} currency={story.currency} />
        </li>
      </ul>
    </section>
  );
}
