import { create } from 'zustand';

type Overlay = 'search' | 'palette' | 'keys';

/** The layer over the console: menu search, palette, key help, or none. */
export const useOverlay = create<{ open: Overlay | null }>(() => ({ open: null }));

/** Shows the search of the menu. */
export const openSearch = (): void => useOverlay.setState({ open: 'search' });
/** Shows the command palette. */
export const openPalette = (): void => useOverlay.setState({ open: 'palette' });
/** Opens the list of keys. */
export const openKeys = (): void => useOverlay.setState({ open: 'keys' });
export const closeOverlay = (): void => useOverlay.setState({ open: null });
/** Closes this one, unless another has taken its place meanwhile. */
export const closeOnly = (overlay: Overlay | null): void => {
  if (useOverlay.getState().open === overlay) closeOverlay();
};
