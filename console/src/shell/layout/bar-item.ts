import type { ComponentType } from 'react';
import type { MenuPlace } from '../navigation/menu.ts';

/** Props of an item of the top bar; most need none. */
export interface BarItemProps {
  readonly places: readonly MenuPlace[];
}

export interface BarItem {
  readonly name: string;
  readonly Item: ComponentType<BarItemProps>;
  /** Moves behind “more” on a phone. Its button must be a `BarButton`, which shows its label there. */
  readonly folds?: true;
}
