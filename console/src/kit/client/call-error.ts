import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { translate } from '../i18n.ts';

/**
 * `answer`: an error answer; `network`: no answer; `timeout`: no answer within the limit; `aborted`: the console
 * cancelled the call.
 */
export type Failure = 'answer' | 'network' | 'timeout' | 'aborted';

/** A call that did not succeed, with the sentence to show. */
export class CallError extends Error {
  readonly failure: Failure;
  /** The code of the body, else the HTTP status; 0 without an answer. */
  readonly code: number;
  readonly bizCode: string | undefined;
  readonly data: unknown;
  readonly traceId: string | undefined;
  /** Messages by field name, where the server named fields. */
  readonly fields: Readonly<Record<string, string>>;
  /**
   * Whether our server itself refused the request, so nothing was done. After an answer of a proxy or an internal error
   * the request may have been carried out.
   */
  readonly isRefusal: boolean;

  constructor(
    message: string,
    failure: Failure,
    more: {
      code?: number;
      bizCode?: string | undefined;
      data?: unknown;
      traceId?: string | undefined;
      isRefusal?: boolean;
    } = {},
  ) {
    super(message);
    this.name = 'CallError';
    this.failure = failure;
    this.code = more.code ?? 0;
    this.bizCode = more.bizCode;
    this.data = more.data;
    this.traceId = more.traceId;
    this.fields = fieldsOf(more.data);
    this.isRefusal = more.isRefusal ?? false;
  }

  /** Whether sending the same again may help. */
  get canRetry(): boolean {
    return this.failure === 'network' || this.failure === 'timeout' || AWAY.has(this.code);
  }
}

/** Statuses of a proxy that cannot reach its server and of a server that is unavailable. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);

const words = {
  away: {
    zh: '服务器暂时没有答复，您的内容未丢失，请稍后重试',
    en: 'The server is not responding. Your input is kept; please try again shortly',
  },
  unknown: { zh: '未知错误', en: 'Unknown error' },
  network: {
    zh: '网络连接失败，您的内容未丢失，请检查网络后重试',
    en: 'No connection. Your input is kept; check the network and try again',
  },
  timeout: { zh: '请求超时，请稍后重试', en: 'The request took too long, please try again' },
  aborted: { zh: '请求已取消', en: 'The request was cancelled' },
} as const satisfies Record<string, Text>;

/** No answer: the end of the request gives the reason. */
export const failedCall = (failure: Exclude<Failure, 'answer'>): CallError =>
  new CallError(translate(words[failure]), failure);

/**
 * Returns the error inside an answer, or undefined for a success. The body's own code decides; without one the HTTP
 * status does. The message is `msg`, else `error_description`, else the text for an unknown error.
 */
export function errorIn(status: number, body: unknown): CallError | undefined {
  const fields = isRecord(body) ? body : {};
  const oauthFailure =
    typeof fields.error_code === 'string' || typeof fields.error === 'string' || 'error_description' in fields;
  const code = typeof fields.code === 'number' ? fields.code : status >= 400 ? status : oauthFailure ? 400 : status;
  if (code >= 200 && code < 300) return undefined;
  const bizCode = text(fields.bizCode) ?? text(fields.error_code) ?? text(fields.error);
  const message =
    text(fields.msg) ?? text(fields.error_description) ?? translate(AWAY.has(code) ? words.away : words.unknown);
  return new CallError(message, 'answer', {
    code,
    bizCode,
    data: fields.data,
    traceId: text(fields.traceId),
    isRefusal: code < 500 && isOurs(fields),
  });
}

/** Whether a refusal is in one of the two shapes the server gives them: the envelope, or that of the token call. */
const isOurs = ({ success, msg, bizCode, error_code }: Readonly<Record<string, unknown>>): boolean =>
  (success === false && text(msg) !== undefined && text(bizCode) !== undefined) || text(error_code) !== undefined;

/**
 * Codes without a message: an expired session leads to the login page and a locked screen to the lock page, which give
 * the reason.
 */
export const silentCodes: ReadonlySet<number> = new Set([401, 423]);

/** Whether a failure is to be passed over in silence: given up by ourselves, or of a code on the list above. */
export const isSilent = (error: unknown): boolean =>
  error instanceof CallError && (error.failure === 'aborted' || silentCodes.has(error.code));

/** A refusal is never longer than this; a longer body is a file. */
const REFUSAL_MAX_BYTES = 65_536;

/** Returns the refusal inside a body expected to be a file: JSON with our envelope, whatever its content type. */
export async function errorInFile(status: number, file: Blob): Promise<CallError | undefined> {
  if (file.size > REFUSAL_MAX_BYTES) return undefined;
  const text = await file.text();
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) && ('code' in body || 'error_description' in body) ? errorIn(status, body) : undefined;
  } catch {
    return undefined;
  }
}

/** The message to show for anything thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof CallError
    ? error.message
    : error instanceof Error && error.message
      ? error.message
      : translate(words.unknown);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Field errors travel as `fields`: a list of `{field, message}` or a record of messages by name. */
function fieldsOf(data: unknown): Record<string, string> {
  const named = isRecord(data) ? data.fields : undefined;
  const found: Record<string, string> = {};
  if (Array.isArray(named)) {
    for (const entry of named) {
      const name = isRecord(entry) ? text(entry.field) : undefined;
      const message = isRecord(entry) ? text(entry.message) : undefined;
      if (name && message) found[name.split('.')[0] ?? name] ??= message;
    }
  } else if (isRecord(named)) {
    for (const [name, message] of Object.entries(named)) found[name] = String(message);
  }
  return found;
}
