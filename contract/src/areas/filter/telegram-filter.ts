import { crud, resource } from '../../kit/resource.ts';
import { checkCalls } from './check-calls.ts';
import { checkFacts, checkFields, checkLineFields } from './check-fields.ts';
import { telegramFilterType } from './dictionaries.ts';

const fields = checkFields(telegramFilterType);
const calls = checkCalls(telegramFilterType);

/** Checks of customers' lists: are the numbers in service, and do they have an account. */
export const telegramFilter = resource('filter/telegram-filter', {
  title: { zh: 'Telegram 号码检测', en: 'Telegram checks' },
  help: { zh: '上传自有名单，按检测结果计费', en: 'Upload your own list; you pay for definite results only' },
  empty: { zh: '上传名单后，检测任务会出现在这里', en: 'Upload a list; its check appears here' },
  nameField: 'taskName',
  defaultSort: '-createTime',
  stateField: 'status',
  fields,
  head: ['ownerName', 'status', 'chargedAmount'],
  found: [{ call: 'list', by: ['taskNo', 'taskName'], shows: ['ownerName', 'status'] }],
  numbers: [{ call: 'list', shows: ['ownerName', 'status'], facts: checkFacts }],
  calls: { ...crud(fields, ['list', 'counts', 'detail', 'remove']), ...calls },
  extras: {
    lines: { zh: '查看他人名单', en: 'View lists of customers' },
    'bulk-upload': { zh: '超大名单', en: 'Very large lists' },
  },
});

/** The lines at the same address as a separate list for screens; not mounted. */
export const telegramFilterLines = resource('filter/telegram-filter', {
  title: { zh: '检测明细', en: 'Lines' },
  nameField: 'number',
  defaultSort: 'lineNo',
  fields: checkLineFields,
  calls: { lines: calls.lines },
});
