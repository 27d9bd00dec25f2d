import { auditLog } from '@trade-assistant/contract/areas/log/audit.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import { Link } from 'react-router';
import { useCall } from '../../../kit/client/query.ts';
import { useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';

type Proof = NonNullable<CallData<typeof auditLog, 'proof', 'in'>>;

export const FAULTS: Readonly<Record<NonNullable<Proof['problem']>['fault'], Text>> = {
  changed: { zh: '内容被修改', en: 'was changed' },
  removed: { zh: '被删除', en: 'was removed' },
  inserted: { zh: '是事后插入的', en: 'was inserted later' },
  broken: { zh: '之前的封存记录缺失', en: 'follows missing records' },
  cut: { zh: '末尾的记录被删除', en: 'Records at the end were deleted' },
};

/** The result of the last verification, nightly or on request. */
export function LastProof({ onLeave }: { onLeave: () => void }) {
  const t = useText();
  const { data } = useCall(auditLog, 'proof', {});
  if (!data) return null;
  const { time, account, proven, waiting, faults, problem } = data;
  const said = t({ zh: '{n} 条记录与封存时一致', en: '{n} records unchanged since sealing' }, { n: countText(proven) });
  const fresh = waiting > 0 ? t({ zh: '，{n} 条尚待封存', en: '; {n} not sealed yet' }, { n: countText(waiting) }) : '';
  const when = t(
    { zh: '{time}，{who}', en: '{time}, {who}' },
    { time, who: account || t({ zh: '夜间自动校验', en: 'nightly check' }) },
  );
  if (!problem) return <Alert type="success" showIcon title={`${said}${fresh}`} description={when} />;
  const { fault, id, time: at } = problem;
  return (
    <Alert
      type="error"
      showIcon
      title={`${id === null ? '' : t({ zh: '记录 {id}（{at}）', en: 'Record {id} ({at}) ' }, { id, at: at ?? '–' })}${t(FAULTS[fault])}`}
      description={
        <>
          <p>
            {faults > 1 &&
              t(
                { zh: '共发现 {n} 处不一致，以上是第一处。', en: '{n} differences were found; this is the first. ' },
                { n: countText(faults) },
              )}
            {t({
              zh: '此前的记录与封存时一致。请保留数据库与日志备份，并与进程日志中每晚记录的链尾核对。',
              en: 'Earlier records are unchanged. Keep copies of the database and logs, and compare them with the chain ends in the process log.',
            })}
          </p>
          <p>
            {said} · {when}
          </p>
          {id !== null && (
            <Link to={`/log/audit/index?record=${id}`} onClick={onLeave}>
              {t({ zh: '查看这条记录', en: 'View this record' })}
            </Link>
          )}
        </>
      }
    />
  );
}
