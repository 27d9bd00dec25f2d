export {
  availableUnits,
  consumeUnits,
  holdUnits,
  releaseRest,
  releaseUnits,
  returnUnits,
  type UnitKind,
} from './charges.ts';
export { leftOf } from './lots.ts';
export { expireQuotas, openQuota, remindOfQuotas, takeBackQuota } from './sell.ts';
export { quotaEntries, quotas } from './tables.ts';
