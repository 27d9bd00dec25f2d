import MenuFoldOutlined from '@ant-design/icons/MenuFoldOutlined';
import MenuUnfoldOutlined from '@ant-design/icons/MenuUnfoldOutlined';
import type { ComponentType } from 'react';
import { useText } from '../../kit/i18n.ts';
import { TaskCentre } from '../../kit/tasks/task-centre.tsx';
import { LockButton } from '../lock/lock-button.tsx';
import { BarButton } from '../parts/bar-button.tsx';
import { FullScreenButton } from '../parts/full-screen-button.tsx';
import { LanguageButton } from '../parts/language-button.tsx';
import { ColourButton } from '../theme/colour-button.tsx';
import { ThemeButton } from '../theme/theme-button.tsx';
import { useIsPhone } from '../use-media.ts';
import { words } from '../words.ts';
import styles from './top-bar.module.css';
import { TopBarMore } from './top-bar-more.tsx';
import { UserMenu } from './user-menu.tsx';

interface BarItem {
  readonly name: string;
  readonly Item: ComponentType;
  /** On a phone it stands behind “more”. Its button must be a `BarButton`, which shows its words there. */
  readonly folds?: true;
}

/** What stands on the right of the bar, in order. Each item is whole in itself: its button and what the button opens. */
const items: readonly BarItem[] = [
  { name: 'tasks', Item: TaskCentre },
  { name: 'colour', Item: ColourButton, folds: true },
  { name: 'theme', Item: ThemeButton, folds: true },
  { name: 'language', Item: LanguageButton, folds: true },
  { name: 'full-screen', Item: FullScreenButton, folds: true },
  { name: 'lock', Item: LockButton, folds: true },
  { name: 'user', Item: UserMenu },
];

/** The bar over everything: the menu's toggle on the left, what is personal on the right. */
export function TopBar({ isMenuOpen, onToggleMenu }: { isMenuOpen: boolean; onToggleMenu: () => void }) {
  const t = useText();
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
        {isMenuOpen ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
      </BarButton>
      <div className={styles.right}>
        {shown.slice(0, -1).map(({ name, Item }) => (
          <Item key={name} />
        ))}
        {folded.length > 0 ? (
          <TopBarMore>
            {folded.map(({ name, Item }) => (
              <Item key={name} />
            ))}
          </TopBarMore>
        ) : null}
        {shown.slice(-1).map(({ name, Item }) => (
          <Item key={name} />
        ))}
      </div>
    </header>
  );
}
