import AccountBookOutlined from '@ant-design/icons/AccountBookOutlined';
import ApartmentOutlined from '@ant-design/icons/ApartmentOutlined';
import AppstoreOutlined from '@ant-design/icons/AppstoreOutlined';
import DatabaseOutlined from '@ant-design/icons/DatabaseOutlined';
import DesktopOutlined from '@ant-design/icons/DesktopOutlined';
import ExportOutlined from '@ant-design/icons/ExportOutlined';
import FileSearchOutlined from '@ant-design/icons/FileSearchOutlined';
import GlobalOutlined from '@ant-design/icons/GlobalOutlined';
import HomeOutlined from '@ant-design/icons/HomeOutlined';
import ImportOutlined from '@ant-design/icons/ImportOutlined';
import KeyOutlined from '@ant-design/icons/KeyOutlined';
import MenuOutlined from '@ant-design/icons/MenuOutlined';
import NotificationOutlined from '@ant-design/icons/NotificationOutlined';
import SettingOutlined from '@ant-design/icons/SettingOutlined';
import ShoppingCartOutlined from '@ant-design/icons/ShoppingCartOutlined';
import ShoppingOutlined from '@ant-design/icons/ShoppingOutlined';
import TagsOutlined from '@ant-design/icons/TagsOutlined';
import TeamOutlined from '@ant-design/icons/TeamOutlined';
import TransactionOutlined from '@ant-design/icons/TransactionOutlined';
import UnorderedListOutlined from '@ant-design/icons/UnorderedListOutlined';
import UserOutlined from '@ant-design/icons/UserOutlined';
import WhatsAppOutlined from '@ant-design/icons/WhatsAppOutlined';
import { type ComponentType, lazy, Suspense } from 'react';

/** The icons of the menu we deliver. Bundled one by one: the whole set weighs more than the console. */
const icons: Readonly<Record<string, ComponentType>> = {
  AccountBookOutlined,
  ApartmentOutlined,
  AppstoreOutlined,
  DatabaseOutlined,
  DesktopOutlined,
  ExportOutlined,
  FileSearchOutlined,
  GlobalOutlined,
  HomeOutlined,
  ImportOutlined,
  KeyOutlined,
  MenuOutlined,
  NotificationOutlined,
  SettingOutlined,
  ShoppingCartOutlined,
  ShoppingOutlined,
  TagsOutlined,
  TeamOutlined,
  TransactionOutlined,
  UnorderedListOutlined,
  UserOutlined,
  WhatsAppOutlined,
};

/** The icon of a name, with or without its `Outlined`; anything unknown gets the default one. */
export function MenuIcon({ name }: { name: string }) {
  const full = name.endsWith('Outlined') ? name : `${name}Outlined`;
  const Icon = iconOf(icons, full);
  if (Icon) return <Icon />;
  return (
    <Suspense fallback={<AppstoreOutlined />}>
      <RareIcon name={full} />
    </Suspense>
  );
}

const RareIcon = lazy(async () => {
  // An icon is not worth a broken console: without the network its place is taken by the default one.
  const { moreIcons } = await import('./more-icons.ts').catch(() => ({ moreIcons: {} }));
  return {
    default: function RareIcon({ name }: { name: string }) {
      const Icon = iconOf(moreIcons, name) ?? AppstoreOutlined;
      return <Icon />;
    },
  };
});

const iconOf = (set: Readonly<Record<string, ComponentType>>, name: string): ComponentType | undefined =>
  Object.hasOwn(set, name) ? set[name] : undefined;
