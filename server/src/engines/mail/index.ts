export { mailErrors } from './errors.ts';
export { mailJob, mailResults, purgeMail, queueMail, releaseAddress, suppressedAmong } from './outbox.ts';
export { checkServer, serverOf, useServer } from './servers.ts';
export { mailServers, mails } from './tables.ts';
