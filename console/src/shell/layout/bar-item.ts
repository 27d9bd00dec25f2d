import type { ComponentType } from 'react';
import type { MenuPlace } from '../navigation/menu.ts';

/** What an item of the top bar is told; most need nothing. */
export interface BarItemProps {
  readonly places: readonly MenuPlace[];
}

export interface BarItem {
  readonly name: string;
  readonly Item: ComponentType<BarItemProps>;
  /** On a phone it stands behind “more”. Its button must be a `BarButton`, which shows its words there. */
  readonly folds?: true;
}
