import FullscreenExitOutlined from '@ant-design/icons/FullscreenExitOutlined';
import FullscreenOutlined from '@ant-design/icons/FullscreenOutlined';
import MenuFoldOutlined from '@ant-design/icons/MenuFoldOutlined';
import MenuUnfoldOutlined from '@ant-design/icons/MenuUnfoldOutlined';
import { useSyncExternalStore } from 'react';
import { useText } from '../../kit/i18n.ts';
import { TaskCentre } from '../../kit/tasks/task-centre.tsx';
import { BarButton } from '../parts/bar-button.tsx';
import { LanguageButton } from '../parts/language-button.tsx';
import { ThemeButton } from '../theme/theme-button.tsx';
import { words } from '../words.ts';
import styles from './top-bar.module.css';
import { UserMenu } from './user-menu.tsx';

/** The bar over everything: the menu's toggle on the left, what is personal on the right. */
export function TopBar({ isMenuOpen, onToggleMenu }: { isMenuOpen: boolean; onToggleMenu: () => void }) {
  const t = useText();
  return (
    <header className={styles.bar}>
      <BarButton
        label={t(isMenuOpen ? words.menuCollapse : words.menuExpand)}
        aria-expanded={isMenuOpen}
        onClick={onToggleMenu}
      >
        {isMenuOpen ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
      </BarButton>
      <div className={styles.right}>
        <TaskCentre />
        <LanguageButton />
        <ThemeButton />
        <FullScreenButton />
        <UserMenu />
      </div>
    </header>
  );
}

function FullScreenButton() {
  const t = useText();
  const isFull = useSyncExternalStore(followFullScreen, () => document.fullscreenElement !== null);
  if (!document.fullscreenEnabled) return null;
  const toggle = () => (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  return (
    <span className={styles.wideOnly}>
      <BarButton label={t(isFull ? words.fullScreenLeave : words.fullScreen)} onClick={() => void toggle()}>
        {isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
      </BarButton>
    </span>
  );
}

function followFullScreen(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}
