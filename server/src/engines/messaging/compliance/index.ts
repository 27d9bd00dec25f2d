export { caseEvidence, caseToWrite, closeCase, openCase, openCaseOf, stepCases } from './cases.ts';
export { resumeAtChannel, stopAtChannel } from './channel-stops.ts';
export { assertConsent, consentProofs, consentToWrite, decideConsents, expireConsents } from './consents.ts';
export { type Batch, type Decision, decide } from './decide.ts';
export { decideMessages } from './decide-messages.ts';
export { recipientKey } from './digests.ts';
export { atField, type ComplianceError, complianceErrors } from './errors.ts';
export { forgetContacts, seedMessageRules } from './frequency.ts';
export { suppressionJob } from './import-job.ts';
export {
  followRecipient,
  havingDigest,
  havingNumber,
  nameOfOwner,
  numbersIn,
  recordRemoval,
  ruleOf,
  suppress,
} from './suppress.ts';
export { cases, consents, frequencyRules, quietRules, suppressions } from './tables.ts';
