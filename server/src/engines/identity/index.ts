export {
  changeStatus,
  MAX_DEPTH,
  MAX_SUB_USERS,
  type NewAccount,
  openAccount,
  type StatusChange,
  setPassword,
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
export { identityErrors } from './errors.ts';
export { lockScreen, lockStateOf, setLockPassword, unlockScreen } from './lock-screen.ts';
export { buttonsOf, type MenuNode, type MenuRow, menuTree, routesOf, topMenusOf } from './menus.ts';
export { assignRoles, grantMenus, roleIdsOfKeys } from './roles.ts';
export { type SeedResult, seedIdentity } from './seed/index.ts';
export { type Credentials, type Profile, profileOf, signIn } from './sign-in.ts';
export { type GuestRegistration, registerGuest, type SocialOutcome, signInSocial } from './social.ts';
export { depts, menus, roles, tenants, userDepts, userRoles, users } from './tables.ts';
export { DEFAULT_TENANT, type TenantInfo, tenantOfDomain } from './tenants.ts';
