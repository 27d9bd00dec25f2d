const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** What a keyboard calls the key that makes a letter a command. */
export const MAIN_KEY = isMac ? '⌘' : 'Ctrl';
export const ALT_KEY = isMac ? '⌥' : 'Alt';
