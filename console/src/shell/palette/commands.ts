import ClearOutlined from '@ant-design/icons/ClearOutlined';
import FullscreenOutlined from '@ant-design/icons/FullscreenOutlined';
import GlobalOutlined from '@ant-design/icons/GlobalOutlined';
import ImportOutlined from '@ant-design/icons/ImportOutlined';
import KeyOutlined from '@ant-design/icons/KeyOutlined';
import LockOutlined from '@ant-design/icons/LockOutlined';
import LogoutOutlined from '@ant-design/icons/LogoutOutlined';
import MenuFoldOutlined from '@ant-design/icons/MenuFoldOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import QuestionCircleOutlined from '@ant-design/icons/QuestionCircleOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import SearchOutlined from '@ant-design/icons/SearchOutlined';
import SkinOutlined from '@ant-design/icons/SkinOutlined';
import StarOutlined from '@ant-design/icons/StarOutlined';
import { importAddress } from '../../features/importing/address.ts';
import { clearCache } from '../clear-cache.ts';
import { confirmSignOut } from '../confirm-sign-out.ts';
import { toggleFullScreen } from '../full-screen.ts';
import { keyWords } from '../keys/key-words.ts';
import { changeLockPassword, lockScreen } from '../lock/lock-screen.ts';
import { lockWords } from '../lock/words.ts';
import { HOME_PATH, leafPlaces, pageName } from '../navigation/menu.ts';
import { chooseLocale, setPreferences } from '../preferences.ts';
import { openKeys, openSearch } from '../search/overlays.ts';
import { refreshTab } from '../tabs/refresh.ts';
import { addressOfTab } from '../tabs/tab-store.ts';
import { chooseTheme, followSystem } from '../theme/theme-key.ts';
import { themeKeys, themes } from '../theme/themes.ts';
import { words } from '../words.ts';
import type { Command, CommandSource } from './command.ts';
import { exportCommands, verbCommands } from './verbs.ts';

/** “New …” for every record the user may add and has a screen for. The address makes the screen open its form. */
const newRecords: CommandSource = ({ places, permissions, navigate }) =>
  leafPlaces(places).flatMap(({ key, title, target }) => {
    const name = target?.kind === 'page' ? pageName(target.path) : undefined;
    if (name === undefined || !permissions.has(`${name}:add`)) return [];
    const run = () => {
      const [path, search] = addressOfTab(key).split('?');
      const query = new URLSearchParams(search);
      query.set('new', '1');
      void navigate(`${path}?${query}`);
    };
    return [
      {
        key: `new:${name}`,
        title: { zh: `新增：${title.zh}`, en: `New: ${title.en}` },
        icon: PlusOutlined,
        more: [`新增${title.zh}`, `add ${title.en}`],
        isQuiet: true,
        run,
      } satisfies Command,
    ];
  });

/** “Import numbers” for users who may. */
const imports: CommandSource = ({ permissions, navigate }) =>
  permissions.has('whatsapp/pre-warehouse:import')
    ? [
        {
          key: 'import:numbers',
          title: { zh: '导入号码', en: 'Import numbers' },
          icon: ImportOutlined,
          more: ['导入', 'import', 'upload', '上传号码'],
          run: () => void navigate(importAddress('whatsapp/pre-warehouse')),
        },
      ]
    : [];

const thisPage: CommandSource = ({ places, path, favourites, toggleFavourite }) => {
  const isStarred = favourites.includes(path);
  const isScreen = path !== HOME_PATH && leafPlaces(places).some(({ key }) => key === path);
  return [
    { key: 'page:refresh', title: words.pageRefresh, icon: ReloadOutlined, run: () => refreshTab(path) },
    ...(isScreen
      ? [
          {
            key: 'page:star',
            title: isStarred ? words.unstarThis : words.starThis,
            icon: StarOutlined,
            run: () => toggleFavourite(path),
          },
        ]
      : []),
  ];
};

const look: CommandSource = ({ theme, locale, isFollowingSystem, isSidebarCollapsed, isFullScreen }) => {
  const other = locale === 'zh' ? 'en' : 'zh';
  return [
    {
      key: 'language',
      title: { zh: '切换语言：English', en: 'Switch language: 中文' },
      icon: GlobalOutlined,
      more: ['language', '语言', 'english', '中文', '英文', 'chinese'],
      run: () => chooseLocale(other),
    },
    ...(document.fullscreenEnabled
      ? [
          {
            key: 'full-screen',
            title: isFullScreen ? words.fullScreenLeave : words.fullScreen,
            icon: FullscreenOutlined,
            run: toggleFullScreen,
          },
        ]
      : []),
    {
      key: 'sidebar',
      title: isSidebarCollapsed ? words.menuExpand : words.menuCollapse,
      icon: MenuFoldOutlined,
      run: () => setPreferences({ isSidebarCollapsed: !isSidebarCollapsed }),
    },
    {
      key: 'follow-system',
      title: isFollowingSystem
        ? { zh: '主题：不再跟随系统', en: 'Theme: stop following the system' }
        : { zh: '主题：跟随系统', en: 'Theme: follow the system' },
      icon: SkinOutlined,
      isQuiet: true,
      run: () => followSystem(!isFollowingSystem, theme),
    },
    ...themeKeys
      .filter((key) => key !== theme)
      .map(
        (key): Command => ({
          key: `theme:${key}`,
          title: { zh: `主题：${themes[key].name.zh}`, en: `Theme: ${themes[key].name.en}` },
          icon: SkinOutlined,
          more: themes[key].dark ? ['dark', '深色', '夜间'] : ['light', '浅色'],
          isQuiet: true,
          run: () => chooseTheme(key),
        }),
      ),
  ];
};

const going: CommandSource = () => [
  { key: 'search', title: words.search, icon: SearchOutlined, run: openSearch },
  {
    key: 'keys',
    title: keyWords.title,
    icon: QuestionCircleOutlined,
    more: ['help', '帮助', '按键', '?'],
    run: openKeys,
  },
];

const session: CommandSource = () => [
  { key: 'lock', title: lockWords.lock, icon: LockOutlined, more: ['screen', 'alt l'], run: lockScreen },
  { key: 'lock-password', title: lockWords.change, icon: KeyOutlined, isQuiet: true, run: changeLockPassword },
  { key: 'clear-cache', title: words.cacheClear, icon: ClearOutlined, more: ['缓存'], run: clearCache },
  {
    key: 'sign-out',
    title: words.signOut,
    icon: LogoutOutlined,
    more: ['logout', 'log out', '注销'],
    run: confirmSignOut,
  },
];

/** Every family of commands, in the order of the palette. */
export const commandSources: readonly CommandSource[] = [
  thisPage,
  verbCommands,
  imports,
  newRecords,
  exportCommands,
  going,
  look,
  session,
];
