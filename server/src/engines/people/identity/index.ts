export {
  assertClientSound,
  authenticateClient,
  type ClientCredentials,
  clients,
  closeClients,
} from './entry/clients.ts';
export { linkIdentity, linksOf, unlinkIdentity } from './entry/links.ts';
export { lockScreen, lockStateOf, setLockPassword, unlockScreen } from './entry/lock-screen.ts';
export {
  dutyNames,
  endOnline,
  endOnlineUser,
  onlineInDepartments,
  onlineOfDepartment,
  onlineRows,
  onlineSessions,
  onlineWithRole,
} from './entry/online.ts';
export { changeOwnPassword, checkOwnPassword } from './entry/own-password.ts';
export {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  ownPasskeys,
  removePasskey,
  renamePasskey,
} from './entry/passkeys.ts';
export { endOwnSessions, ownSessions } from './entry/sessions.ts';
export {
  profileOf,
  signIn,
  signInByCode,
  signInByPasskey,
} from './entry/sign-in.ts';
export { assertRegistrationOpen, registerGuest, signInSocial } from './entry/social.ts';
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
} from './entry/two-factor.ts';
export { identityErrors } from './errors.ts';
export {
  assertQuota,
  changeInviteCode,
  changeStatus,
  forgetAttempts,
  initialPasswordHash,
  newStaff,
  openAccount,
  resetPassword,
  unlockAccount,
} from './people/accounts.ts';
export { assertAdministratorRemains, assertCanManage } from './people/administrators.ts';
export {
  changeAgent,
  disableAgents,
  enableAgents,
  moveAgent,
  peopleBelow,
  repeatMoves,
} from './people/agent-changes.ts';
export {
  agentChildren,
  childrenOf,
  clockOf,
  findUser,
  findUserByAccount,
  isInScope,
  isInTree,
  isOfTree,
  isPausedOwner,
  lockUser,
  serviceAddressFor,
  type UserRow,
} from './people/agent-tree.ts';
export { avatarAddress, deleteAvatar, storeAvatar, visibleAvatarKey } from './people/avatar.ts';
export { countryOfUser } from './people/country-of-user.ts';
export { placeDept } from './people/depts.ts';
export { importUsersJob, startUserImport } from './people/import-job.ts';
export { userTemplate } from './people/import-users.ts';
export { inviterOf, registerInvited } from './people/invitations.ts';
export { isCalled, nameColumns } from './people/pinyin.ts';
export {
  changeContract,
  contractDaysLeft,
  contractPapers,
  dueContracts,
  recordReminder,
} from './people/signed-contracts.ts';
export {
  assertLeader,
  assertNotOwn,
  likelyDuplicates,
  searchStaff,
  setDuties,
  staffChoices,
} from './people/staff.ts';
export { accessSummaries } from './rights/access-summary.ts';
export { ADMINISTRATOR, actorOf, isOpenTenant } from './rights/actor.ts';
export { comparedGrants, givenByRole } from './rights/compare-roles.ts';
export { explainCall } from './rights/explain.ts';
export { explainRecord } from './rights/explain-record.ts';
export { holdersOf, isGrantedAny, isResetBy } from './rights/holders.ts';
export { assertAgentMenu, assertOwnMenus, menuPreview, menuToWrite, moveMenu } from './rights/menu-entries.ts';
export { buildMenuTree, type MenuNode } from './rights/menu-rows.ts';
export { menuArrangement, takeOverMenu, undoTakeover } from './rights/menu-takeovers.ts';
export { buttonsOf, menuChoices, menuForest, menuTreeOf } from './rights/menus.ts';
export {
  type AskedNarrowing,
  dutiesOf,
  renewNarrowing,
  switchSession,
  verifiedNarrowing,
} from './rights/narrowing.ts';
export {
  copyGrants,
  type GrantableScope,
  grantableMenus,
  grantableScopes,
  grantedToRoles,
  grantRoles,
  grantsDigest,
  holdsAllOf,
  notifyHolders,
  rolesOf,
  routeOf,
} from './rights/role-grants.ts';
export { holdersOfRole, userCounts } from './rights/role-holders.ts';
export { assertRolesAre, assignRoles, roleChoices, roleIdsOfKeys, roleKeysOf, rolesGiven } from './rights/roles.ts';
export { ofHouseDepartments, ruledUsers } from './rights/ruled-agents.ts';
export { bindMenus, menusBoundToAll, topMenusOf } from './rights/top-menus.ts';
export { type SeedResult, seedIdentity } from './seed/index.ts';
export { groupSeeds, menuSeeds, openingOf, titleOfScreen } from './seed/menus.ts';
export { UNUSED_SORT } from './seed/work-menu.ts';
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
  notifyPackage,
  renewAdministrator,
  tenantErrors,
  tenantToWrite,
} from './tenants/tenant-contents.ts';
export { fillPackage, packageCounts, packageMenus } from './tenants/tenant-packages.ts';
export { brandOf, DEFAULT_TENANT, tenantOfDomain } from './tenants/tenants.ts';
