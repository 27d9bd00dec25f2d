import { int, text } from '../../kit/field.ts';
import { crud, resource } from '../../kit/resource.ts';
import { cleaningCalls } from './cleaning.ts';
import { loggedOrigin, loggedPerson, loggedProcess, loggedRequest, loggedTime, millis } from './log-fields.ts';

const fields = {
  ...loggedTime,
  title: text({
    label: { zh: '标题', en: 'Title' },
    max: 255,
    list: true,
    search: 'like',
    form: false,
    width: 190,
  }),
  type: int({ label: { zh: '类型', en: 'Type' }, required: true, form: false }),
  ...loggedRequest,
  status: int({ label: { zh: '状态码', en: 'Status code' }, required: true, list: true, search: 'equal', form: false }),
  time: millis,
  ...loggedPerson,
  ...loggedOrigin,
  ...loggedProcess,
};

/** Every answered call: the caller, the request, its result and duration. */
export const apiLog = resource('log/api', {
  title: { zh: '接口日志', en: 'API log' },
  help: { zh: '谁在何时调用了什么、结果与耗时', en: 'Caller, call, time, result and duration' },
  empty: { zh: '还没有调用记录', en: 'No calls recorded yet' },
  nameField: 'title',
  defaultSort: '-createTime',
  fields,
  calls: { ...crud(fields, ['list', 'detail', 'export']), ...cleaningCalls },
});
