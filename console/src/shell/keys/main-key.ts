const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The name of the modifier key of commands. */
export const MAIN_KEY = isMac ? '⌘' : 'Ctrl';
export const ALT_KEY = isMac ? '⌥' : 'Alt';
