import AccountBookOutlined from '@ant-design/icons/AccountBookOutlined';
import AppstoreOutlined from '@ant-design/icons/AppstoreOutlined';
import BarChartOutlined from '@ant-design/icons/BarChartOutlined';
import CommentOutlined from '@ant-design/icons/CommentOutlined';
import DatabaseOutlined from '@ant-design/icons/DatabaseOutlined';
import FileSearchOutlined from '@ant-design/icons/FileSearchOutlined';
import HomeOutlined from '@ant-design/icons/HomeOutlined';
import SafetyOutlined from '@ant-design/icons/SafetyOutlined';
import SendOutlined from '@ant-design/icons/SendOutlined';
import SettingOutlined from '@ant-design/icons/SettingOutlined';
import ShopOutlined from '@ant-design/icons/ShopOutlined';
import ShoppingCartOutlined from '@ant-design/icons/ShoppingCartOutlined';
import TagsOutlined from '@ant-design/icons/TagsOutlined';
import TeamOutlined from '@ant-design/icons/TeamOutlined';
import UserOutlined from '@ant-design/icons/UserOutlined';
import { lazy, Suspense } from 'react';
import { addIcons, type IconComponent, iconSet } from './icon-set.ts';

/**
 * Icons of the delivered menu's groups; `page-icons.ts` adds those of its pages. Imported one by one: the whole set is
 * larger than the console.
 */
addIcons({
  AccountBookOutlined,
  AppstoreOutlined,
  FileSearchOutlined,
  HomeOutlined,
  SafetyOutlined,
  SendOutlined,
  SettingOutlined,
  TeamOutlined,
  BarChartOutlined,
  CommentOutlined,
  DatabaseOutlined,
  ShopOutlined,
  ShoppingCartOutlined,
  TagsOutlined,
  UserOutlined,
});

/** The icon of a name, with or without its `Outlined`; anything unknown gets the default one. */
export function NamedIcon({ name }: { name: string }) {
  const full = name.endsWith('Outlined') ? name : `${name}Outlined`;
  const Icon = iconOf(full);
  if (Icon) return <Icon aria-hidden />;
  return (
    <Suspense fallback={<AppstoreOutlined aria-hidden />}>
      <RareIcon name={full} />
    </Suspense>
  );
}

const RareIcon = lazy(async () => {
  // An icon is not worth a broken console: without the network its place is taken by the default one.
  const { moreIcons } = await import('./more-icons.ts').catch(() => ({ moreIcons: {} }));
  addIcons(moreIcons);
  return {
    default: function RareIcon({ name }: { name: string }) {
      const Icon = iconOf(name) ?? AppstoreOutlined;
      return <Icon aria-hidden />;
    },
  };
});

const iconOf = (name: string): IconComponent | undefined => (Object.hasOwn(iconSet, name) ? iconSet[name] : undefined);
