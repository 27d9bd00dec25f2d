import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { permissionsOf } from '@trade-assistant/contract/kit/permission.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemActor } from '../../../../kernel/auth/actor.ts';
import type { Db } from '../../../../kernel/db/index.ts';
import { testDb } from '../../../../kernel/testing/index.ts';
import { DEFAULT_TENANT, type MenuNode, menuTreeOf, seedIdentity } from '../index.ts';
import { menuPreview } from '../rights/menu-entries.ts';
import { menuSeeds, openingOf } from './menus.ts';
import { patternsAllow, roleSeeds } from './roles.ts';
import { workGroupSeeds } from './work-menu.ts';

const MOST = 14;
const AGENTS = ['agent', 'agent_sub', 'app_user'];
const AGENT_GROUPS = ['shop', 'orders', 'sending', 'inbox', 'checks', 'finance', 'account'].map(
  (name) => `work/${name}`,
);
const STAFF_GROUPS = 'stock sales sending inbox checks customers finance compliance reports settings'
  .split(' ')
  .map((name) => `work/${name}`);
const permissions = (registry as readonly Resource[]).flatMap((resource) =>
  permissionsOf(resource).map(({ code }) => code),
);

let db: Db;
let menus: Map<string, MenuNode[]>;
beforeAll(async () => {
  db = await testDb();
  await seedIdentity(db);
  const actor = systemActor(DEFAULT_TENANT);
  menus = new Map(
    await db.tx(async (tx) => {
      const { roles } = await menuPreview(tx, actor, undefined);
      const byName = new Map(roles.map(({ nameEn, id }) => [nameEn, id]));
      const seen: [string, MenuNode[]][] = [];
      for (const { key, en } of roleSeeds) seen.push([key, (await menuPreview(tx, actor, byName.get(en))).menus]);
      return seen;
    }),
  );
});
afterAll(() => db.close());

/** The screens of a menu, each with the groups above it. */
const screensOf = (
  nodes: readonly MenuNode[],
  above: readonly MenuNode[] = [],
): { node: MenuNode; above: readonly MenuNode[] }[] =>
  nodes.flatMap((node) =>
    (node.children ?? []).length > 0 ? screensOf(node.children ?? [], [...above, node]) : [{ node, above }],
  );
const groupsOf = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes.flatMap((node) => ((node.children ?? []).length > 0 ? [node, ...groupsOf(node.children ?? [])] : []));

describe.each(roleSeeds.map(({ key }) => key))('the menu of %s', (key) => {
  const menu = () => menus.get(key) ?? [];

  it('has a place for every screen that the role opens', () => {
    const role = roleSeeds.find((one) => one.key === key);
    const opened = menuSeeds
      .map(({ code }) => code)
      .filter((code) => {
        const needs = openingOf(code);
        return (
          needs === null ||
          key === 'administrator' ||
          (needs !== undefined && permissions.includes(needs) && patternsAllow(role?.permissions ?? [], needs))
        );
      });
    const places = screensOf(menu()).map(({ node }) => node.code);
    // Messages of agents are behind the bell.
    const expected = opened.filter((code) => code !== 'desk/message' || !AGENTS.includes(key));
    expect(places.toSorted()).toEqual(expected.toSorted());
  });

  it('has groups of its side alone, each entry within two clicks', () => {
    const side = AGENTS.includes(key) ? AGENT_GROUPS : STAFF_GROUPS;
    const roots = menu().map(({ code }) => code);
    expect(roots[0]).toBe('wel');
    // In their order.
    expect(roots.slice(1)).toEqual(side.filter((code) => roots.includes(code)));
    // A group within a group is a heading over its entries.
    for (const { node, above } of screensOf(menu())) expect(above.length, node.code).toBeLessThanOrEqual(2);
  });

  it(`has at most ${MOST} entries below one name, with names and icons of their own`, () => {
    for (const { code, children = [], name, nameEn } of groupsOf(menu())) {
      const entries = children.filter((child) => (child.children ?? []).length === 0);
      expect(entries.length, code).toBeLessThanOrEqual(MOST);
      for (const part of ['name', 'nameEn', 'source'] as const) {
        const values = children.map((child) => child[part]);
        expect(new Set(values).size, `${code} ${values}`).toBe(values.length);
      }
      // An entry with the name of its group would stand alone.
      for (const child of children) {
        expect(child.name).not.toBe(name);
        expect(child.nameEn).not.toBe(nameEn);
      }
    }
  });
});

describe('the groups', () => {
  it('have names and icons of their own', () => {
    const roots = workGroupSeeds.filter(({ within }) => !within);
    for (const part of ['icon', 'zh', 'en'] as const) {
      const values = roots.map((group) => (group as Text & { icon: string })[part]);
      expect(new Set(values).size, part).toBe(values.length);
    }
  });

  it('are ten for staff and seven for agents, beside home', async () => {
    const count = (key: string) => (menus.get(key) ?? []).length - 1;
    expect([count('administrator'), count('agent')]).toEqual([STAFF_GROUPS.length, AGENT_GROUPS.length]);
    // The groups of the former menu are hidden, also from those who may do everything.
    const all = await db.tx((tx) => menuTreeOf(tx, systemActor(DEFAULT_TENANT), {}));
    expect(all.map(({ code }) => code).filter((code) => !code.startsWith('work/'))).toEqual(['wel']);
  });
});
