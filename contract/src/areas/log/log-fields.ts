import { code, identifier, int, readOnly, text, time } from '../../kit/field.ts';

/**
 * Request and process of a log row, in the groups of its list. Only facts of the process are required: an entry outside
 * of any request has no address.
 */
export const loggedTime = {
  createTime: time({
    label: { zh: '时间', en: 'Time' },
    required: true,
    list: true,
    form: false,
    search: 'range',
    sort: true,
  }),
} as const;

export const loggedRequest = {
  method: text({
    label: { zh: '方法', en: 'Method' },
    max: 16,
    list: true,
    search: 'equal',
    form: false,
    width: 80,
  }),
  requestUri: text({
    label: { zh: '接口', en: 'Endpoint' },
    max: 1000,
    list: true,
    search: 'like',
    form: false,
    width: 260,
  }),
} as const;

export const loggedPerson = {
  createBy: text({
    label: { zh: '操作人', en: 'User' },
    max: 64,
    list: true,
    search: 'like',
    form: false,
    width: 120,
  }),
} as const;

export const loggedOrigin = {
  ...readOnly({
    remoteIp: text({ label: { zh: '来源地址', en: 'Remote address' }, max: 64, list: 'hidden', search: 'equal' }),
    userAgent: text({ label: { zh: '用户代理', en: 'User agent' }, max: 1000 }),
    traceId: identifier({ label: { zh: '追踪号', en: 'Trace ID' }, max: 64, list: 'hidden', search: 'equal' }),
  }),
} as const;

export const loggedProcess = {
  ...readOnly({
    serviceId: identifier({
      label: { zh: '服务', en: 'Service' },
      max: 64,
      required: true,
      list: 'hidden',
      search: 'like',
    }),
    serverHost: text({
      label: { zh: '服务器名', en: 'Host' },
      max: 255,
      required: true,
      list: 'hidden',
      search: 'like',
    }),
    serverIp: text({ label: { zh: '服务器地址', en: 'Host address' }, max: 255, required: true, list: 'hidden' }),
    env: text({ label: { zh: '环境', en: 'Environment' }, max: 32, required: true, list: 'hidden', search: 'equal' }),
    methodClass: text({ label: { zh: '资源', en: 'Resource' }, max: 255 }),
    methodName: text({ label: { zh: '调用', en: 'API call' }, max: 255 }),
    params: code({ label: { zh: '参数', en: 'Parameters' }, max: 8192 }),
  }),
} as const;

export const millis = int({
  label: { zh: '耗时（毫秒）', en: 'Duration (ms)' },
  required: true,
  list: true,
  form: false,
  search: 'range',
});
