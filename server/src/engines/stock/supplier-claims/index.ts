export { supplierClaimErrors } from './errors.ts';
export { assertClaimsSeparate, assertOneOpenClaim, openClaimsOf } from './merging.ts';
export { openSupplierClaims } from './open.ts';
export { claimableItems, itemsNamed, supplierBalances } from './read.ts';
export { answerSupplierClaim, receiveForClaim, stepSupplierClaims } from './steps.ts';
export { type SupplierClaimLine, supplierClaimLines, supplierClaims } from './tables.ts';
export { remindOfClaims, supplierClaimTimers } from './timers.ts';
