import { useId, useState } from 'react';
import { useText } from '../../kit/i18n.ts';
import { BarButton } from '../parts/bar-button.tsx';
import { Glyph } from '../parts/glyph.tsx';
import { setPreferences, usePreferences } from '../preferences.ts';
import { words } from '../words.ts';
import type { Hex } from './contrast.ts';
import { paletteOf } from './palette.ts';
import styles from './theme-button.module.css';
import { type Theme, themeKeys, themes } from './themes.ts';

/** Chooses the look and the user's own colour. Each choice is seen at once. */
export function ThemeButton() {
  const t = useText();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <BarButton label={t(words.theme)} popoverTarget={id} aria-expanded={isOpen}>
        <Glyph name="palette" size={18} />
      </BarButton>
      <div id={id} popover="auto" className={styles.popover} onToggle={(event) => setIsOpen(event.newState === 'open')}>
        {isOpen ? <Choices /> : null}
      </div>
    </>
  );
}

function Choices() {
  const t = useText();
  const { theme: chosen, accent } = usePreferences();
  const theme: Theme = themes[chosen];
  return (
    <div>
      <div className={styles.grid} role="radiogroup" aria-label={t(words.theme)}>
        {themeKeys.map((key) => (
          <label key={key} className={styles.choice}>
            <input type="radio" name="theme" checked={key === chosen} onChange={() => setPreferences({ theme: key })} />
            <Miniature theme={themes[key]} accent={accent} />
            <span>{t(themes[key].name)}</span>
          </label>
        ))}
      </div>
      {theme.ownsAccent ? (
        <p className={styles.note}>{t(words.colourFixed)}</p>
      ) : (
        <div className={styles.colour}>
          <label>
            {t(words.colour)}
            <input
              type="color"
              value={accent ?? theme.accent}
              onChange={(event) => setPreferences({ accent: event.target.value as Hex })}
            />
          </label>
          {accent ? (
            <button type="button" onClick={() => setPreferences({ accent: undefined })}>
              {t(words.colourReset)}
            </button>
          ) : null}
        </div>
      )}
    </div>
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
