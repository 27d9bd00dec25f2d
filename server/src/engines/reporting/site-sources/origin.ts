import { sourceType, visitDevice } from '@trade-assistant/contract/areas/statistics/source-fields.ts';
import Bowser from 'bowser';
import { isbot } from 'isbot';

const SEARCH = /(^|\.)(google|bing|baidu|yandex|duckduckgo|sogou|so|naver|ecosia|yahoo|qwant|startpage)\.[a-z.]{2,6}$/;
const SOCIAL =
  /(^|\.)(facebook|fb|instagram|twitter|x|t|linkedin|lnkd|tiktok|youtube|youtu|reddit|pinterest|weibo|zhihu|xiaohongshu|telegram|whatsapp|wa|vk|threads)\.[a-z]{2,4}$/;
const PAID = /^(cpc|ppc|cpm|cpa|paid|paid[-_ ].*|display|banner|ads?|retargeting)$/i;

/** Returns whether a user agent belongs to a robot, or is missing. */
export const isRobot = (userAgent: string): boolean => userAgent.trim() === '' || isbot(userAgent);

/** Returns the host of an address or host, lower case; undefined for other text. */
export function hostOf(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  return URL.canParse(address) ? new URL(address).hostname.slice(0, 200) || undefined : undefined;
}

/** Returns the path of an address or path, without its query, which may hold personal data. */
export function pathOf(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const base = 'https://site.invalid';
  return URL.canParse(text, base) ? new URL(text, base).pathname.slice(0, 200) : undefined;
}

/** Returns the kind of source that the facts of a visit show. */
export function sourceOf(visit: {
  readonly inviteCode?: string | undefined;
  readonly utmMedium?: string | undefined;
  readonly referrerHost?: string | undefined;
}): number {
  if (visit.inviteCode) return sourceType.is.invitation;
  if (PAID.test(visit.utmMedium ?? '')) return sourceType.is.advertising;
  const host = visit.referrerHost ?? '';
  if (SEARCH.test(host)) return sourceType.is.search;
  if (SOCIAL.test(host)) return sourceType.is.social;
  return host === '' ? sourceType.is.direct : sourceType.is.link;
}

const DEVICES: Readonly<Record<string, number>> = {
  desktop: visitDevice.is.computer,
  mobile: visitDevice.is.phone,
  tablet: visitDevice.is.tablet,
};

/** Returns the device, browser and system that a user agent names; null for parts it does not name. */
export function deviceOf(userAgent: string): { device: number | null; browser: string | null; os: string | null } {
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, 1000));
  const named = (name?: string, version?: string) =>
    name ? [name, version?.split('.', 1)[0]].filter(Boolean).join(' ').slice(0, 40) : null;
  return {
    device: DEVICES[platform.type ?? ''] ?? null,
    browser: named(browser.name, browser.version),
    os: named(os.name, os.versionName ?? os.version),
  };
}
