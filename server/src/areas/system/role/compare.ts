import { asc, isNull } from 'drizzle-orm';
import { grantedToRoles, menus } from '../../../engines/identity/index.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';

/** What either of two roles is granted, each with what it hangs below and who has it. @throws NOT_FOUND */
export async function comparedGrants(tx: Tx, actor: Actor, first: bigint, second: bigint) {
  const inFirst = await grantedToRoles(tx, actor, [first]);
  const inSecond = await grantedToRoles(tx, actor, [second]);
  const all = await tx.select().from(menus).where(isNull(menus.deletedAt)).orderBy(asc(menus.sort), asc(menus.id));
  const byId = new Map(all.map((menu) => [menu.id, menu]));
  const above = (parentId: bigint | null): (typeof all)[number][] => {
    const parent = parentId === null ? undefined : byId.get(parentId);
    return parent ? [...above(parent.parentId), parent] : [];
  };
  const menu = all
    .filter(({ id }) => inFirst.has(id) || inSecond.has(id))
    .map(({ id, parentId, name, nameEn }) => {
      const parents = above(parentId);
      return {
        id,
        path: parents.map((one) => one.name).join(' / '),
        pathEn: parents.map((one) => one.nameEn || one.name).join(' / '),
        title: name,
        titleEn: nameEn || name,
        inFirst: inFirst.has(id),
        inSecond: inSecond.has(id),
      };
    });
  return { menu };
}
