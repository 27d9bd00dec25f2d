import { currentLocale } from '../i18n.ts';
import { currentZone } from '../zone.ts';
import { useSession } from './session.ts';

let base = '/api/';

/** Points the client at another server: for tests. */
export const setApiBase = (address: string): void => {
  base = address;
};

/** The full address of a call. */
export const addressOf = (path: string): string => base + path;

/** Headers of every request: the access token, the language and the time zone. */
export function standardHeaders(token = useSession.getState().accessToken): Record<string, string> {
  const language = currentLocale() === 'zh' ? 'zh-CN' : 'en';
  return {
    ...(token ? { Token: `bearer ${token}` } : {}),
    'Accept-Language': language,
    lang: language,
    'Time-Zone': currentZone(),
  };
}
