import { defineErrors, type ErrorDeclaration } from '../../../kit/errors.ts';

/** Refusals of the partner interface itself. */
export const openErrors = defineErrors({
  KEY_INVALID: {
    status: 401,
    zh: 'API 密钥缺失、错误、已吊销或已过期：请求头应为 Authorization: Bearer tk_live_…',
    en: 'The API key is missing, wrong, revoked or expired: send Authorization: Bearer tk_live_…',
  },
  KEY_ACCOUNT: { status: 403, zh: '密钥所属账号已停用', en: 'The account of the key is disabled' },
  KEY_ADDRESS: {
    status: 403,
    zh: '密钥不允许从地址 {address} 使用',
    en: 'The key may not be used from the address {address}',
  },
  KEY_SCOPE: { status: 403, zh: '密钥没有权限 {scope}', en: 'The key lacks the scope {scope}' },
  KEY_SPEND_DAY: {
    status: 403,
    zh: '超过密钥的每日消费上限 {cap}：今日已用 {spent}，本次 {amount}',
    en: 'Above the daily spending cap {cap} of the key: {spent} spent today, {amount} requested',
  },
  KEY_SPEND_MONTH: {
    status: 403,
    zh: '超过密钥的每月消费上限 {cap}：本月已用 {spent}，本次 {amount}',
    en: 'Above the monthly spending cap {cap} of the key: {spent} spent this month, {amount} requested',
  },
  KEY_LIMIT: {
    status: 400,
    zh: '最多 {max} 个有效密钥，请先吊销不用的密钥',
    en: 'At most {max} active keys; revoke one first',
  },
  KEY_AGENT_ONLY: { status: 400, zh: '只有代理账号可以创建', en: 'Only agents and their sub-users can create one' },
  KEY_NETWORK: {
    status: 400,
    zh: '“{network}”不是 IP 地址或网段',
    en: '“{network}” is not an address or a network',
  },
  ENDPOINT_LIMIT: { status: 400, zh: '最多 {max} 个端点', en: 'At most {max} endpoints' },
  SCOPE_NOT_HELD: {
    status: 400,
    zh: '您没有所选范围所需的权限：{names}',
    en: 'You lack the permissions that these scopes need: {names}',
  },
  IDEMPOTENCY_KEY_REQUIRED: {
    status: 400,
    zh: '请在请求头 Idempotency-Key 中提供每次操作唯一的键',
    en: 'Send a unique key for each operation in the header Idempotency-Key',
  },
  CURSOR_INVALID: {
    status: 400,
    zh: '游标无效，应为上一页的 next',
    en: 'The cursor should be `next` of the last page',
  },
});

/**
 * The error codes of the partner interface, which never change their meaning. A refusal with another code is answered with the general code of its
 * status and its own sentence.
 */
export const OPEN_CODES = [
  ...[
    'KEY_INVALID',
    'KEY_ACCOUNT',
    'KEY_ADDRESS',
    'KEY_SCOPE',
    'KEY_SPEND_DAY',
    'KEY_SPEND_MONTH',
    'NO_PERMISSION',
    'RATE_LIMITED',
  ],
  ...[
    'BAD_REQUEST',
    'UNKNOWN_PARAMETER',
    'BAD_JSON',
    'CURSOR_INVALID',
    'NOT_FOUND',
    'ROUTE_NOT_FOUND',
    'PAYLOAD_TOO_LARGE',
    'MEDIA_TYPE',
  ],
  ...['IDEMPOTENCY_KEY_REQUIRED', 'IDEMPOTENCY_CONFLICT', 'STATE_CONFLICT'],
  ...[
    'BALANCE_NOT_ENOUGH',
    'STOCK_NOT_ENOUGH',
    'PRODUCT_OFF',
    'PRICE_CHANGED',
    'PRICE_NOT_FOUND',
    'BELOW_MIN',
    'ABOVE_MAX',
    'STEP',
  ],
  ...[
    'DAILY_LIMIT',
    'SPEND_LIMIT',
    'KYC_REQUIRED',
    'DECLARATION_REQUIRED',
    'BUYER_NOT_ALLOWED',
    'UPLINE_DISABLED',
    'COUNTRY_BLOCKED',
    'COUNTRY_UNKNOWN',
  ],
  ...[
    'CONSENT_REQUIRED',
    'CONSENT_EXPIRED',
    'CAPABILITY_MISSING',
    'LIST_REQUIRED',
    'EXPORT_BEFORE_DELIVERY',
    'DOWNLOAD_LIMIT',
  ],
  ...['INTERNAL', 'UNAVAILABLE'],
] as const;

/** Code of a refusal that has none of its own here. */
export const GENERAL_CODES: Readonly<Record<ErrorDeclaration['status'], (typeof OPEN_CODES)[number]>> = {
  400: 'BAD_REQUEST',
  401: 'KEY_INVALID',
  403: 'NO_PERMISSION',
  404: 'NOT_FOUND',
  405: 'ROUTE_NOT_FOUND',
  408: 'BAD_REQUEST',
  409: 'STATE_CONFLICT',
  410: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'MEDIA_TYPE',
  422: 'BAD_REQUEST',
  423: 'NO_PERMISSION',
  428: 'NO_PERMISSION',
  429: 'RATE_LIMITED',
  431: 'PAYLOAD_TOO_LARGE',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  507: 'UNAVAILABLE',
};
