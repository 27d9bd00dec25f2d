import type { Locale, Text } from '@trade-assistant/contract/kit/locale.ts';
import { HOME_PATH, type MenuPlace, type MenuTarget, pageName, titleIn } from '../navigation/menu.ts';
import { words } from '../words.ts';
import type { Searchable } from './find.ts';
import { formerGroupOf } from './former-groups.ts';

/** A screen of the menu as something to be found. */
export interface SearchEntry extends Searchable {
  readonly key: string;
  readonly title: Text;
  readonly icon: string;
  /** Its outermost group. */
  readonly group: Text | undefined;
  readonly target: MenuTarget;
}

/** Further search terms of a screen. */
const alsoCalled: Readonly<Record<string, readonly string[]>> = {
  '/info/index': ['profile', 'password', '改密码', '修改密码', '头像'],
  '/whatsapp/pre-warehouse/index': ['导入号码', 'import numbers'],
  '/agent/user/index': ['开户', '调账', 'open account', 'adjust balance'],
  '/agent/product/index': ['购买', '商店', 'buy', 'shop'],
  '/agent/recharge/index': ['付款', 'top up', 'pay in'],
};

/** Returns every screen of the menu in its order, home first. */
export function searchEntries(places: readonly MenuPlace[], locale: Locale): SearchEntry[] {
  const other = locale === 'zh' ? 'en' : 'zh';
  const entry = (
    { key, title, icon }: Omit<MenuPlace, 'children'>,
    target: MenuTarget,
    above: readonly Text[],
  ): SearchEntry => {
    const names = [titleIn(title, locale), title[other]].filter(
      (name, index, all) => name && all.indexOf(name) === index,
    );
    const address =
      target.kind === 'page' ? [target.path.replace(/\/index$/, ''), ...formerGroupOf(pageName(target.path))] : [];
    return {
      key,
      title,
      icon,
      target,
      group: above[0],
      names,
      more: [...above.flatMap((group) => [group.zh, group.en]), ...address, ...(alsoCalled[key] ?? [])],
    };
  };
  const below = (place: MenuPlace, above: readonly Text[]): SearchEntry[] =>
    place.target
      ? [entry(place, place.target, above)]
      : place.children.flatMap((child) => below(child, [...above, place.title]));
  const all = places.flatMap((place) => below(place, []));
  const home =
    all.find(({ key }) => key === HOME_PATH) ??
    entry({ key: HOME_PATH, title: words.home, icon: 'HomeOutlined' }, { kind: 'page', path: HOME_PATH }, []);
  return [home, ...all.filter(({ key }) => key !== HOME_PATH)];
}
