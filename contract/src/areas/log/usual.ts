import { identifier, text, textarea } from '../../kit/field.ts';
import { crud, resource } from '../../kit/resource.ts';
import { commonLogFields } from './log-fields.ts';

const fields = {
  logLevel: text({
    label: { zh: '级别', en: 'Level' },
    max: 16,
    required: true,
    list: true,
    search: 'equal',
    form: false,
  }),
  logId: identifier({
    label: { zh: '日志编号', en: 'Log id' },
    max: 128,
    list: true,
    search: 'like',
    form: false,
  }),
  logData: textarea({ label: { zh: '内容', en: 'Data' }, max: 16384, form: false }),
  ...commonLogFields,
};

/** What the program's own code chose to tell. */
export const usualLog = resource('log/usual', {
  title: { zh: '通用日志', en: 'General log' },
  fields,
  calls: crud(fields, ['list', 'detail']),
});
