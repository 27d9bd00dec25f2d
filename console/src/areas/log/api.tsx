import { apiLog } from '@trade-assistant/contract/areas/log/api.ts';
import type { Tone } from '@trade-assistant/contract/kit/dictionary.ts';
import { Nothing, Status } from '../../kit/fields/status.tsx';
import { first } from '../../kit/form/values.ts';
import { useText } from '../../kit/i18n.ts';
import { resourcePage } from '../../kit/resource-page.tsx';
import { LongText } from './parts/long-text.tsx';

/** It stands in the log as `仓库号码 · 列表 / Warehouse · List`. */
function Title({ text }: { text: string }) {
  const t = useText();
  const [zh = '', en = zh] = text.split(' / ');
  return text === '' ? <Nothing /> : t({ zh, en });
}

const toneOf = (status: number): Tone => (status >= 500 ? 'bad' : status >= 400 ? 'attention' : 'good');

/** Every call that was answered: who asked for what, how it ended and how long it took. */
export default resourcePage(apiLog, {
  help: { zh: '谁在何时调用了什么、结果与耗时', en: 'Who called what and when, how it ended and how long it took' },
  search: (fields) => first(fields, 'requestUri', 'createBy', 'createTime', 'status', 'time', 'remoteIp', 'traceId'),
  leading: ['createTime', 'title', 'method', 'requestUri', 'status', 'time', 'createBy', 'remoteIp'],
  columns: {
    createTime: { width: 170 },
    title: { width: 190, render: ({ title }) => <Title text={title ?? ''} /> },
    method: { width: 80 },
    requestUri: { width: 260 },
    status: {
      width: 90,
      render: ({ status }) => <Status tone={toneOf(status)} words={{ zh: String(status), en: String(status) }} />,
    },
    time: { width: 140 },
    createBy: { width: 120 },
    serviceId: { isHiddenAtFirst: true },
    serverHost: { isHiddenAtFirst: true },
    serverIp: { isHiddenAtFirst: true },
    env: { isHiddenAtFirst: true },
  },
  unmentioned: ['params'],
  detail: ({ params }) => <LongText title={{ zh: '参数', en: 'Parameters' }} text={params} />,
  empty: { zh: '还没有调用记录', en: 'No call has been noted yet' },
});
