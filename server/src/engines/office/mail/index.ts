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
export { checkServer, MAIL_SERVICES } from './servers.ts';
export { mailServers, mails } from './tables.ts';
