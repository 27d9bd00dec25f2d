import { AppError, commonErrors, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Locale, Text } from '@trade-assistant/contract/kit/locale.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { sentenceFor } from '@trade-assistant/contract/kit/sentences.ts';
import { parameterLabel } from '@trade-assistant/contract/parameter-words.ts';
import type { z } from 'zod';
import { isRetryable } from '../db/index.ts';
import { outageError, outageOf, sqlState } from '../db/outage.ts';
import { fullDisk } from '../full-disk.ts';

export const httpErrors = defineErrors({
  FILE_REQUIRED: { status: 400, zh: '请选择要上传的文件', en: 'Choose a file to upload' },
  UPLOAD_INTERRUPTED: { status: 400, zh: '上传中断，请重试', en: 'The upload was interrupted, please try again' },
  NO_BOUNDARY: {
    status: 400,
    zh: '表单缺少分隔符：Content-Type 中没有 boundary',
    en: 'The form cannot be read: its Content-Type names no boundary',
  },
  TOO_SLOW: {
    status: 408,
    zh: '请求内容传输过慢，连接已断开，请检查网络后重试',
    en: 'The request was too slow and was cancelled; check the network and try again',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    zh: '请求头过大，请清除本站 Cookie 后重试',
    en: 'The request header is too large; delete the cookies of this site and try again',
  },
  FIELD_NOT_PERMITTED: { status: 403, zh: '没有填写权限：{names}', en: 'You may not set: {names}' },
  BAD_JSON: { status: 400, zh: '请求内容不是有效的 JSON', en: 'The request is not valid JSON' },
});

/** The error map that replaces the schema library's messages with ours, in the caller's language. */
export const errorMap =
  (locale: Locale): z.core.$ZodErrorMap =>
  (issue) =>
    sentenceFor(issue)[locale];

/** Turns schema errors into one refusal that names the fields, with their list as data. */
export const refusal = (error: z.core.$ZodError, resource: Resource, locale: Locale): AppError =>
  refused(error.issues, resource, locale);

/** The refusal of a text with U+0000 or half a character in it. */
export const unstorableRefusal = (path: readonly string[], resource: Resource, locale: Locale): AppError =>
  refused([{ path, message: UNSTORABLE[locale] }], resource, locale);

const UNSTORABLE: Text = {
  zh: '含有无法保存的字符（U+0000 或不完整的字符）',
  en: 'contains a character that cannot be stored (U+0000 or an incomplete one)',
};

/** The refusal of another value for fields that stay as they were made. */
export const immutableFieldRefusal = (names: readonly string[], resource: Resource, locale: Locale): AppError =>
  refused(
    names.map((name) => ({ path: [name], message: FIXED[locale] })),
    resource,
    locale,
  );

/** The refusal of a form without fields that its other values require. */
export const neededRefusal = (names: readonly string[], resource: Resource, locale: Locale): AppError =>
  refused(
    names.map((name) => ({ path: [name], message: NEEDED[locale] })),
    resource,
    locale,
  );

const NEEDED: Text = { zh: '请填写', en: 'is required' };

const FIXED: Text = { zh: '创建后不能修改', en: 'cannot be changed later' };

/** The refusal of values for fields that the caller has no permission to set. */
export const unwritableRefusal = (names: readonly string[], resource: Resource, locale: Locale): AppError =>
  httpErrors.FIELD_NOT_PERMITTED(
    { names: names.map((name) => labelOf(name, resource)?.[locale] ?? name).join(', ') },
    { fields: names.map((field) => ({ field, message: NOT_PERMITTED[locale] })) },
  );

const NOT_PERMITTED: Text = { zh: '没有填写权限', en: 'cannot be set by you' };

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

function refused(issues: readonly Issue[], resource: Resource, locale: Locale): AppError {
  const fields = issues.map(({ path, message }) => ({ field: path.map(String).join('.'), message }));
  const named = fields.slice(0, 5).map(({ field, message }) => {
    const label = placeOf(field, resource, locale);
    return label ? `${label}: ${message}` : message;
  });
  return commonErrors.BAD_REQUEST({ detail: named.join('; ') }, { fields });
}

const labelOf = (name: string, resource: Resource): Text | undefined => parameterLabel(name, resource);

/** Returns the label of a path: a field, and within another parameter also the item and its field. */
function placeOf(path: string, resource: Resource, locale: Locale): string {
  const [first = '', ...rest] = path.split('.');
  const label = labelOf(first, resource)?.[locale] ?? first;
  if (Object.hasOwn(resource.fields, first)) return label;
  const within = rest.map((one) =>
    /^\d+$/.test(one) ? String(Number(one) + 1) : (labelOf(one, resource)?.[locale] ?? one),
  );
  return [label, ...within].filter(Boolean).join(' ');
}

/** Error code of a figure outside its column's range. */
const OUT_OF_RANGE = '22003';

/** Framework errors in our own words; undefined when it is none we know and so our fault. */
export function translate(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  const outage = outageOf(error);
  if (outage) return outageError(outage);
  const full = fullDisk(error);
  if (full) return full;
  // A deadlock or two simultaneous changes: this one was rolled back, and a retry succeeds.
  if (isRetryable(error)) return commonErrors.UNAVAILABLE();
  const { code, statusCode } = (error ?? {}) as { code?: string; statusCode?: number };
  if (sqlState(error) === OUT_OF_RANGE) return commonErrors.NUMBER_TOO_LARGE();
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || statusCode === 415) return commonErrors.MEDIA_TYPE();
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413) return commonErrors.PAYLOAD_TOO_LARGE();
  if (
    code === 'FST_ERR_CTP_EMPTY_JSON_BODY' ||
    code === 'FST_ERR_CTP_INVALID_JSON_BODY' ||
    error instanceof SyntaxError
  )
    return httpErrors.BAD_JSON();
  if (statusCode === 429) return commonErrors.RATE_LIMITED();
  if (statusCode === 503) return commonErrors.UNAVAILABLE();
  if (statusCode === 404) return commonErrors.ROUTE_NOT_FOUND();
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'FST_REQ_FILE_TRUNCATED')
    return httpErrors.UPLOAD_INTERRUPTED();
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return commonErrors.BAD_REQUEST({ detail: code ?? String(statusCode) });
  return undefined;
}
