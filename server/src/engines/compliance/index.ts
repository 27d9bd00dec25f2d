export { assertConsent, consentProofs, consentToWrite, decideConsents, expireConsents } from './consents.ts';
export { type Batch, type Decision, decide } from './decide.ts';
export { type ComplianceError, complianceErrors } from './errors.ts';
export { suppressionJob } from './import-job.ts';
export { havingDigest, havingNumber, noteRemoval, numbersIn, ruleOf, suppress } from './suppress.ts';
export { consents, suppressions } from './tables.ts';
