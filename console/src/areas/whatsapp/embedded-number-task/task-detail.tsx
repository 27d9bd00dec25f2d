import {
  seedAppeal,
  seedMatch,
  seedReport,
  seedTaskStatus,
} from '@trade-assistant/contract/areas/whatsapp/embedded-dictionaries.ts';
import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { Link } from 'react-router';
import { DictValue } from '../../../kit/fields/status.tsx';
import { useText } from '../../../kit/i18n.ts';
import { Pictures } from '../../../kit/parts/pictures.tsx';
import { Timeline } from '../../../kit/parts/timeline.tsx';
import { useCan } from '../../../kit/permission.tsx';
import type { TaskRow } from './flags.ts';
import styles from './task-detail.module.css';

const { approved } = seedTaskStatus.is;
const { won } = seedAppeal.is;

/** The comparison of receipt and report with its evidence, and a mark of cheating with its appeal. */
export function TaskEvidence({ row }: { readonly row: TaskRow }) {
  return (
    <>
      <Comparison row={row} />
      <Report row={row} />
      <Cheating row={row} />
    </>
  );
}

/** The expected message, the provider's receipt and the holder's report, side by side. */
function Comparison({ row }: { readonly row: TaskRow }) {
  const t = useText();
  const expected = [row.expectedTemplate, row.expectedSender].filter(Boolean).join(' · ');
  return (
    <section className="kit-group">
      <h2 className="kit-heading">{t({ zh: '比对', en: 'Comparison' })}</h2>
      <dl className={styles.compared}>
        <div>
          <dt>{t({ zh: '预期内容', en: 'Content sent' })}</dt>
          <dd>{expected || '–'}</dd>
        </div>
        <div>
          <dt>{t({ zh: '通道回执', en: 'Receipt' })}</dt>
          <dd>
            {row.providerStatus === null ? (
              <span className="kit-weak">{t({ zh: '无回执', en: 'None' })}</span>
            ) : (
              <DictValue dictionary={lineStatus} value={row.providerStatus} />
            )}
          </dd>
        </div>
        <div>
          <dt>{t({ zh: '用户反馈', en: 'Report' })}</dt>
          <dd>
            <DictValue dictionary={seedReport} value={row.reportedStatus} />
          </dd>
        </div>
        <div>
          <dt>{t({ zh: '比对结果', en: 'Result' })}</dt>
          <dd>
            {row.matchResult === null ? (
              <span className="kit-weak">{t({ zh: '等待反馈', en: 'Awaiting the report' })}</span>
            ) : (
              <DictValue dictionary={seedMatch} value={row.matchResult} />
            )}
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Report({ row }: { readonly row: TaskRow }) {
  const t = useText();
  if (row.reportTime === null) return null;
  return (
    <section className="kit-group">
      <h2 className="kit-heading">{t({ zh: '反馈凭证', en: 'Evidence of the report' })}</h2>
      {row.reportRemark && <p className={styles.text}>{row.reportRemark}</p>}
      {row.evidence.length > 0 ? (
        <Pictures addresses={row.evidence} size="record" />
      ) : (
        <p className="kit-weak">{t({ zh: '没有截图', en: 'No screenshots' })}</p>
      )}
    </section>
  );
}

function Cheating({ row }: { readonly row: TaskRow }) {
  const t = useText();
  const canSeeCases = useCan('compliance/case:view');
  if (row.cheatReason === null) return null;
  return (
    <section className="kit-group">
      <h2 className="kit-heading">
        {row.isCheat === 1
          ? t({ zh: '作弊判定', en: 'Marked as cheating' })
          : t({ zh: '已撤销的作弊判定', en: 'Withdrawn mark of cheating' })}
      </h2>
      <p className={styles.text}>{row.cheatReason}</p>
      {row.cheatEvidence.length > 0 && <Pictures addresses={row.cheatEvidence} size="record" />}
      {canSeeCases && row.caseId && (
        <p>
          <Link to={`/compliance/case/index?record=${row.caseId}`}>
            {t({ zh: '合规工单 {no}', en: 'Compliance case {no}' }, { no: row.caseNo ?? '' })}
          </Link>
        </p>
      )}
      {row.appealReason && (
        <p className={styles.text}>
          <strong>{t({ zh: '申诉理由', en: 'Appeal' })}</strong> {row.appealReason}
        </p>
      )}
      {row.appealEvidence.length > 0 && <Pictures addresses={row.appealEvidence} size="record" />}
      {row.appealDecision && (
        <p className={styles.text}>
          <strong>{t({ zh: '申诉结论', en: 'Decision' })}</strong> {row.appealDecision}
        </p>
      )}
    </section>
  );
}

/** The events of a task, from its plan to the decision about an appeal. */
export function TaskSteps({ row }: { readonly row: TaskRow }) {
  const isReviewed = row.reviewTime !== null;
  return (
    <Timeline
      steps={[
        { label: { zh: '计划', en: 'Planned' }, time: row.createTime, tone: 'off' },
        { label: { zh: '下发', en: 'Sent' }, time: row.dispatchTime, tone: 'running' },
        {
          label: { zh: '反馈截止', en: 'Report due' },
          time: row.reportTime === null ? row.dueTime : null,
          tone: 'waiting',
        },
        { label: { zh: '收到', en: 'Received' }, time: row.receivedTime, tone: 'good' },
        { label: { zh: '反馈', en: 'Reported' }, time: row.reportTime, tone: 'attention', note: row.reporterName },
        {
          label: row.status === approved ? { zh: '通过', en: 'Approved' } : { zh: '审核', en: 'Reviewed' },
          time: isReviewed ? row.reviewTime : null,
          tone: row.status === approved ? 'good' : 'off',
          note: [row.reviewerName, row.reviewRemark].filter(Boolean).join(' · '),
        },
        {
          label: { zh: '判定作弊', en: 'Marked as cheating' },
          time: row.cheatTime,
          tone: 'bad',
          note: row.cheatUserName,
        },
        {
          label: { zh: '申诉截止', en: 'Appeal until' },
          time: row.isCheat === 1 && row.appealTime === null ? row.appealUntil : null,
          tone: 'waiting',
        },
        { label: { zh: '申诉', en: 'Appealed' }, time: row.appealTime, tone: 'attention' },
        {
          label:
            row.appealStatus === won
              ? { zh: '撤销作弊判定', en: 'Mark withdrawn' }
              : { zh: '申诉驳回', en: 'Appeal rejected' },
          time: row.appealDecisionTime,
          tone: row.appealStatus === won ? 'good' : 'bad',
          note: row.appealDeciderName,
        },
      ]}
    />
  );
}
