export { type NormalisedBatch, normaliseLines, resultAt, unpackCountry } from './batch.ts';
export {
  LINE_TYPE,
  type LineType,
  lineTypeTexts,
  REJECT,
  type RejectCode,
  rejectName,
  rejectTexts,
} from './codes.ts';
export { maskLine, maskNumber, plainNumber, searchDigits, withNumberSearch } from './mask.ts';
export { type NormaliseOptions, normalise, type PhoneNumber, type RejectedNumber } from './normalise.ts';
export { createPhonePool, type PhonePool } from './pool.ts';
