import type { menu } from '@trade-assistant/contract/areas/system/menu.ts';
import type { MenuSide } from '@trade-assistant/contract/areas/system/menu-arrangement.ts';
import type { Locale, Text } from '@trade-assistant/contract/kit/locale.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import type { ReactNode } from 'react';
import { NamedIcon } from '../../../kit/icons/named-icon.tsx';

export type Entry = CallData<typeof menu, 'menu-list', 'in'>[number];

export interface Node {
  readonly key: string;
  readonly title: string;
  readonly icon: ReactNode;
  readonly children: Node[];
}

/** The two menus. */
export const sideNames: Readonly<Record<MenuSide, Text>> = {
  staff: { zh: '平台', en: 'Staff' },
  agents: { zh: '代理与子账号', en: 'Agents and sub-users' },
};

/** Menus as nodes of a tree, called in the reader's language. */
export const nodesOf = (menus: readonly Entry[], locale: Locale): Node[] =>
  menus.map(({ id, name, nameEn, source, children = [] }) => ({
    key: id,
    title: (locale === 'en' && nameEn) || name,
    icon: source ? <NamedIcon name={source} /> : null,
    children: nodesOf(children, locale),
  }));

/** The position of an entry: its level, and its place there. */
export interface Place {
  readonly parentId: string | undefined;
  readonly level: readonly Entry[];
  readonly index: number;
}

export function placeOf(menus: readonly Entry[], id: string, parentId?: string): Place | undefined {
  const index = menus.findIndex((entry) => entry.id === id);
  if (index >= 0) return { parentId, level: menus, index };
  for (const entry of menus) {
    const found = placeOf(entry.children ?? [], id, entry.id);
    if (found) return found;
  }
  return undefined;
}
