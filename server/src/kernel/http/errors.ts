import { AppError, commonErrors, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Locale, Text } from '@trade-assistant/contract/kit/locale.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { sentenceOf } from '@trade-assistant/contract/kit/schema.ts';
import { z } from 'zod';

export const httpErrors = defineErrors({
  FILE_REQUIRED: { status: 400, zh: '请选择要上传的文件', en: 'Choose a file to upload' },
  UPLOAD_INTERRUPTED: { status: 400, zh: '上传中断，请重试', en: 'The upload was interrupted, please try again' },
  BAD_JSON: { status: 400, zh: '请求内容不是有效的 JSON', en: 'The request is not valid JSON' },
});

const languages = { zh: z.locales.zhCN(), en: z.locales.en() };

/** The error map that makes zod speak the caller's language, and people's words where it has a programmer's. */
export const errorMap =
  (locale: Locale): z.core.$ZodErrorMap =>
  (issue) =>
    (sentenceOf(issue) ?? plainOf(issue))?.[locale] ?? languages[locale].localeError(issue);

/** What somebody may meet who types into a box or an address. */
function plainOf(issue: z.core.$ZodRawIssue): Text | undefined {
  if (issue.code === 'invalid_type' && issue.expected === 'number') return { zh: '应为数字', en: 'should be a number' };
  if (issue.code === 'invalid_type' && issue.expected === 'int')
    return { zh: '应为整数', en: 'should be a whole number' };
  if (issue.code === 'too_big' && issue.origin === 'string')
    return { zh: `最多 ${issue.maximum} 个字符`, en: `at most ${issue.maximum} characters` };
  if (issue.code === 'too_big' && issue.origin === 'array')
    return { zh: `最多 ${issue.maximum} 项`, en: `at most ${issue.maximum} at once` };
  if (issue.code === 'too_big') return { zh: `最大为 ${issue.maximum}`, en: `at most ${issue.maximum}` };
  if (
    issue.code === 'too_small' &&
    typeof issue.minimum === 'number' &&
    issue.origin !== 'string' &&
    issue.origin !== 'array'
  )
    return { zh: `最小为 ${issue.minimum}`, en: `at least ${issue.minimum}` };
  if (issue.code === 'invalid_format' && issue.format === 'regex')
    return { zh: '格式不正确', en: 'is not of the right form' };
  return undefined;
}

/** Turns what a schema refused into one sentence that names the fields, with the list of them as data. */
export const refusal = (error: z.core.$ZodError, resource: Resource, locale: Locale): AppError =>
  refused(error.issues, resource, locale);

/** The refusal of a text with U+0000 in it. */
export const nulRefusal = (path: readonly string[], resource: Resource, locale: Locale): AppError =>
  refused([{ path, message: NUL[locale] }], resource, locale);

const NUL: Text = { zh: '含有无法保存的字符（U+0000）', en: 'holds a character that cannot be stored (U+0000)' };

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

function refused(issues: readonly Issue[], resource: Resource, locale: Locale): AppError {
  const fields = issues.map(({ path, message }) => ({ field: path.map(String).join('.'), message }));
  const named = fields.slice(0, 5).map(({ field, message }) => {
    const label = labelOf(field, resource)?.[locale] ?? field;
    return label ? `${label}: ${message}` : message;
  });
  return commonErrors.BAD_REQUEST({ detail: named.join('; ') }, { fields });
}

/** What people call a field, also one that a list is filtered by: `amount_ge` is about the amount. */
function labelOf(name: string, { fields }: Resource): Text | undefined {
  const [field = ''] = name.split('.');
  const found = [field, field.replace(/_[a-z]+$/, '')].find((one) => Object.hasOwn(fields, one));
  return found === undefined ? undefined : fields[found]?.options.label;
}

/** Framework errors in our own words; undefined when it is none we know and so our fault. */
export function translate(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  const { code, statusCode } = (error ?? {}) as { code?: string; statusCode?: number };
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
