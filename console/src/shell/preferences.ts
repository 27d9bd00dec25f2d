import { create } from 'zustand';
import { readStored, writeStored } from '../kit/storage.ts';
import type { Hex } from './theme/contrast.ts';
import { type ThemeKey, themeKeys } from './theme/themes.ts';

/** How this browser's user likes the console to look. */
export interface Preferences {
  readonly theme: ThemeKey;
  /** The user's own colour; undefined for the theme's. */
  readonly accent: Hex | undefined;
  readonly isSidebarCollapsed: boolean;
}

const NAME = 'preferences';

export const usePreferences = create<Preferences>(() => parsePreferences(readStored(NAME)));

/** Changes some of them, for this browser and from now on. */
export function setPreferences(change: Partial<Preferences>): void {
  usePreferences.setState(change);
  writeStored(NAME, usePreferences.getState());
}

/** Reads what the storage kept; whatever does not fit is as at the beginning. */
function parsePreferences(kept: unknown): Preferences {
  const { theme, accent, isSidebarCollapsed } = (kept ?? {}) as Record<string, unknown>;
  return {
    theme: themeKeys.find((key) => key === theme) ?? 'default',
    accent: typeof accent === 'string' && /^#[0-9a-f]{6}$/i.test(accent) ? (accent as Hex) : undefined,
    isSidebarCollapsed: isSidebarCollapsed === true,
  };
}
