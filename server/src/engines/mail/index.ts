export { mailErrors } from './errors.ts';
export {
  hasEnded,
  mailJob,
  mailResults,
  mailService,
  purgeMail,
  queueMail,
  releaseAddress,
  suppressedAmong,
} from './outbox.ts';
export { assertReached, checkServer, useServer } from './servers.ts';
export { mailServers, mails } from './tables.ts';
