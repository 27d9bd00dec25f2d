import type { Locale, Text } from '@trade-assistant/contract/kit/locale.ts';
import type { NavigateFunction } from 'react-router';
import type { IconComponent } from '../../kit/icons/icon-set.ts';
import type { MenuPlace } from '../navigation/menu.ts';
import type { ThemeKey } from '../theme/themes.ts';

/** A command of the palette. */
export interface Command {
  readonly key: string;
  readonly title: Text;
  readonly icon: IconComponent;
  /** Further words to find it by. */
  readonly more?: readonly string[];
  /** Shown only when looked for: there are many of its kind. */
  readonly isQuiet?: true;
  /** Runs after the palette has closed. */
  readonly run: () => void | Promise<void>;
}

/** The state commands may depend on. */
export interface CommandContext {
  readonly places: readonly MenuPlace[];
  readonly permissions: ReadonlySet<string>;
  /** The address being shown. */
  readonly path: string;
  readonly locale: Locale;
  readonly theme: ThemeKey;
  readonly isFollowingSystem: boolean;
  readonly isSidebarCollapsed: boolean;
  readonly isFullScreen: boolean;
  readonly favourites: readonly string[];
  readonly toggleFavourite: (key: string) => void;
  readonly navigate: NavigateFunction;
}

/** Returns the commands of one kind that can be run in this context. */
export type CommandSource = (world: CommandContext) => readonly Command[];
