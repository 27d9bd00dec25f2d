import { errorLog } from '@trade-assistant/contract/areas/log/error.ts';
import { first } from '../../kit/form/values.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { LongText } from './parts/long-text.tsx';

/** What failed through our own fault: on the server, or in a console whose administrator sent it in. */
export default resourcePage(errorLog, {
  help: { zh: '服务端与控制台的异常', en: 'Failures of the server and of consoles' },
  search: (fields) => first(fields, 'message', 'exceptionName', 'createTime', 'serviceId', 'requestUri', 'createBy'),
  leading: ['createTime', 'exceptionName', 'message', 'requestUri', 'method', 'createBy', 'serviceId'],
  columns: {
    createTime: { width: 170 },
    exceptionName: { width: 170 },
    message: { width: 360 },
    requestUri: { width: 240 },
    method: { width: 80 },
    createBy: { width: 110 },
    serviceId: { width: 190 },
    serverHost: { isHiddenAtFirst: true },
    serverIp: { isHiddenAtFirst: true },
    env: { isHiddenAtFirst: true },
  },
  unmentioned: ['stackTrace', 'params'],
  detail: ({ stackTrace, params }) => (
    <>
      <LongText title={{ zh: '堆栈', en: 'Stack' }} text={stackTrace} />
      <LongText title={{ zh: '参数', en: 'Parameters' }} text={params} />
    </>
  ),
  empty: { zh: '没有异常，一切正常', en: 'Nothing has failed' },
});
