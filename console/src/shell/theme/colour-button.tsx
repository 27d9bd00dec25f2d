import { useId, useState } from 'react';
import { useText } from '../../kit/i18n.ts';
import { BarButton } from '../../kit/parts/bar-button.tsx';
import { LineIcon } from '../parts/line-icon.tsx';
import { setPreferences, usePreferences } from '../preferences.ts';
import { words } from '../words.ts';
import type { Hex } from './contrast.ts';
import styles from './theme-button.module.css';
import { useTheme } from './theme-context.tsx';

/** The suggested colours. The palette derives readable shades of any chosen colour. */
const swatches: readonly Hex[] = [
  '#409eff',
  '#1677ff',
  '#6a5cff',
  '#b347d9',
  '#e5484d',
  '#f76b15',
  '#d4a017',
  '#30a46c',
  '#12a594',
  '#64748b',
];

/** Chooses the accent: buttons, links, marks. Each choice applies at once. */
export function ColourButton() {
  const t = useText();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <BarButton label={t(words.colour)} popoverTarget={id} aria-expanded={isOpen}>
        <LineIcon name="palette" size={18} />
      </BarButton>
      <div id={id} popover="auto" className={styles.popover} onToggle={(event) => setIsOpen(event.newState === 'open')}>
        {isOpen ? <Colours /> : null}
      </div>
    </>
  );
}

function Colours() {
  const t = useText();
  const name = useId();
  const { theme, palette } = useTheme();
  const own = usePreferences((preferences) => preferences.accent);
  if (theme.ownsAccent) return <p className={styles.note}>{t(words.colourFixed)}</p>;
  const inForce = own ?? theme.accent;
  const choose = (accent: Hex | undefined) => setPreferences({ accent });
  return (
    <>
      <div className={styles.swatches} role="radiogroup" aria-label={t(words.colour)}>
        {swatches.map((colour) => (
          <label key={colour} className={styles.swatch} style={{ background: colour }} title={colour}>
            <input
              type="radio"
              name={name}
              aria-label={colour}
              checked={colour === inForce}
              onChange={() => choose(colour)}
            />
          </label>
        ))}
      </div>
      <div className={styles.colour}>
        <label>
          {t(words.colourOwn)}
          <input type="color" value={inForce} onChange={(event) => choose(event.target.value as Hex)} />
        </label>
        {own ? (
          <button type="button" onClick={() => choose(undefined)}>
            {t(words.colourReset)}
          </button>
        ) : null}
      </div>
      {palette.accent === inForce ? null : (
        <p className={styles.note}>{t(words.colourDeepened, { shade: palette.accent })}</p>
      )}
    </>
  );
}
