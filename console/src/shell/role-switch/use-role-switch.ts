import { create } from 'zustand';

/**
 * Whether the dialog is open, and whether it has to open by itself since somebody has just signed in. Apart from what it asks, so that
 * the login page does not load the contract for it.
 */
export const useRoleSwitch = create<{ readonly isOpen: boolean; readonly isDue: boolean }>(() => ({
  isOpen: false,
  isDue: false,
}));
