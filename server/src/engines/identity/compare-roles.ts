import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { asc, isNull } from 'drizzle-orm';
import type { Actor } from '../../kernel/auth/actor.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { grantableScopes, grantedToRoles } from './role-grants.ts';
import { menus } from './tables.ts';

/** What either of two roles is granted, each with what it hangs below and who has it. @throws NOT_FOUND */
export async function comparedGrants(tx: Tx, actor: Actor, first: bigint, second: bigint) {
  const one = await grantedToRoles(tx, actor, [first]);
  const other = await grantedToRoles(tx, actor, [second]);
  const all = await tx.select().from(menus).where(isNull(menus.deletedAt)).orderBy(asc(menus.sort), asc(menus.id));
  const byId = new Map(all.map((menu) => [menu.id, menu]));
  const above = (parentId: bigint | null): (typeof all)[number][] => {
    const parent = parentId === null ? undefined : byId.get(parentId);
    return parent ? [...above(parent.parentId), parent] : [];
  };
  const entries = all.map(({ id, parentId, name, nameEn }) => {
    const parents = above(parentId);
    return {
      ...{ id, title: name, titleEn: nameEn || name },
      path: parents.map((parent) => parent.name).join(' / '),
      pathEn: parents.map((parent) => parent.nameEn || parent.name).join(' / '),
    };
  });
  const scopes = await grantableScopes(tx, actor);
  const titled = ({ id, title, titleEn, resource }: (typeof scopes)['dataScope'][number]) => ({
    ...{ id, title, titleEn },
    ...resourceTitle(resource),
  });
  const compared = (kind: keyof typeof one, of: typeof entries) =>
    of
      .map((entry) => ({ ...entry, inFirst: one[kind].has(entry.id), inSecond: other[kind].has(entry.id) }))
      .filter(({ inFirst, inSecond }) => inFirst || inSecond);
  return {
    menu: compared('menu', entries),
    dataScope: compared('dataScope', scopes.dataScope.map(titled)),
    apiScope: compared('apiScope', scopes.apiScope.map(titled)),
  };
}

function resourceTitle(name: string) {
  const title = (registry as readonly Resource[]).find((resource) => resource.name === name)?.title;
  return { path: title?.zh ?? name, pathEn: title?.en ?? name };
}
