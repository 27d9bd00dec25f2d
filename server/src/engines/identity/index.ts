export {
  changeStatus,
  forgetAttempts,
  MAX_DEPTH,
  MAX_SUB_USERS,
  type NewAccount,
  openAccount,
  type StatusChange,
} from './accounts.ts';
export { ADMINISTRATOR, actorOf } from './actor.ts';
export {
  type AgentNode,
  agentChildren,
  assertUplineActive,
  childrenOf,
  findUser,
  findUserByAccount,
  isInScope,
  lockUser,
  serviceAddressFor,
  type UserRow,
} from './agent-tree.ts';
export { dropPicture, keepPicture, pictureOf, shownPicture } from './avatar.ts';
export { identityErrors } from './errors.ts';
export { type Link, linkIdentity, linksOf, unlinkIdentity } from './links.ts';
export { lockScreen, lockStateOf, setLockPassword, unlockScreen } from './lock-screen.ts';
export { buttonsOf, type MenuNode, type MenuRow, menuChoices, routesOf } from './menus.ts';
export { changeOwnPassword, checkOwnPassword, type PasswordChange } from './own-password.ts';
export {
  addPasskey,
  type Begun,
  beginPasskey,
  beginPasskeySignIn,
  ownPasskeys,
  type Passkey,
  removePasskey,
  renamePasskey,
} from './passkeys.ts';
export { assignRoles, grantMenus, roleIdsOfKeys, roleKeysOf, rolesToGive } from './roles.ts';
export { rosterOf } from './roster.ts';
export { type SeedResult, seedIdentity } from './seed/index.ts';
export { endOwnSessions, type OwnSession, ownSessions } from './sessions.ts';
export {
  type Credentials,
  type Profile,
  profileOf,
  signIn,
  signInByCode,
  signInByPasskey,
} from './sign-in.ts';
export { type GuestRegistration, registerGuest, type SocialOutcome, signInSocial } from './social.ts';
export { depts, menus, roles, tenants, topMenus, userDepts, userRoles, users } from './tables.ts';
export { DEFAULT_TENANT, type TenantInfo, tenantOfDomain } from './tenants.ts';
export { bindMenus, boundToAll, topMenusOf } from './top-menus.ts';
export {
  confirmTwoFactor,
  disableTwoFactor,
  enrolTwoFactor,
  renewRecoveryCodes,
  resetTwoFactor,
  type TwoFactorState,
  twoFactorState,
} from './two-factor.ts';
