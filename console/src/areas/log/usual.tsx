import { usualLog } from '@trade-assistant/contract/areas/log/usual.ts';
import { first } from '../../kit/form/values.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { LongText } from './parts/long-text.tsx';

/** What the program chose to write down: who reset what, what a nightly check found. */
export default resourcePage(usualLog, {
  help: { zh: '程序记录的重要操作与检查结果', en: 'Acts and findings the program wrote down' },
  search: (fields) => first(fields, 'logId', 'logLevel', 'createTime', 'createBy'),
  leading: ['createTime', 'logLevel', 'logId', 'createBy', 'requestUri', 'method', 'serviceId'],
  columns: {
    createTime: { width: 170 },
    logLevel: { width: 90 },
    logId: { width: 220 },
    createBy: { width: 120 },
    requestUri: { width: 260 },
    method: { width: 80 },
    serviceId: { width: 170 },
    serverHost: { isHiddenAtFirst: true },
    serverIp: { isHiddenAtFirst: true },
    env: { isHiddenAtFirst: true },
  },
  unmentioned: ['logData', 'params'],
  detail: ({ logData, params }) => (
    <>
      <LongText title={{ zh: '内容', en: 'Data' }} text={logData} />
      <LongText title={{ zh: '参数', en: 'Parameters' }} text={params} />
    </>
  ),
  empty: { zh: '还没有记录', en: 'Nothing has been written down yet' },
});
