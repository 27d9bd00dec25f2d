import { int, text, textarea } from '../../kit/field.ts';
import { crud, resource } from '../../kit/resource.ts';
import { commonLogFields } from './log-fields.ts';

const fields = {
  exceptionName: text({
    label: { zh: '异常', en: 'Exception' },
    max: 255,
    list: true,
    search: 'like',
    form: false,
  }),
  message: textarea({
    label: { zh: '信息', en: 'Message' },
    max: 4096,
    list: true,
    search: 'like',
    form: false,
  }),
  stackTrace: textarea({ label: { zh: '堆栈', en: 'Stack' }, max: 16384, form: false }),
  fileName: text({ label: { zh: '文件', en: 'File' }, max: 1000, form: false }),
  lineNumber: int({ label: { zh: '行号', en: 'Line' }, required: true, form: false }),
  ...commonLogFields,
};

/** What failed through our own fault. */
export const errorLog = resource('log/error', {
  title: { zh: '错误日志', en: 'Error log' },
  fields,
  calls: crud(fields, ['list', 'detail']),
});
