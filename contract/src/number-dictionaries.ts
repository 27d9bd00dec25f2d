import { z } from 'zod';
import { dictionary } from './kit/dictionary.ts';
import { matching } from './kit/sentences.ts';

/** Result of a number check. The first seven are findings of a provider, the others lines that were not part of the check. */
export const checkResult = dictionary('result_code', {
  vacant: { value: 0, zh: '空号', en: 'Vacant', tone: 'bad' },
  live: { value: 1, zh: '实号', en: 'In service', tone: 'good' },
  suspended: { value: 2, zh: '停机', en: 'Suspended', tone: 'bad' },
  absent: { value: 3, zh: '库无', en: 'Not registered', tone: 'bad' },
  silent: { value: 4, zh: '沉默号', en: 'Silent', tone: 'waiting' },
  risk: { value: 5, zh: '风险号', en: 'At risk', tone: 'waiting' },
  unknown: { value: 6, zh: '未知', en: 'Unknown', tone: 'off' },
  malformed: { value: 7, zh: '格式错误', en: 'Invalid format', tone: 'off' },
  duplicate: { value: 8, zh: '重复', en: 'Duplicate', tone: 'off' },
  suppressed: { value: 9, zh: '已屏蔽', en: 'Suppressed', tone: 'off' },
});

/** Which lines of a check: classes of `result_code`, comma-joined; without them all lines. */
export const resultsWanted = z
  .string()
  .regex(
    matching(/^\d(,\d)*$/, {
      zh: '应为以逗号分隔的检测结果，例如 1,4',
      en: 'should be results separated by commas, such as 1,4',
    }),
  )
  .optional();

/** Content of an exported file. */
export const exportSource = dictionary('export_source', {
  outbound: { value: 1, zh: '出库号码', en: 'Delivered numbers' },
  inventory: { value: 2, zh: '库存号码', en: 'Stock' },
  statement: { value: 3, zh: '账单', en: 'Statement' },
  payouts: { value: 4, zh: '付款清单', en: 'Payouts' },
  check: { value: 5, zh: '检测结果', en: 'Results of a check' },
  supplierClaim: { value: 6, zh: '供应商索赔', en: 'Supplier claims' },
  report: { value: 7, zh: '报表', en: 'Reports' },
});
