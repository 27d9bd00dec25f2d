import { z } from 'zod';
import { dict, identifier, int, json, readOnly, text, yes } from '../../kit/field.ts';
import { crud, resource } from '../../kit/resource.ts';
import { exportSource } from '../../number-dictionaries.ts';
import { loggedTime } from './log-fields.ts';

const fields = {
  ...loggedTime,
  ...readOnly({
    source: dict(exportSource, { label: { zh: '内容', en: 'Content' }, required: true, list: true, search: 'in' }),
    userName: text({ label: { zh: '导出人', en: 'Exported by' }, max: 64, required: true, list: true, width: 140 }),
    rowCount: int({ label: { zh: '行数', en: 'Rows' }, required: true, list: true }),
    format: text({ label: { zh: '格式', en: 'Format' }, max: 8, required: true, list: true, width: 80 }),
    masked: yes({
      label: { zh: '脱敏', en: 'Masked' },
      help: { zh: '文件中的号码是否隐去中间位', en: 'Whether the middle digits of its numbers are hidden' },
      required: true,
      list: true,
      search: 'equal',
    }),
    reason: text({ label: { zh: '原因', en: 'Reason' }, max: 255, list: true, width: 200 }),
    ip: text({ label: { zh: '来源地址', en: 'Remote address' }, max: 64, list: 'hidden' }),
    sha256: identifier({
      label: { zh: '文件指纹', en: 'File hash' },
      help: { zh: '空表示文件没有完整送出', en: 'Empty: the file was not sent as a whole' },
      max: 64,
      search: 'equal',
    }),
    objectIds: text({ label: { zh: '单据编号', en: 'Record ids' }, max: 100_000 }),
    filters: json(z.record(z.string(), z.unknown()), { label: { zh: '筛选条件', en: 'Filters' } }),
  }),
};

/** Files of numbers and of money that left the product. Rows are never changed or removed. */
export const exportLog = resource('log/export', {
  title: { zh: '导出记录', en: 'Exports' },
  help: { zh: '谁在什么时候导出了哪些号码和账目', en: 'Who exported which numbers and accounts, and when' },
  empty: { zh: '还没有导出', en: 'Nothing was exported yet' },
  defaultSort: '-createTime',
  fields,
  calls: crud(fields, ['list', 'detail', 'export']),
});
