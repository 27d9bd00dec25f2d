export { systemActor } from './actor.ts';
export { assertCaptcha, newCaptcha } from './captcha.ts';
export { rightsChanged } from './changes.ts';
export { authErrors } from './errors.ts';
export { digestOf } from './password.ts';
export { purgeAuth } from './purge.ts';
export {
  openSessions,
  type SessionClient,
  type Sessions,
  type Tokens,
} from './sessions.ts';
export { createSocial, type Social, type SocialIdentity } from './social.ts';
export { newToken } from './tokens.ts';
