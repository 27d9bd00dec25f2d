export { dueOfOneOwner, endLeases, markOverdue, notify, type Round, recordReminded } from './ends.ts';
export { lockLeasesOfOrder, moveLease, refundRenewals, takeBackLeases } from './refund.ts';
export {
  type ChosenLease,
  chosenLeases,
  countEndingLeases,
  type LeaseChoice,
  markProblem,
  openLeases,
  RUNNING_LEASES,
  renewMonths,
  setAutoRenew,
  today,
} from './rent.ts';
export { warnOfSupply } from './supply.ts';
export { type LeaseRow, leaseMonths, leaseRenewals, leases } from './tables.ts';
export { verifyLeases } from './verify.ts';
