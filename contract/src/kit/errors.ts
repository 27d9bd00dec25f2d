import { fill, type Locale, type Text } from './locale.ts';

/** How an error is declared: its HTTP status, its sentence in both languages, and whether it is reported as our fault. */
export interface ErrorDeclaration extends Text {
  readonly status:
    | 400
    | 401
    | 403
    | 404
    | 405
    | 408
    | 409
    | 410
    | 413
    | 415
    | 422
    | 423
    | 428
    | 429
    | 431
    | 500
    | 503
    | 507;
  readonly report?: boolean;
}

export type ErrorParams = Readonly<Record<string, string | number | bigint>>;

/**
 * A refusal of the world's making: too little money, a wrong state, a missing permission.
 * `code` is the stable `bizCode` of the wire; the sentence is chosen at the edge in the caller's language.
 * `data` travels to the client beside the sentence (for instance the rows that failed).
 */
export class AppError extends Error {
  readonly code: string;
  readonly status: number;
  readonly declaration: ErrorDeclaration;
  readonly params: ErrorParams;
  readonly data: unknown;

  constructor(code: string, declaration: ErrorDeclaration, params: ErrorParams = {}, data?: unknown) {
    super(fill(declaration.en, params));
    this.name = 'AppError';
    this.code = code;
    this.status = declaration.status;
    this.declaration = declaration;
    this.params = params;
    this.data = data;
  }

  /** The sentence in the caller's language, parameters filled in. */
  say(locale: Locale): string {
    return fill(this.declaration[locale], this.params);
  }
}

type Holes<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Holes<Rest> : never;
type Factory<D extends ErrorDeclaration> = [Holes<D['en']>] extends [never]
  ? (params?: ErrorParams, data?: unknown) => AppError
  : (params: Readonly<Record<Holes<D['en']>, string | number | bigint>>, data?: unknown) => AppError;

export type Errors<M extends Record<string, ErrorDeclaration>> = { readonly [K in keyof M]: Factory<M[K]> } & {
  readonly declarations: M;
};

/** Every declared error, by code: the completeness test walks it, the API document lists it. */
export const declaredErrors = new Map<string, ErrorDeclaration>();

/**
 * Declares a family of errors and returns a typed factory for each; a sentence's `{placeholders}` become required
 * parameters.
 */
export function defineErrors<const M extends Record<string, ErrorDeclaration>>(declarations: M): Errors<M> {
  const factories: Record<string, unknown> = { declarations };
  for (const [code, declaration] of Object.entries(declarations)) {
    declaredErrors.set(code, declaration);
    factories[code] = (params?: ErrorParams, data?: unknown) => new AppError(code, declaration, params, data);
  }
  return factories as Errors<M>;
}

/** Returns whether a thrown value is the named refusal. */
export const isAppError = (error: unknown, code?: string): error is AppError =>
  error instanceof AppError && (code === undefined || error.code === code);

/** Returns the parameters of an error as JSON can hold them; `errorText` makes the sentence again. */
export const storedParams = ({ params }: AppError): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'bigint' ? value.toString() : value]),
  );

/** Returns the sentence of a stored error; an undeclared code, or free text, as it is. */
export function errorText(code: string, params: Readonly<Record<string, unknown>> | null, locale: Locale): string {
  const declaration = declaredErrors.get(code);
  return declaration ? fill(declaration[locale], params ?? {}) : code;
}

/** Errors any call may answer. */
export const commonErrors = defineErrors({
  BAD_REQUEST: { status: 400, zh: '请求参数有误：{detail}', en: 'Invalid request: {detail}' },
  UNKNOWN_PARAMETER: { status: 400, zh: '不支持的参数：{name}', en: 'Unknown parameter: {name}' },
  TOO_DEEP: { status: 400, zh: '请求内容嵌套过深', en: 'The request is nested too deep' },
  NUMBER_TOO_LARGE: {
    status: 400,
    zh: '结果超出可保存的范围，请减小数值',
    en: 'The result is too large to be stored; use smaller figures',
  },
  UNAUTHENTICATED: { status: 401, zh: '请先登录', en: 'Please sign in' },
  NO_PERMISSION: { status: 403, zh: '没有权限', en: 'No permission' },
  OUT_OF_SCOPE: { status: 403, zh: '数据不在您的权限范围', en: 'Outside your data scope' },
  NOT_FOUND: { status: 404, zh: '数据不存在或已删除', en: 'Not found or already deleted' },
  ROUTE_NOT_FOUND: { status: 404, zh: '接口不存在', en: 'No such endpoint' },
  METHOD_NOT_ALLOWED: { status: 405, zh: '请求方法不支持', en: 'Method not allowed' },
  PAYLOAD_TOO_LARGE: { status: 413, zh: '请求内容过大', en: 'The request is too large' },
  MEDIA_TYPE: { status: 415, zh: '请求内容类型不支持', en: 'Unsupported media type' },
  SESSION_LOCKED: { status: 423, zh: '屏幕已锁定，请先解锁', en: 'The screen is locked, unlock it first' },
  RATE_LIMITED: { status: 429, zh: '操作过于频繁，请稍后再试', en: 'Too many requests, please try again later' },
  INTERNAL: {
    status: 500,
    zh: '服务器出现异常，请稍后再试',
    en: 'The server had a problem, please try again later',
    report: true,
  },
  UNAVAILABLE: { status: 503, zh: '服务暂不可用，请稍后再试', en: 'Temporarily unavailable, please try again later' },
  STATE_CONFLICT: { status: 400, zh: '当前状态不允许该操作', en: 'Not allowed in the current state' },
  STALE_DATA: {
    status: 400,
    zh: '数据已被他人修改，请刷新后重试',
    en: 'The record was changed by somebody else; refresh and retry',
  },
  DUPLICATE_SUBMIT: { status: 409, zh: '请勿重复提交', en: 'Duplicate submission' },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    zh: '幂等键已用于另一份内容，那次提交可能已生效，请核对后再提交',
    en: 'The idempotency key was used for other content, which may have been executed: check, then submit again',
  },
  DUPLICATE: { status: 400, zh: '数据已存在', en: 'Already exists' },
  IN_USE: { status: 400, zh: '数据被引用，不能删除', en: 'In use, cannot be deleted' },
  REASON_REQUIRED: { status: 400, zh: '请填写原因', en: 'Reason required' },
});
