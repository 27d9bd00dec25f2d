/** The quotas' front door: nothing else of this folder is imported from outside. */
export { consumeUnits, holdUnits, releaseUnits, returnUnits, type UnitKind, unitsLeft } from './charges.ts';
export { quotaErrors } from './errors.ts';
export { leftOf } from './lots.ts';
export { expireQuotas, openQuota, remindOfQuotas, type SoldPackage, takeBackQuota } from './sell.ts';
export { type QuotaRow, quotaEntries, quotas } from './tables.ts';
