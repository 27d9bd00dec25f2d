export { accessSummaries } from './access-summary.ts';
export {
  changeInviteCode,
  changeStatus,
  forgetAttempts,
  type NewAccount,
  newStaff,
  openAccount,
  resetPassword,
  unlockAccount,
} from './accounts.ts';
export { ADMINISTRATOR, actorOf } from './actor.ts';
export { assertAdministratorRemains, assertMayManage } from './administrators.ts';
export {
  agentChildren,
  assertUplineActive,
  childrenOf,
  findUser,
  findUserByAccount,
  isInScope,
  serviceAddressFor,
  type UserRow,
} from './agent-tree.ts';
export { avatarAddress, deleteAvatar, storeAvatar, visibleAvatarKey } from './avatar.ts';
export { placeDept } from './depts.ts';
export { identityErrors } from './errors.ts';
export { holdersOf } from './holders.ts';
export { importUsers, userTemplate } from './import-users.ts';
export { linkIdentity, linksOf, unlinkIdentity } from './links.ts';
export { lockScreen, lockStateOf, setLockPassword, unlockScreen } from './lock-screen.ts';
export { assertOwnMenus, menuPreview, menuToWrite, moveMenu } from './menu-entries.ts';
export { buildMenuTree, buttonsOf, type MenuNode, menuChoices, menuForest, menuTreeOf } from './menus.ts';
export { changeOwnPassword, checkOwnPassword } from './own-password.ts';
export {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  ownPasskeys,
  removePasskey,
  renamePasskey,
} from './passkeys.ts';
export {
  copyGrants,
  grantableMenus,
  grantedToRoles,
  grantRoles,
  holdsAllOf,
  rolesOf,
  tellHolders,
} from './role-grants.ts';
export { assignRoles, roleChoices, roleIdsOfKeys, roleKeysOf } from './roles.ts';
export { type SeedResult, seedIdentity } from './seed/index.ts';
export { endOwnSessions, ownSessions } from './sessions.ts';
export {
  profileOf,
  signIn,
  signInByCode,
  signInByPasskey,
} from './sign-in.ts';
export { registerGuest, signInSocial } from './social.ts';
export {
  assertLeader,
  assertNotOwn,
  likelyDuplicates,
  searchStaff,
  setDuties,
  staffChoices,
} from './staff.ts';
export { depts, menus, posts, roles, topMenus, userDepts, userPosts, users } from './tables.ts';
export { DEFAULT_TENANT, tenantOfDomain } from './tenants.ts';
export { bindMenus, menusBoundToAll, topMenusOf } from './top-menus.ts';
export {
  confirmTwoFactor,
  disableTwoFactor,
  enrolTwoFactor,
  renewRecoveryCodes,
  resetTwoFactor,
  twoFactorState,
  verifyTwoFactor,
} from './two-factor.ts';
