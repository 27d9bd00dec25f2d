import { create } from 'zustand';

type Overlay = 'search' | 'palette';

/** What lies over the console: the search of the menu, the palette, or nothing. */
export const useOverlay = create<{ open: Overlay | null }>(() => ({ open: null }));

/** Shows the search of the menu. */
export const openSearch = (): void => useOverlay.setState({ open: 'search' });
/** Shows the command palette. */
export const openPalette = (): void => useOverlay.setState({ open: 'palette' });
export const closeOverlay = (): void => useOverlay.setState({ open: null });
