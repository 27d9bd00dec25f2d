export { type NormalisedBatch, normaliseLines, unpackCountry, verdictAt } from './batch.ts';
export { maskLine, maskNumber, numberSought, plainNumber, withNumbersSought } from './mask.ts';
export { type NormaliseOptions, normalise, type PhoneNumber, type RejectedNumber } from './normalise.ts';
export { createPhonePool, type PhonePool } from './pool.ts';
export {
  LINE_TYPE,
  type LineType,
  lineTypeTexts,
  REJECT,
  type RejectCode,
  rejectName,
  rejectTexts,
} from './verdicts.ts';
