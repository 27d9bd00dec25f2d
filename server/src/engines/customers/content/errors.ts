import { type AppError, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import { fill, type Text } from '@trade-assistant/contract/kit/locale.ts';

export const contentErrors = defineErrors({
  TEXT_EMPTY: { status: 400, zh: '请输入内容', en: 'Please enter the text' },
  PICTURE_GONE: {
    status: 400,
    zh: '内容里的图片已失效，请重新上传',
    en: 'A picture of the text has expired; please upload it again',
  },
  EXPIRES_EARLY: {
    status: 400,
    zh: '失效时间应晚于发布时间',
    en: 'The expiry must be after the publish time',
  },
});

interface Errors<C extends string> {
  readonly declarations: Readonly<Record<C, Text>>;
}

/** Returns an error at a field of the form. */
export function errorAt<C extends string>(
  field: string,
  errors: Errors<C> & Readonly<Record<C, unknown>>,
  code: C,
  params: Readonly<Record<string, string>> = {},
): AppError {
  const { zh, en } = errors.declarations[code];
  const message = { zh: fill(zh, params), en: fill(en, params) };
  return (errors[code] as (given: object, data: object) => AppError)(params, { fields: [{ field, message }] });
}
