import { code, identifier, text } from '../../kit/field.ts';
import { crud, resource } from '../../kit/resource.ts';
import { cleaningCalls } from './cleaning.ts';
import { loggedOrigin, loggedPerson, loggedProcess, loggedRequest, loggedTime } from './log-fields.ts';

const fields = {
  ...loggedTime,
  logLevel: text({
    label: { zh: '级别', en: 'Level' },
    max: 16,
    required: true,
    list: true,
    search: 'equal',
    form: false,
    width: 90,
  }),
  logId: identifier({ label: { zh: '日志编号', en: 'Log id' }, max: 128, list: true, search: 'like', form: false }),
  ...loggedPerson,
  ...loggedRequest,
  logData: code({ label: { zh: '内容', en: 'Data' }, max: 16384, form: false }),
  ...loggedOrigin,
  ...loggedProcess,
};

/** Operations and checks recorded by the system. */
export const usualLog = resource('log/usual', {
  title: { zh: '通用日志', en: 'System log' },
  help: { zh: '程序记录的重要操作与检查结果', en: 'Key operations and checks recorded by the system' },
  empty: { zh: '还没有记录', en: 'No records yet' },
  nameField: 'logId',
  defaultSort: '-createTime',
  fields,
  calls: { ...crud(fields, ['list', 'detail', 'export']), ...cleaningCalls },
});
