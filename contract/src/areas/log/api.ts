import { int, text } from '../../kit/field.ts';
import { crud, resource } from '../../kit/resource.ts';
import { commonLogFields, millis } from './log-fields.ts';

const fields = {
  title: text({
    label: { zh: '标题', en: 'Title' },
    max: 255,
    list: true,
    search: 'like',
    form: false,
  }),
  type: int({ label: { zh: '类型', en: 'Type' }, required: true, form: false }),
  status: int({ label: { zh: '状态码', en: 'Status' }, required: true, list: true, search: 'equal', form: false }),
  time: millis,
  ...commonLogFields,
};

/** Every call that was answered. */
export const apiLog = resource('log/api', {
  title: { zh: '接口日志', en: 'Call log' },
  fields,
  calls: crud(fields, ['list', 'detail']),
});
