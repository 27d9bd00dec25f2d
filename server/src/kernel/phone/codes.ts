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
  NEEDS_COUNTRY: 17,
} as const;

export type RejectName = keyof typeof REJECT;
export type RejectCode = (typeof REJECT)[RejectName];

/** Line types of numbers; the codes are those of the dictionary `line_type`. */
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
