export { accessSummaries } from './access-summary.ts';
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
export { avatarAddress, deleteAvatar, storeAvatar, visibleAvatarKey } from './avatar.ts';
export { identityErrors } from './errors.ts';
export { type Link, linkIdentity, linksOf, unlinkIdentity } from './links.ts';
export { lockScreen, lockStateOf, setLockPassword, unlockScreen } from './lock-screen.ts';
export { buttonsOf, type MenuNode, type MenuRow, menuChoices, menuTreeOf } from './menus.ts';
export { changeOwnPassword, checkOwnPassword, type PasswordChange } from './own-password.ts';
export {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  ownPasskeys,
  type Passkey,
  type PasskeyChallenge,
  removePasskey,
  renamePasskey,
} from './passkeys.ts';
export { assignableRoles, assignRoles, grantMenus, roleIdsOfKeys, roleKeysOf } from './roles.ts';
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
export { bindMenus, menusBoundToAll, topMenusOf } from './top-menus.ts';
export {
  confirmTwoFactor,
  disableTwoFactor,
  enrolTwoFactor,
  renewRecoveryCodes,
  resetTwoFactor,
  type TwoFactorState,
  twoFactorState,
} from './two-factor.ts';
