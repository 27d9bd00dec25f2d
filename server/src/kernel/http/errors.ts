import { AppError, commonErrors, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Locale } from '@trade-assistant/contract/kit/locale.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { sentenceOf } from '@trade-assistant/contract/kit/schema.ts';
import { z } from 'zod';

export const httpErrors = defineErrors({
  FILE_REQUIRED: { status: 400, zh: '请选择要上传的文件', en: 'Choose a file to upload' },
  UPLOAD_INTERRUPTED: { status: 400, zh: '上传中断，请重试', en: 'The upload was interrupted, please try again' },
  BAD_JSON: { status: 400, zh: '请求内容不是有效的 JSON', en: 'The request is not valid JSON' },
});

const languages = { zh: z.locales.zhCN(), en: z.locales.en() };

/** The error map that makes zod speak the caller's language. */
export const errorMap =
  (locale: Locale): z.core.$ZodErrorMap =>
  (issue) =>
    sentenceOf(issue)?.[locale] ?? languages[locale].localeError(issue);

/** Turns what a schema refused into one sentence that names the fields, with the list of them as data. */
export function refusal(error: z.core.$ZodError, resource: Resource, locale: Locale): AppError {
  const fields = error.issues.map((issue) => ({ field: issue.path.map(String).join('.'), message: issue.message }));
  const named = fields.slice(0, 5).map(({ field, message }) => {
    const label = resource.fields[field.split('.')[0] ?? '']?.options.label[locale];
    return `${label ? `${label} (${field})` : field}: ${message}`;
  });
  return commonErrors.BAD_REQUEST({ detail: named.join('; ') }, { fields });
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
