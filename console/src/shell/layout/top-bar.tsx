import FullscreenExitOutlined from '@ant-design/icons/FullscreenExitOutlined';
import FullscreenOutlined from '@ant-design/icons/FullscreenOutlined';
import MenuFoldOutlined from '@ant-design/icons/MenuFoldOutlined';
import MenuUnfoldOutlined from '@ant-design/icons/MenuUnfoldOutlined';
import { TaskCentre } from '../../features/tasks/task-centre.tsx';
import { useText } from '../../kit/i18n.ts';
import { BarButton } from '../../kit/parts/bar-button.tsx';
import { useIsPhone } from '../../kit/use-media.ts';
import { ErrorLogButton } from '../../pages/error-log/error-log-button.tsx';
import { toggleFullScreen, useIsFullScreen } from '../full-screen.ts';
import { LockButton } from '../lock/lock-button.tsx';
import { MessageBell } from '../messages/bell.tsx';
import type { MenuPlace } from '../navigation/menu.ts';
import { LanguageButton } from '../parts/language-button.tsx';
import { useRememberedScreen } from '../recent.ts';
import { RoleSwitchButton } from '../role-switch/role-switch-button.tsx';
import { SearchItem } from '../search/search-item.tsx';
import { ColourButton } from '../theme/colour-button.tsx';
import { ThemeButton } from '../theme/theme-button.tsx';
import { TopMenu } from '../top-menu/top-menu.tsx';
import { words } from '../words.ts';
import type { BarItem } from './bar-item.ts';
import styles from './top-bar.module.css';
import { TopBarMore } from './top-bar-more.tsx';
import { UserMenu } from './user-menu.tsx';

/** The items at the right of the bar, in order. Each has its button and the panel that it opens. */
const items: readonly BarItem[] = [
  { name: 'search', Item: SearchItem },
  { name: 'colour', Item: ColourButton, folds: true },
  { name: 'error-log', Item: ErrorLogButton, folds: true },
  { name: 'lock', Item: LockButton, folds: true },
  { name: 'theme', Item: ThemeButton, folds: true },
  { name: 'tasks', Item: TaskCentre },
  { name: 'messages', Item: MessageBell },
  { name: 'language', Item: LanguageButton, folds: true },
  { name: 'full-screen', Item: FullScreenButton, folds: true },
  { name: 'duty', Item: RoleSwitchButton, folds: true },
  { name: 'user', Item: UserMenu },
];

interface Props {
  readonly places: readonly MenuPlace[];
  /** The canonical address being shown. */
  readonly path: string;
  readonly isMenuOpen: boolean;
  readonly onToggleMenu: () => void;
}

/** The top bar: the menu's toggle on the left, personal items on the right. */
export function TopBar({ places, path, isMenuOpen, onToggleMenu }: Props) {
  const t = useText();
  useRememberedScreen(path);
  const isPhone = useIsPhone();
  const folded = isPhone ? items.filter(({ folds }) => folds) : [];
  const shown = items.filter((item) => !folded.includes(item));
  return (
    <header className={styles.bar}>
      <BarButton
        label={t(isMenuOpen ? words.menuCollapse : words.menuExpand)}
        aria-expanded={isMenuOpen}
        onClick={onToggleMenu}
      >
        {isMenuOpen ? <MenuFoldOutlined aria-hidden /> : <MenuUnfoldOutlined aria-hidden />}
      </BarButton>
      <TopMenu />
      <div className={styles.right}>
        {shown.slice(0, -1).map(({ name, Item }) => (
          <Item key={name} places={places} />
        ))}
        {folded.length > 0 ? (
          <TopBarMore>
            {folded.map(({ name, Item }) => (
              <Item key={name} places={places} />
            ))}
          </TopBarMore>
        ) : null}
        {shown.slice(-1).map(({ name, Item }) => (
          <Item key={name} places={places} />
        ))}
      </div>
    </header>
  );
}

/** The whole screen for the console, and back. Browsers that refuse it (phones, frames) show no button. */
function FullScreenButton() {
  const t = useText();
  const isFull = useIsFullScreen();
  if (!document.fullscreenEnabled) return null;
  return (
    <BarButton label={t(isFull ? words.fullScreenLeave : words.fullScreen)} onClick={toggleFullScreen}>
      {isFull ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />}
    </BarButton>
  );
}
