import { exchangeState } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Skeleton from 'antd/es/skeleton';
import { Link } from 'react-router';
import { messageOf } from '../../../kit/client/call-error.ts';
import { useCall } from '../../../kit/client/query.ts';
import { DictValue, Nothing } from '../../../kit/fields/status.tsx';
import { TimeValue } from '../../../kit/fields/time-value.tsx';
import { useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import styles from './provider.module.css';

type Exchange = CallData<typeof provider, 'exchanges', 'in'>[number];

const REFRESH_MILLIS = 10_000;

/** The last exchanges with a provider; each leads to its task. */
export function Exchanges({ id }: { id: string }) {
  const t = useText();
  const { data, error } = useCall(provider, 'exchanges', { id }, { everyMillis: REFRESH_MILLIS });
  if (error) return <Alert type="error" showIcon title={messageOf(error)} />;
  if (!data) return <Skeleton active />;
  if (data.length === 0) return <p className="kit-weak">{t({ zh: '还没有交互', en: 'No exchanges yet' })}</p>;
  return (
    <div className={styles['scroll']}>
      <table className="kit-lines">
        <thead>
          <tr>
            <th>{t({ zh: '时间', en: 'Time' })}</th>
            <th>{t({ zh: '任务', en: 'Task' })}</th>
            <th data-align="right">{t({ zh: '号码', en: 'Numbers' })}</th>
            <th data-align="right">{t({ zh: '已应答', en: 'Answered' })}</th>
            <th>{t({ zh: '状态', en: 'State' })}</th>
            <th>{t({ zh: '错误', en: 'Error' })}</th>
            <th>{t({ zh: '结束', en: 'Ended' })}</th>
          </tr>
        </thead>
        <tbody>
          {data.map((exchange) => (
            <tr key={exchange.reference}>
              <td>
                <TimeValue wire={exchange.createTime} />
              </td>
              <td>
                <TaskLink exchange={exchange} />
              </td>
              <td data-align="right" className="kit-number">
                {countText(exchange.lines)}
              </td>
              <td data-align="right" className="kit-number">
                {countText(exchange.answered)}
              </td>
              <td>
                <DictValue dictionary={exchangeState} value={exchange.state} />
              </td>
              <td>{exchange.error ?? <Nothing />}</td>
              <td>{exchange.endTime ? <TimeValue wire={exchange.endTime} /> : <Nothing />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Only number checks have records; status checks of stock are found among the tasks. */
const TaskLink = ({ exchange: { resource, taskId, taskNo, jobTaskNo } }: { exchange: Exchange }) => (
  <Link
    className="kit-number"
    to={resource.startsWith('filter/') ? `/${resource}/index?record=${taskId}` : `/desk/task/index?taskNo=${jobTaskNo}`}
  >
    {taskNo}
  </Link>
);
