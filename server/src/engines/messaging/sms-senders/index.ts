export { keyOf } from './address.ts';
export { runDuePhones } from './clock.ts';
export { contentRules } from './content.ts';
export { phoneErrors } from './errors.ts';
export { isForLease, leasePhone, renewPhone, setPhoneAutoRenew } from './lease.ts';
export { linkRoutes } from './link-route.ts';
export { assertLinks, linkOpens, purgeLinks, shortLinks } from './links.ts';
export {
  approveRegistration,
  notify as notifyOfPhone,
  phonePapers,
  rejectRegistration,
  submitRegistration,
} from './registration.ts';
export { type Phone, phoneMonths, phones } from './tables.ts';
export {
  countPhoneUse,
  phoneFigures,
  phoneOfAddress,
  phoneWaitMillis,
  recordPhoneResults,
  usablePhone,
  usedBy,
} from './use.ts';
export { assertNotLeased, isRegistered, phoneToWrite, sendsTexts } from './write.ts';
