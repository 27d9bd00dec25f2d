export { accessSummaries } from './access-summary.ts';
export {
  assertQuota,
  changeInviteCode,
  changeStatus,
  forgetAttempts,
  initialPasswordHash,
  type NewAccount,
  newStaff,
  openAccount,
  resetPassword,
  unlockAccount,
} from './accounts.ts';
export { ADMINISTRATOR, actorOf } from './actor.ts';
export { assertAdministratorRemains, assertCanManage } from './administrators.ts';
export { changeAgent, disableAgents, enableAgents, moveAgent, peopleBelow, repeatMoves } from './agent-changes.ts';
export {
  agentChildren,
  assertUplineActive,
  childrenOf,
  clockOf,
  findUser,
  findUserByAccount,
  isInScope,
  isPausedOwner,
  lockUser,
  serviceAddressFor,
  type UserRow,
} from './agent-tree.ts';
export { avatarAddress, deleteAvatar, storeAvatar, visibleAvatarKey } from './avatar.ts';
export { businessZone, LATEST_TODAY, startOfCurrent, todayOf, zoneOf } from './business-days.ts';
export { assertClientSound, authenticateClient, type ClientCredentials, clients, closeClients } from './clients.ts';
export { comparedGrants, givenByRole } from './compare-roles.ts';
export { placeDept } from './depts.ts';
export { identityErrors } from './errors.ts';
export { explainCall } from './explain.ts';
export { explainRecord } from './explain-record.ts';
export { holdersOf, isGrantedAny, isResetBy } from './holders.ts';
export { importUsersJob, startUserImport } from './import-job.ts';
export { userTemplate } from './import-users.ts';
export { inviterOf, registerInvited } from './invitations.ts';
export { linkIdentity, linksOf, unlinkIdentity } from './links.ts';
export { lockScreen, lockStateOf, setLockPassword, unlockScreen } from './lock-screen.ts';
export { assertOwnMenus, menuPreview, menuToWrite, moveMenu } from './menu-entries.ts';
export { buildMenuTree, buttonsOf, type MenuNode, menuChoices, menuForest, menuTreeOf } from './menus.ts';
export {
  type AskedNarrowing,
  dutiesOf,
  renewNarrowing,
  switchSession,
  verifiedNarrowing,
} from './narrowing.ts';
export {
  dutyNames,
  endOnline,
  endOnlineUser,
  onlineInDepartments,
  onlineOfDepartment,
  onlineRows,
  onlineSessions,
  onlineWithRole,
} from './online.ts';
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
  type GrantableScope,
  grantableMenus,
  grantableScopes,
  grantedToRoles,
  grantRoles,
  grantsDigest,
  holdsAllOf,
  rolesOf,
  routeOf,
  tellHolders,
} from './role-grants.ts';
export { holdersOfRole, userCounts } from './role-holders.ts';
export { assertRolesAre, assignRoles, roleChoices, roleIdsOfKeys, roleKeysOf, rolesGiven } from './roles.ts';
export { ofHouseDepartments, ruledUsers } from './ruled-agents.ts';
export { type SeedResult, seedIdentity } from './seed/index.ts';
export { openingOf } from './seed/menus.ts';
export { endOwnSessions, ownSessions } from './sessions.ts';
export {
  profileOf,
  signIn,
  signInByCode,
  signInByPasskey,
} from './sign-in.ts';
export { changeContract, contractDaysLeft, contractPapers, takeEndingContracts } from './signed-contracts.ts';
export { registerGuest, signInSocial } from './social.ts';
export {
  assertLeader,
  assertNotOwn,
  likelyDuplicates,
  searchStaff,
  setDuties,
  staffChoices,
} from './staff.ts';
export {
  apiScopes,
  dataScopes,
  depts,
  menus,
  posts,
  roles,
  tenantPackages,
  tenants,
  topMenus,
  userDepts,
  userPosts,
  users,
} from './tables.ts';
export {
  assertNotPlatform,
  closeExpired,
  closeTenants,
  furnishTenant,
  limitTenants,
  renewAdministrator,
  tellPackage,
  tenantErrors,
  tenantToWrite,
} from './tenant-contents.ts';
export { fillPackage, packageCounts, packageMenus } from './tenant-packages.ts';
export { brandOf, DEFAULT_TENANT, tenantOfDomain } from './tenants.ts';
export { bindMenus, menusBoundToAll, topMenusOf } from './top-menus.ts';
export {
  confirmTwoFactor,
  disableTwoFactor,
  enrolTwoFactor,
  lockResettable,
  removeTwoFactor,
  renewRecoveryCodes,
  resetTwoFactor,
  twoFactorState,
  verifyTwoFactor,
} from './two-factor.ts';
