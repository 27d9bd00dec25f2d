import Bowser from 'bowser';

/** A readable name of the device for a user agent; empty without one. */
export function parseDevice(userAgent: string): { readonly name: string; readonly isPhone: boolean } {
  if (userAgent === '') return { name: '', isPhone: false };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const version = browser.version?.split('.')[0];
  const words = [browser.name && os.name ? [browser.name, version].filter(Boolean).join(' ') : '', os.name ?? ''];
  const name = words.filter(Boolean).join(' · ') || userAgent.slice(0, 60);
  return { name, isPhone: platform.type === 'mobile' || platform.type === 'tablet' };
}
