import { identifier, int, readOnly, ref, text } from '../../kit/field.ts';
import { crud, resource } from '../../kit/resource.ts';
import { loggedTime } from './log-fields.ts';

const fields = {
  ...loggedTime,
  ...readOnly({
    objectTitle: text({ label: { zh: '对象', en: 'Record' }, max: 64, required: true, list: true, width: 160 }),
    objectType: identifier({
      label: { zh: '对象类型', en: 'Record type' },
      max: 64,
      required: true,
      list: 'hidden',
      search: 'equal',
    }),
    objectId: ref(null, {
      label: { zh: '对象编号', en: 'Record id' },
      required: true,
      list: true,
      search: 'equal',
    }),
    change: text({ label: { zh: '状态变化', en: 'Change' }, max: 128, required: true, list: true, width: 200 }),
    event: text({ label: { zh: '操作', en: 'Action' }, max: 64, required: true, list: true, width: 140 }),
    reason: text({ label: { zh: '原因', en: 'Reason' }, max: 500, list: true, width: 200 }),
    userName: text({ label: { zh: '操作人', en: 'User' }, max: 64, list: true, width: 120 }),
    fromState: int({ label: { zh: '原状态值', en: 'Former state' }, list: 'hidden' }),
    toState: int({ label: { zh: '新状态值', en: 'New state' }, required: true, list: 'hidden' }),
  }),
};

/** Every change of a record's state, with its author. Rows are never changed or removed. */
export const stateLog = resource('log/state', {
  title: { zh: '状态日志', en: 'State changes' },
  help: { zh: '单据状态的每一次变化、操作人与原因', en: 'Every change of a record’s state, with author and reason' },
  empty: { zh: '还没有状态变化', en: 'No changes yet' },
  fields,
  calls: crud(fields, ['list', 'export']),
});
