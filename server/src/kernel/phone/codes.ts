import type { Text } from '@trade-assistant/contract/kit/locale.ts';

/** Why a line of a number list is refused; the codes are those of the dictionary `number_reject`. */
export const REJECT = {
  NOT_A_NUMBER: 1,
  INVALID_COUNTRY_CODE: 2,
  TOO_SHORT: 3,
  TOO_LONG: 4,
  INVALID_LENGTH: 5,
  LOCAL_ONLY: 6,
  COUNTRY_MISMATCH: 7,
  NOT_VALID: 8,
  LINE_TYPE: 9,
  DUPLICATE: 10,
  SUPPRESSED: 11,
  COUNTRY_BLOCKED: 12,
} as const;

export type RejectName = keyof typeof REJECT;
export type RejectCode = (typeof REJECT)[RejectName];

/** What kind of line a number belongs to; the codes are those of the dictionary `line_type`. */
export const LINE_TYPE = {
  UNKNOWN: 0,
  MOBILE: 1,
  FIXED_LINE: 2,
  FIXED_LINE_OR_MOBILE: 3,
  VOIP: 4,
  TOLL_FREE: 5,
  PREMIUM_RATE: 6,
  PERSONAL: 7,
  PAGER: 8,
  OTHER: 9,
} as const;

export type LineTypeName = keyof typeof LINE_TYPE;
export type LineType = (typeof LINE_TYPE)[LineTypeName];

/** A reason in both languages, for result files and pages. */
export const rejectTexts: Readonly<Record<RejectCode, Text>> = {
  1: { zh: '非法字符', en: 'Not a number' },
  2: { zh: '国家码无效', en: 'Invalid country code' },
  3: { zh: '过短', en: 'Too short' },
  4: { zh: '过长', en: 'Too long' },
  5: { zh: '长度无效', en: 'Invalid length' },
  6: { zh: '仅本地', en: 'Local only' },
  7: { zh: '国家不符', en: 'Country mismatch' },
  8: { zh: '号段不可用', en: 'Not in a used range' },
  9: { zh: '线路类型不支持', en: 'Line type not supported' },
  10: { zh: '重复', en: 'Duplicate' },
  11: { zh: '已屏蔽', en: 'Suppressed' },
  12: { zh: '国家受限', en: 'Country restricted' },
};

/** A line type in both languages. */
export const lineTypeTexts: Readonly<Record<LineType, Text>> = {
  0: { zh: '未知', en: 'Unknown' },
  1: { zh: '手机', en: 'Mobile' },
  2: { zh: '固话', en: 'Fixed line' },
  3: { zh: '固话或手机', en: 'Fixed line or mobile' },
  4: { zh: '网络电话', en: 'VoIP' },
  5: { zh: '免费电话', en: 'Toll-free' },
  6: { zh: '高费率', en: 'Premium rate' },
  7: { zh: '个人号码', en: 'Personal number' },
  8: { zh: '寻呼', en: 'Pager' },
  9: { zh: '其他', en: 'Other' },
};

/** The name of a reason, for machine-readable files: `7` → `COUNTRY_MISMATCH`. */
export function rejectName(code: RejectCode): RejectName {
  return REJECT_NAMES[code - 1] as RejectName;
}

const REJECT_NAMES = Object.keys(REJECT);
