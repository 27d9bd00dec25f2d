import { AppError, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { numberReject } from '@trade-assistant/contract/number-reject.ts';

/** Why a whole file is refused. */
export const fileErrors = defineErrors({
  FILE_TYPE: {
    status: 400,
    zh: '文件类型不支持，请使用 txt、csv、xlsx 或仅含 txt、csv 的 zip',
    en: 'Unsupported file type, use txt, csv, xlsx, or a zip of txt and csv files',
  },
  FILE_TOO_LARGE: { status: 400, zh: '文件过大，上限 {size}', en: 'The file is too large, the limit is {size}' },
  FILE_TRUNCATED: { status: 400, zh: '文件不完整或已损坏', en: 'The file is incomplete or damaged' },
  LIST_TOO_LARGE: { status: 400, zh: '超过上限 {n} 行', en: 'Over the limit of {n} lines' },
  CELL_TOO_LONG: {
    status: 400,
    zh: '第 {line} 行有单元格超过 {n} 个字符',
    en: 'A cell in line {line} has more than {n} characters',
  },
  TEXT_TOO_LARGE: {
    status: 400,
    zh: '文件展开后的文本过多，请拆分后再导入',
    en: 'The file holds too much text once it is unpacked, split it and import the parts',
  },
  EMPTY_LIST: {
    status: 400,
    zh: '文件中没有数据，请在表头下填写后重试',
    en: 'The file has no data: fill in lines below the headings and try again',
  },
  CREDENTIAL_CONTENT: {
    status: 400,
    zh: '文件包含账号凭证类内容，平台不支持导入（{place}）',
    en: 'File contains account-credential content, which is not supported ({place})',
  },
  ZIP_UNSAFE: { status: 400, zh: '压缩包不安全', en: 'Unsafe archive' },
});

/** FILE_TOO_LARGE with the limit in words: `20 MB`, `500 KB`. */
export const tooLarge = (limitBytes: number): AppError =>
  fileErrors.FILE_TOO_LARGE({
    size: limitBytes < MEGABYTE ? `${Math.floor(limitBytes / 1024)} KB` : `${Math.floor(limitBytes / MEGABYTE)} MB`,
  });

const MEGABYTE = 1024 * 1024;

/** ZIP_UNSAFE with the reason in its sentence, in both languages. */
export function unsafeZip(reason: Text): AppError {
  const { status, zh, en } = fileErrors.declarations.ZIP_UNSAFE;
  return new AppError('ZIP_UNSAFE', { status, zh: `${zh}：${reason.zh}`, en: `${en}: ${reason.en}` });
}

/** Problem of one line; the other lines are still read. */
export const LINE_PROBLEM = {
  ENCODING: 'ENCODING',
  LINE_TOO_LONG: 'LINE_TOO_LONG',
  UNCLOSED_QUOTE: 'UNCLOSED_QUOTE',
  XLSX_PRECISION: 'XLSX_PRECISION',
  FORMULA_WITHOUT_RESULT: 'FORMULA_WITHOUT_RESULT',
} as const;

export type LineProblem = (typeof LINE_PROBLEM)[keyof typeof LINE_PROBLEM];

const reasons = numberReject.is;
/** Why a list of numbers does not take a line with a problem, a value of `number_reject`. */
export const lineProblemReasons: Readonly<Record<LineProblem, number>> = {
  ENCODING: reasons.unreadable,
  LINE_TOO_LONG: reasons.notANumber,
  UNCLOSED_QUOTE: reasons.badCell,
  XLSX_PRECISION: reasons.precisionLost,
  FORMULA_WITHOUT_RESULT: reasons.badCell,
};

/** A line's problem in both languages. */
export const lineProblemTexts: Readonly<Record<LineProblem, Text>> = {
  ENCODING: { zh: '编码与文件其他行不一致', en: 'Not in the encoding of the rest of the file' },
  LINE_TOO_LONG: { zh: '行过长', en: 'The line is too long' },
  UNCLOSED_QUOTE: { zh: '引号未闭合', en: 'A quote is not closed' },
  XLSX_PRECISION: { zh: '号码已丢失精度，请将单元格设为文本后重试', en: 'Digits were lost, format the cells as text' },
  FORMULA_WITHOUT_RESULT: {
    zh: '公式没有计算结果，请在表格软件中打开并保存，或改为粘贴数值',
    en: 'A formula has no stored result: open and save the file in a spreadsheet program, or paste the values',
  },
};
