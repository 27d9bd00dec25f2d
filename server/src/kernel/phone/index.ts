export { type NormalisedBatch, normaliseLines, unpackCountry } from './batch.ts';
export { LINE_TYPE, type LineType } from './codes.ts';
export { Homes } from './homes.ts';
export { maskLine, maskNumber, plainNumber } from './mask.ts';
export { isAmbiguous, normalise } from './normalise.ts';
export { callingCodeOf } from './plans.ts';
export { createPhonePool } from './pool.ts';
export { type NumberSearch, readNumberSearch } from './search.ts';
