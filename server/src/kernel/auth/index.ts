export { type Actor, holds, systemActor, type UserType } from './actor.ts';
export { type AttemptKey, attempt, clearAttempts } from './attempts.ts';
export { newCaptcha, takeCaptcha } from './captcha.ts';
export { endOtherSessions, endSessions, rightsChanged, type SessionEnd, setSessionLock } from './changes.ts';
export { authErrors } from './errors.ts';
export { checkPassword, digestOf, generatePassword, hashPassword, passwordWork, verifyPassword } from './password.ts';
export { purgeAuth } from './purge.ts';
export {
  type NewSession,
  openSessions,
  type SessionActor,
  type SessionOptions,
  type Sessions,
  type Tokens,
} from './sessions.ts';
export { createSocial, type Social, type SocialIdentity } from './social.ts';
export { newTicket, readTicket, TICKET_LIFE_SECONDS, type Ticket, type TicketKind, takeTicket } from './tickets.ts';
export { newToken, tokenHash } from './tokens.ts';
