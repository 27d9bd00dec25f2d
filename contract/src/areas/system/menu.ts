import { z } from 'zod';
import { get, post } from '../../kit/call.ts';
import { dictionary } from '../../kit/dictionary.ts';
import { audited, dict, icon, int, text, treeRef, yes } from '../../kit/field.ts';
import { codeField, hasChildrenField, nameFields, parentField, remarkField, sortField } from '../../kit/presets.ts';
import { crud, resource, rowSchema } from '../../kit/resource.ts';
import { flag, id, ids, setDigest } from '../../kit/schema.ts';
import { matching } from '../../kit/sentences.ts';
import { time } from '../../kit/time.ts';
import { treeNodes } from '../../kit/tree.ts';
import { keptMenu, menuSide, movedMenu } from './menu-arrangement.ts';

export const menuCategory = dictionary('menu_category', {
  menu: { value: 1, zh: '菜单', en: 'Menu' },
  button: { value: 2, zh: '按钮', en: 'Button' },
});
export const menuOpening = dictionary('menu_opening', {
  tab: { value: 1, zh: '标签页', en: 'In a tab' },
  window: { value: 2, zh: '新窗口', en: 'In a new window' },
});
/** Agents are all users who are not staff: agents, sub-users, app users. */
export const menuAgentPlace = dictionary('menu_agent_place', {
  same: { value: 0, zh: '与平台相同', en: 'Same as staff' },
  own: { value: 1, zh: '另设位置', en: 'Own place' },
  none: { value: 2, zh: '不显示', en: 'Not shown' },
});

const CODE = matching(/^[A-Za-z][\w-]*([/:.][\w-]+)*$/, {
  zh: '应为字母、数字、连字符或下划线，以字母开头，可用 / 或 : 分段',
  en: 'should be letters, digits, hyphens or underscores, starting with a letter, in parts separated by / or :',
});
/** A page of the console or an address of the web; nothing that a browser would run. */
const ADDRESS = matching(/^(\/(?![/\\])[^\s\\?#]*|https?:\/\/[^\s/?#\\@]+([/?#][^\s\\]*)?)$/i, {
  zh: '应以 / 开头，或为 http(s):// 网址',
  en: 'should start with / or be an http(s):// address',
});

const ofAgents = { group: { zh: '代理看到的菜单', en: 'Menu of agents' } } as const;
const ownPlace = { ...ofAgents, when: { field: 'agentPlace', is: [menuAgentPlace.is.own] } } as const;
const agentName = (label: { zh: string; en: string }) =>
  text({ ...ownPlace, label, max: 64, list: 'hidden', emptyMeans: { zh: '与平台相同', en: 'Same as staff' } });

const fields = {
  ...nameFields('name'),
  source: icon({ label: { zh: '图标', en: 'Icon' }, list: true }),
  category: dict(menuCategory, {
    label: { zh: '类型', en: 'Type' },
    help: { zh: '按钮是角色可授的权限', en: 'A button is a permission that can be granted to roles' },
    required: true,
    list: true,
    search: 'equal',
    form: 'create',
    initial: menuCategory.is.menu,
  }),
  parentId: parentField('system/menu', { label: { zh: '上级菜单', en: 'Parent menu' } }),
  code: codeField({
    pattern: CODE,
    help: { zh: '不可重复，新增后不可修改', en: 'Unique; cannot be changed' },
    form: 'create',
  }),
  path: text({
    label: { zh: '地址', en: 'Address' },
    help: {
      zh: '本系统页面以 / 开头，外部网页以 https:// 开头；按钮与分组不填',
      en: 'Console pages start with /, web pages with https://; empty for buttons and groups',
    },
    max: 255,
    pattern: ADDRESS,
    list: true,
    search: 'like',
    width: 220,
  }),
  alias: text({ label: { zh: '别名', en: 'Alias' }, max: 64, list: 'hidden', search: 'like', form: false }),
  isOpen: dict(menuOpening, {
    label: { zh: '打开方式', en: 'Opens' },
    help: { zh: '外部网页可在新窗口打开', en: 'Web pages can open in a new window' },
    required: true,
    list: true,
    initial: menuOpening.is.tab,
  }),
  visible: yes({
    label: { zh: '显示', en: 'Shown' },
    help: { zh: '隐藏后不出现在侧边菜单，权限不变', en: 'Hidden menus leave the side menu; permissions stay' },
    required: true,
    list: true,
    search: 'equal',
    initial: 1,
  }),
  sort: sortField(),
  isBuiltIn: yes({
    label: { zh: '系统自带', en: 'Built in' },
    required: true,
    list: 'hidden',
    search: 'equal',
    form: false,
  }),
  remark: remarkField(),
  agentPlace: dict(menuAgentPlace, {
    ...ofAgents,
    label: { zh: '代理的位置', en: 'Place for agents' },
    help: {
      zh: '代理、子账号与 App 用户的菜单可另行排列；权限不变',
      en: 'The menu of agents, sub-users and app users can be arranged differently; permissions stay',
    },
    required: true,
    list: 'optional',
    search: 'equal',
    initial: menuAgentPlace.is.same,
  }),
  agentParentId: treeRef(
    { resource: 'system/menu', call: 'select' },
    { ...ownPlace, label: { zh: '代理的上级菜单', en: 'Parent menu for agents' }, list: 'hidden' },
  ),
  agentSort: int({
    ...ownPlace,
    label: { zh: '代理的排序', en: 'Order for agents' },
    list: 'hidden',
    min: 0,
    max: 99_999,
    emptyMeans: { zh: '与平台相同', en: 'Same as staff' },
  }),
  agentName: agentName({ zh: '代理看到的名称', en: 'Chinese name for agents' }),
  agentNameEn: agentName({ zh: '代理看到的英文名称', en: 'English name for agents' }),
  hasChildren: hasChildrenField(),
  ...audited,
};

/** A menu (`category` 1) or a button (2). Roots have `parentId` 0; `isOpen` 2 opens a new window. */
const entry = {
  id: id(),
  parentId: id(),
  code: z.string(),
  name: z.string(),
  nameEn: z.string(),
  path: z.string(),
  /** An icon's name. */
  source: z.string(),
  category: z.int(),
  isOpen: z.int(),
  sort: z.int(),
};

/** The effect of opening a menu beside showing its page. */
export const menuMeta = z.object({
  /** The key of a name the console has in its own languages, instead of the menu's. */
  i18n: z.string().max(64).optional(),
  /** Keys of the roles that see it; no other user does. None: every user with the permission. */
  roles: z.array(z.string().max(64)).max(100).optional(),
  /** 0: it is shown without a tab, and forgotten when it is left. */
  isTab: flag().optional(),
  /** Opens in a new window: the address in `query.url`, else its own. */
  target: z.literal('_blank').optional(),
  /** Parameters its address is opened with: `name` and `i18n` name the tab. */
  query: z.record(z.string().max(64), z.string().max(2000)).optional(),
});
export type MenuMeta = z.output<typeof menuMeta>;

const oneLevel = z.object({
  parentId: id().optional(),
  name: z.string().trim().max(64).optional(),
  code: z.string().trim().max(64).optional(),
  alias: z.string().trim().max(64).optional(),
});

/** Whether a foreign page allows framing by the console, according to its server; `unknown` without an answer. */
const framing = z.enum(['allowed', 'refused', 'unknown']);

const button = z.object(entry);
const menuNode = button.extend({
  meta: menuMeta,
  get children() {
    return z.array(menuNode).optional();
  },
});

/** A menu (`category` 1) or button (2) that may be handed on. */
export const grantNode = z.object({
  id: id(),
  parentId: id(),
  title: z.string(),
  titleEn: z.string(),
  key: id(),
  value: id(),
  category: z.int(),
  /** Of a page: the button without which it opens nothing. A grant of the page brings it along. */
  needs: id().optional(),
  get children() {
    return z.array(grantNode).optional();
  },
});

/** A data or API scope that may be granted, below its resource, whose `id` is the menu's. */
const scopeNode = grantNode.omit({ category: true, needs: true, children: true }).extend({
  children: z.array(grantNode.omit({ category: true, needs: true, children: true })),
});

/**
 * The menu a user sees and the buttons they may press. All tenants share the entries, and roles grant them. The
 * program's own entries keep their code, kind and address.
 */
export const menu = resource('system/menu', {
  title: { zh: '菜单管理', en: 'Menus' },
  help: {
    zh: '所有租户共用的菜单与按钮，由角色决定谁能看到',
    en: 'Menus and buttons of all tenants; roles decide their visibility',
  },
  empty: { zh: '没有符合条件的菜单', en: 'No matching menus' },
  nameField: { zh: 'name', en: 'nameEn' },
  defaultSort: 'sort',
  unique: [['code'], ['path']],
  parentField: 'parentId',
  isPlatformWide: true,
  fields,
  calls: {
    ...crud(fields, ['list', 'detail', 'submit', 'remove', 'restore', 'select'], { changes: 'rights' }),
    /** The entries directly below one, 0 or absent: the roots, or with a part of a text those of every level. */
    'lazy-list': get({
      title: { zh: '下级菜单与按钮', en: 'Menus and buttons of one level' },
      access: 'view',
      input: oneLevel,
      data: z.array(rowSchema(fields)),
    }),
    /** The same without buttons; `hasChildren` is about menus alone. */
    'lazy-menu-list': get({
      title: { zh: '下级菜单', en: 'Menus of one level' },
      access: 'view',
      input: oneLevel,
      data: z.array(rowSchema(fields)),
    }),
    /** Every menu, hidden ones too, as a forest. */
    'menu-list': get({
      title: { zh: '全部菜单', en: 'All menus' },
      access: 'view',
      input: z.object({ side: menuSide.optional() }),
      data: z.array(menuNode),
    }),
    /** Puts an entry right before another of its new level, or at the end of it; the level is numbered again. */
    move: post({
      title: { zh: '移动', en: 'Move' },
      access: 'edit',
      input: z.object({ id: id(), parentId: id().optional(), beforeId: id().optional(), side: menuSide.optional() }),
    }),
    /**
     * The delivered arrangement of the menu beside the one in use. `available`: it can be taken over; `taken`: the takeover
     * can be undone; `delivered`: the installation began with it. `after` and what follows describe the next step.
     */
    arrangement: get({
      title: { zh: '新的菜单排列', en: 'New arrangement of the menu' },
      access: 'view',
      data: z.object({
        state: z.enum(['available', 'taken', 'delivered']),
        takenTime: time().nullish(),
        takenBy: z.string(),
        before: z.object({ staff: z.array(menuNode), agents: z.array(menuNode) }),
        after: z.object({ staff: z.array(menuNode), agents: z.array(menuNode) }),
        moved: z.array(movedMenu),
        kept: z.array(keptMenu),
        digest: setDigest(),
      }),
    }),
    /** Arranges the menu as delivered, if it is still as the digest of `arrangement` saw it. */
    'take-over': post({
      title: { zh: '启用新排列', en: 'Take over the new arrangement' },
      access: 'edit',
      input: z.object({ digest: setDigest().optional() }),
      data: z.object({ changed: z.int(), kept: z.array(keptMenu) }),
    }),
    /** Restores the arrangement before the takeover; what was changed or added since is kept. */
    'undo-take-over': post({
      title: { zh: '撤销新排列', en: 'Undo the takeover' },
      access: 'edit',
      input: z.object({ digest: setDigest().optional() }),
      data: z.object({ changed: z.int(), kept: z.array(keptMenu) }),
    }),
    /** The side menu as holders of a role see it; without one the roles to choose from alone. */
    preview: get({
      title: { zh: '按角色预览', en: 'Preview as a role' },
      access: 'view',
      input: z.object({ roleId: id().optional() }),
      data: z.object({
        roles: z.array(z.object({ id: id(), name: z.string(), nameEn: z.string() })),
        menus: z.array(menuNode),
      }),
    }),
    routes: get({
      title: { zh: '我的菜单', en: 'My menu' },
      access: 'signed-in',
      input: z.object({ topMenuId: id().optional() }),
      data: z.array(menuNode),
    }),
    buttons: get({
      title: { zh: '我的按钮', en: 'My buttons' },
      access: 'signed-in',
      data: z.array(z.object({ ...entry, children: z.array(button) })),
    }),
    framing: get({
      title: { zh: '能否嵌入', en: 'Can be embedded' },
      access: 'signed-in',
      input: z.object({ id: id() }),
      data: z.object({ framing }),
    }),
    tree: get({ title: { zh: '菜单树', en: 'Menu tree' }, access: 'view', data: treeNodes }),
    /** The rights the caller may grant to a role: the caller's own, with the groups above. */
    'grant-tree': get({
      title: { zh: '可授予的权限', en: 'Permissions to grant' },
      access: 'system/role:grant',
      data: z.object({ menu: z.array(grantNode), dataScope: z.array(scopeNode), apiScope: z.array(scopeNode) }),
    }),
    /** The rights of any of the given roles; send `digest` back with a grant. */
    'role-tree-keys': get({
      title: { zh: '角色的权限', en: 'Permissions of roles' },
      access: 'system/role:view',
      input: z.object({ roleIds: ids() }),
      data: z.object({
        menu: z.array(id()),
        dataScope: z.array(id()),
        apiScope: z.array(id()),
        digest: setDigest(),
      }),
    }),
    /** The menus a top menu may show, and those that all of the given top menus show. */
    'grant-top-tree': get({
      title: { zh: '顶部菜单可选菜单', en: 'Menus for top menus' },
      access: 'system/top-menu:grant',
      data: z.object({ menu: treeNodes }),
    }),
    'top-tree-keys': get({
      title: { zh: '顶部菜单的菜单', en: 'Menus of top menus' },
      access: 'system/top-menu:grant',
      input: z.object({ topMenuIds: ids() }),
      data: z.object({ menu: z.array(id()) }),
    }),
    'top-menu': get({
      title: { zh: '顶部菜单', en: 'Top menus' },
      access: 'signed-in',
      data: z.array(
        z.object({
          id: id(),
          code: z.string(),
          name: z.string(),
          nameEn: z.string(),
          source: z.string(),
          sort: z.int(),
        }),
      ),
    }),
  },
});
