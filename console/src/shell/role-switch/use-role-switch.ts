import { create } from 'zustand';

/**
 * Whether the dialog is open, and whether it must open after the sign-in. Separate from the dialog, so that the login
 * page does not load its contract.
 */
export const useRoleSwitch = create<{ readonly isOpen: boolean; readonly isDue: boolean }>(() => ({
  isOpen: false,
  isDue: false,
}));
