import { apiScope } from '@trade-assistant/contract/areas/system/api-scope.ts';
import { dataScope } from '@trade-assistant/contract/areas/system/data-scope.ts';
import { dept } from '@trade-assistant/contract/areas/system/dept.ts';
import type { MenuMeta } from '@trade-assistant/contract/areas/system/menu.ts';
import { post } from '@trade-assistant/contract/areas/system/post.ts';
import { role } from '@trade-assistant/contract/areas/system/role.ts';
import { tenant } from '@trade-assistant/contract/areas/system/tenant.ts';
import { tenantPackage } from '@trade-assistant/contract/areas/system/tenant-package.ts';
import { topMenu } from '@trade-assistant/contract/areas/system/top-menu.ts';
import { sql } from 'drizzle-orm';
import { bigint, date, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { baseColumns } from '../../../kernel/resource/columns.ts';
import { tableOf } from '../../../kernel/resource/table.ts';
import type { MenuPlaceChange } from './rights/menu-place.ts';

const id = () => bigint({ mode: 'bigint' });
const time = () => timestamp({ withTimezone: true });

export const tenants = tableOf('sys_tenant', tenant);

export const tenantPackages = tableOf('sys_tenant_package', tenantPackage, { without: ['menuCount', 'tenantCount'] });

/** Staff, agents and sub-users. Each user owns their own row, so that owner scopes work on it. */
export const users = pgTable('sys_user', {
  ...baseColumns(),
  ownerId: id().notNull().generatedAlwaysAs(sql`id`),
  account: text().notNull(),
  passwordHash: text().notNull(),
  lockPasswordHash: text(),
  mustChangePassword: integer().notNull().default(0),
  passwordGivenAt: time().notNull().defaultNow(),
  closesBelow: integer().notNull().default(0),
  pausedSince: time(),
  statusPath: text().notNull().default('/'),
  spendLimitDayPath: text(),
  spendLimitMonthPath: text(),
  credentialsResetBy: bigint({ mode: 'bigint' }),
  credentialsResetAt: time(),
  userType: integer().notNull(),
  realName: text().notNull(),
  realNamePinyin: text().notNull().default(''),
  name: text().notNull().default(''),
  avatar: text().notNull().default(''),
  phone: text().notNull().default(''),
  email: text().notNull().default(''),
  parentId: id(),
  ownerPath: text().notNull().default('/'),
  depth: integer().notNull().default(0),
  agentLevel: integer().notNull().default(1),
  subCount: integer().notNull().default(0),
  serviceAddress: text().notNull().default(''),
  inviteCode: text().notNull(),
  kycStatus: integer().notNull().default(0),
  spendLimitDay: id(),
  spendLimitMonth: id(),
  contractNo: text().notNull().default(''),
  contractStart: date(),
  contractEnd: date(),
  contractAttachIds: jsonb().$type<string[]>().notNull().default([]),
  contractNote: text().notNull().default(''),
  contractRemindedDays: integer(),
  timeZone: text().notNull().default(''),
  status: integer().notNull().default(1),
  lockedUntil: time(),
  statusReason: text().notNull().default(''),
  refusedAt: time(),
  code: text().notNull().default(''),
  sex: integer(),
  birthday: date(),
  leaderId: id(),
  platform: integer().notNull().default(1),
  userExt: text().notNull().default(''),
  lastLoginTime: time(),
  lastLoginIp: text().notNull().default(''),
  remark: text().notNull().default(''),
});

export const roles = tableOf('sys_role', role, { without: ['userCount'] });

export const userRoles = pgTable('sys_user_role', { userId: id().notNull(), roleId: id().notNull() }, (table) => [
  primaryKey({ columns: [table.userId, table.roleId] }),
]);

export const depts = tableOf('sys_dept', dept, { more: { path: text().notNull().default('/') } });

export const userDepts = pgTable('sys_user_dept', { userId: id().notNull(), deptId: id().notNull() }, (table) => [
  primaryKey({ columns: [table.userId, table.deptId] }),
]);

export const userPosts = pgTable('sys_user_post', { userId: id().notNull(), postId: id().notNull() }, (table) => [
  primaryKey({ columns: [table.userId, table.postId] }),
]);

const { tenantId: _platformWide, ...platformColumns } = baseColumns();

/** Menus and buttons, the same for every tenant; roles decide which of them a user sees. */
export const menus = pgTable('sys_menu', {
  ...platformColumns,
  parentId: id(),
  code: text().notNull(),
  name: text().notNull(),
  nameEn: text().notNull().default(''),
  path: text(),
  source: text(),
  category: integer().notNull().default(1),
  alias: text().default('menu'),
  action: integer().notNull().default(0),
  isOpen: integer().notNull().default(1),
  visible: integer().$type<0 | 1>().notNull().default(1),
  component: text().notNull().default(''),
  meta: jsonb().$type<MenuMeta>().notNull().default({}),
  sort: integer().notNull().default(1),
  isBuiltIn: integer().$type<0 | 1>().notNull().default(0),
  remark: text(),
  agentPlace: integer().notNull().default(0),
  agentParentId: id(),
  agentSort: integer(),
  agentName: text(),
  agentNameEn: text(),
});

/** Takeovers of the delivered arrangement of the menu. */
export const menuTakeovers = pgTable('sys_menu_takeover', {
  id: id().primaryKey().generatedAlwaysAsIdentity(),
  places: jsonb().$type<readonly MenuPlaceChange[]>(),
  createUser: id(),
  createTime: time().notNull().defaultNow(),
  undoneUser: id(),
  undoneTime: time(),
});

export const roleMenus = pgTable('sys_role_menu', { roleId: id().notNull(), menuId: id().notNull() }, (table) => [
  primaryKey({ columns: [table.roleId, table.menuId] }),
]);

export const posts = tableOf('sys_post', post);

export const topMenus = tableOf('sys_top_menu', topMenu);

export const topMenuMenus = pgTable(
  'sys_top_menu_menu',
  { topMenuId: id().notNull(), menuId: id().notNull() },
  (table) => [primaryKey({ columns: [table.topMenuId, table.menuId] })],
);

export const tenantPackageMenus = pgTable(
  'sys_tenant_package_menu',
  { packageId: id().notNull(), menuId: id().notNull() },
  (table) => [primaryKey({ columns: [table.packageId, table.menuId] })],
);

export const dataScopes = tableOf('sys_data_scope', dataScope);

export const roleDataScopes = pgTable(
  'sys_role_data_scope',
  { roleId: id().notNull(), dataScopeId: id().notNull() },
  (table) => [primaryKey({ columns: [table.roleId, table.dataScopeId] })],
);

export const apiScopes = tableOf('sys_api_scope', apiScope);

export const roleApiScopes = pgTable(
  'sys_role_api_scope',
  { roleId: id().notNull(), apiScopeId: id().notNull() },
  (table) => [primaryKey({ columns: [table.roleId, table.apiScopeId] })],
);
