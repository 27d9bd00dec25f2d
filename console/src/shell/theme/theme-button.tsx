import { useId, useState } from 'react';
import { useText } from '../../kit/i18n.ts';
import { BarButton } from '../../kit/parts/bar-button.tsx';
import { LineIcon } from '../parts/line-icon.tsx';
import { usePreferences } from '../preferences.ts';
import { words } from '../words.ts';
import type { Hex } from './contrast.ts';
import { paletteOf } from './palette.ts';
import styles from './theme-button.module.css';
import { chooseTheme, followSystem, useThemeKey } from './theme-key.ts';
import { type Theme, themeKeys, themes } from './themes.ts';

/** Chooses the theme. Each choice applies at once. */
export function ThemeButton() {
  const t = useText();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <BarButton label={t(words.theme)} popoverTarget={id} aria-expanded={isOpen}>
        <LineIcon name="theme" size={18} />
      </BarButton>
      <div id={id} popover="auto" className={styles.popover} onToggle={(event) => setIsOpen(event.newState === 'open')}>
        {isOpen ? <Choices /> : null}
      </div>
    </>
  );
}

function Choices() {
  const t = useText();
  const name = useId();
  const inForce = useThemeKey();
  const accent = usePreferences((preferences) => preferences.accent);
  const isFollowing = usePreferences((preferences) => preferences.followSystem);
  return (
    <>
      <div className={styles.grid} role="radiogroup" aria-label={t(words.theme)}>
        {themeKeys.map((key) => (
          <label key={key} className={styles.choice}>
            <input type="radio" name={name} checked={key === inForce} onChange={() => chooseTheme(key)} />
            <Miniature theme={themes[key]} accent={accent} />
            <span>{t(themes[key].name)}</span>
          </label>
        ))}
      </div>
      <label className={styles.follow}>
        <input
          type="checkbox"
          checked={isFollowing}
          onChange={(event) => followSystem(event.target.checked, inForce)}
        />
        {t(words.followSystem)}
      </label>
    </>
  );
}

function Miniature({ theme, accent }: { theme: Theme; accent: Hex | undefined }) {
  const palette = paletteOf(theme, accent);
  return (
    <svg className={styles.miniature} viewBox="0 0 72 44" aria-hidden="true">
      <rect width="72" height="44" fill={palette.ground} />
      <rect width="20" height="44" fill={palette.sidebar.solid} />
      <rect x="20" width="52" height="10" fill={palette.header.solid} />
      <rect x="4" y="16" width="12" height="3" rx="1.5" fill={palette.sidebar.text} opacity=".7" />
      <rect x="4" y="23" width="9" height="3" rx="1.5" fill={palette.sidebar.text} opacity=".7" />
      <rect x="25" y="15" width="42" height="24" rx="2" fill={palette.card} />
      <rect x="29" y="20" width="14" height="5" rx="1.5" fill={palette.accent} />
    </svg>
  );
}
