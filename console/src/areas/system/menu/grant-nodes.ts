import type { menu } from '@trade-assistant/contract/areas/system/menu.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import type { GrantNode } from '../../../kit/parts/grants.ts';

export type MenuChoices = CallData<typeof menu, 'grant-tree', 'in'>['menu'];

const BUTTON = 2;

/** Returns a page with buttons as a group; access to the page itself is one more leaf in it. */
export const menuNodesOf = (menus: MenuChoices, locale: 'zh' | 'en', open: string): readonly GrantNode[] =>
  menus.map(({ id, title, titleEn, needs, children = [] }) => {
    const called = (locale === 'en' && titleEn) || title;
    const below = menuNodesOf(children, locale, open);
    const need = needs === undefined ? {} : { needs };
    const isPage = children.some(({ category }) => category === BUTTON);
    if (isPage) return { id: `page:${id}`, title: called, children: [{ id, title: open, ...need }, ...below] };
    return { id, title: called, ...need, ...(below.length > 0 ? { children: below } : {}) };
  });
