import { type PreferenceValue, readPreference, usePreference } from '../../kit/preferences.ts';
import { HOME_PATH } from '../navigation/menu.ts';

const KEY = 'firstPage';
const isPath = (value: PreferenceValue): boolean => typeof value === 'string' && /^\/[\w-]/.test(value);

/** The path of the page a session of this user begins with, and how to choose another. */
export const useFirstPage = () => usePreference<string>(KEY, HOME_PATH, isPath);

/** The same, at this moment. */
export const firstPage = (): string => readPreference<string>(KEY, HOME_PATH, isPath);
