export { mailErrors } from './errors.ts';
export { hasEnded, mailJob, mailResults, purgeMail, queueMail, releaseAddress, suppressedAmong } from './outbox.ts';
export { checkServer, serverOf, useServer } from './servers.ts';
export { mailServers, mails } from './tables.ts';
