import type { Readable } from 'node:stream';
import { regDocStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { capability, numberType } from '@trade-assistant/contract/dictionaries.ts';
import type { Dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import { xlsxStream } from '../../../../kernel/spreadsheet/index.ts';
import { importColumns } from './columns.ts';

/**
 * Returns the workbook to fill in: headers in both languages, one fictional line, and the accepted values of each
 * column.
 */
export function importTemplate(): Readable {
  const columns = Object.values(importColumns);
  return xlsxStream([['+12015550123', ...columns.map(({ sample }) => sample)]], {
    header: ['号码 Number', ...columns.map(({ header }) => `${header.zh} ${header.en}`)],
    widths: [20, ...columns.map(() => 16)],
    notes: [
      ['号码 Number', '带国际区号，如 +12015550123 / With the international code'],
      [head('countryCode'), 'ISO 3166 两位代码，号码不带区号时使用 / ISO 3166 letters, for numbers without the code'],
      [head('numberType'), choices(numberType)],
      [head('capability'), `${choices(capability)}；相加 / added up`],
      [head('costPrice'), '最多 6 位小数 / Up to six decimals'],
      [head('leaseStart'), 'yyyy-MM-dd'],
      [head('leaseEnd'), 'yyyy-MM-dd'],
      [head('regDocStatus'), choices(regDocStatus)],
      ['空单元格 Empty cells', '使用批次的默认值 / Keep what was chosen for the batch'],
      ['示例行 Sample line', '导入前请删除 / Remove it before importing'],
    ],
  });
}

const head = (key: keyof typeof importColumns): string =>
  `${importColumns[key].header.zh} ${importColumns[key].header.en}`;

const choices = (dictionary: Dictionary): string =>
  Object.values(dictionary.entries)
    .map(({ value, zh, en }) => `${value} ${zh} ${en}`)
    .join('；');
