import type { Dictionary } from '../../kit/dictionary.ts';
import type { Text } from '../../kit/locale.ts';
import { crud, resource } from '../../kit/resource.ts';
import { checkCalls } from './check-calls.ts';
import { checkFacts, checkFields } from './check-fields.ts';

/** The checks of customers' lists in one channel. `filterType`: its kinds of checks. */
export const checkResource = <const N extends string, D extends Dictionary>(name: N, title: Text, filterType: D) => {
  const fields = checkFields(filterType);
  return resource(name, {
    title,
    help: { zh: '上传自有名单，按检测结果计费', en: 'Upload your own list; you pay for definite results only' },
    empty: { zh: '上传名单后，检测任务会出现在这里', en: 'Upload a list; its check appears here' },
    nameField: 'taskName',
    defaultSort: '-createTime',
    stateField: 'status',
    fields,
    head: ['ownerName', 'status', 'chargedAmount'],
    found: [{ call: 'list', by: ['taskNo', 'taskName'], shows: ['ownerName', 'status'] }],
    numbers: [{ call: 'list', shows: ['ownerName', 'status'], facts: checkFacts }],
    calls: { ...crud(fields, ['list', 'counts', 'detail', 'remove']), ...checkCalls(filterType) },
    extras: {
      lines: { zh: '查看他人名单', en: 'View lists of customers' },
      'bulk-upload': { zh: '超大名单', en: 'Very large lists' },
    },
  });
};
