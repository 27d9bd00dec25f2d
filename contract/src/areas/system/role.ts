import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { audited, int, yes } from '../../kit/field.ts';
import { codeField, hasChildrenField, nameFields, parentField, sortField, statusField } from '../../kit/presets.ts';
import { crud, resource } from '../../kit/resource.ts';
import { flag, id, setDigest } from '../../kit/schema.ts';
import { treeNodes } from '../../kit/tree.ts';

/** Keys of roles the program itself grants or requires: they cannot be removed. */
export const BUILT_IN_ROLES: readonly string[] = ['administrator', 'agent', 'agent_sub', 'app_user'];

const fields = {
  ...nameFields('roleName'),
  roleAlias: codeField({
    label: { zh: '角色别名', en: 'Key' },
    help: { zh: '程序与消息用它认出角色，创建后不变', en: 'Used by messages and integrations; cannot be changed' },
    form: 'create',
  }),
  parentId: parentField('system/role', {
    label: { zh: '上级角色', en: 'Parent role' },
    help: { zh: '从上级收回的权限，下级也一并失去', en: 'Revoking a permission also revokes it in child roles' },
  }),
  hasChildren: hasChildrenField(),
  userCount: int({
    label: { zh: '用户数', en: 'Users' },
    help: { zh: '拥有该角色的用户', en: 'Users with this role' },
    required: true,
    list: true,
    form: false,
  }),
  needsSecondFactor: yes({
    label: { zh: '须两步验证', en: 'Require two-step verification' },
    help: {
      zh: '拥有该角色而未开启两步验证的用户，须先开启才能使用其他功能',
      en: 'Users with this role must set up two-step verification before anything else',
    },
    initial: 0,
  }),
  sort: sortField(),
  status: statusField(),
  ...audited,
};

/** Ids of a role's grants. */
const grants = {
  menuIds: z.array(id()).max(5_000),
  /** Left out, they stay as they are. */
  dataScopeIds: z.array(id()).max(2_000).optional(),
  apiScopeIds: z.array(id()).max(2_000).optional(),
  /** The digest answered by `menu/role-tree-keys`; refused when the grants have changed since. */
  digest: setDigest().optional(),
};

/** A grant, and its parent. */
const given = z.object({
  id: id(),
  /** The topmost first. */
  path: z.string(),
  pathEn: z.string(),
  title: z.string(),
  titleEn: z.string(),
});

/** The differences and common rights of two roles. */
const compared = z.array(given.extend({ inFirst: z.boolean(), inSecond: z.boolean() }));

/** Roles: sets of rights that are assigned to users. */
export const role = resource('system/role', {
  title: { zh: '角色管理', en: 'Roles' },
  help: {
    zh: '授权立即生效，无需重新登录；只能授予自己拥有的权限',
    en: 'Changes apply immediately; you can only grant permissions you have',
  },
  empty: { zh: '新增一个角色，再为它授权', en: 'Add a role, then grant its permissions' },
  nameField: { zh: 'roleName', en: 'roleNameEn' },
  defaultSort: 'sort',
  unique: [['roleAlias']],
  parentField: 'parentId',
  fields,
  found: [{ call: 'list', by: ['roleName', 'roleNameEn', 'roleAlias'], shows: ['roleAlias'] }],
  calls: {
    ...crud(fields, ['list', 'detail', 'submit', 'remove', 'restore', 'select'], { changes: 'rights' }),
    /** The roles of the caller's tenant; another tenant's are unknown. */
    tree: get({
      title: { zh: '角色树', en: 'Role tree' },
      access: 'view',
      input: z.object({ tenantId: z.string().max(12).optional() }),
      data: treeNodes,
    }),
    /** Possible parents of a role: all except itself and those below it. */
    'tree-by-id': get({
      title: { zh: '可选上级角色', en: 'Possible parent roles' },
      access: 'view',
      input: z.object({ roleId: id() }),
      data: treeNodes,
    }),
    /**
     * Replaces the grants of roles. The caller can neither add nor remove a grant they do not hold: it stays as it is.
     * A grant removed from a role is removed from the roles below it. Open sessions and sockets follow at once.
     */
    grant: post({
      title: { zh: '权限设置', en: 'Grant' },
      access: 'grant',
      changes: 'rights',
      input: z.object({ roleIds: z.array(id()).min(1).max(100), ...grants }),
    }),
    /** Creates a role beside another, with those of its grants the caller holds. */
    copy: post({
      title: { zh: '复制', en: 'Copy' },
      access: 'add',
      changes: 'rights',
      input: z.object({
        id: id(),
        roleName: fields.roleName.schema,
        roleNameEn: fields.roleNameEn.schema,
        roleAlias: fields.roleAlias.schema,
      }),
      data: z.object({ id: id() }),
    }),
    /** The users with a role: at most 200, active ones first. */
    holders: get({
      title: { zh: '拥有者', en: 'Users' },
      access: 'view',
      input: z.object({ roleId: id() }),
      data: z.object({
        total: z.int(),
        users: z.array(
          z.object({ id: id(), account: z.string(), realName: z.string(), deptName: z.string(), status: z.int() }),
        ),
      }),
    }),
    /** The rights it gives. */
    given: get({
      title: { zh: '权限内容', en: 'Permissions' },
      access: 'view',
      input: z.object({ roleId: id() }),
      data: z.object({
        roleName: z.string(),
        roleNameEn: z.string(),
        status: z.int(),
        /** 1: the administrator's, which needs no grants. */
        givesEverything: flag(),
        pages: z.array(
          given.extend({ buttons: z.array(z.object({ id: id(), title: z.string(), titleEn: z.string() })) }),
        ),
        dataScopes: z.array(given),
        apiScopes: z.array(given),
      }),
    }),
    compare: get({
      title: { zh: '比较', en: 'Compare' },
      access: 'view',
      input: z.object({ first: id(), second: id() }),
      data: z.object({ menu: compared, dataScope: compared, apiScope: compared }),
    }),
  },
});
