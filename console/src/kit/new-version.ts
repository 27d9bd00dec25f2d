import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { createElement } from 'react';
import { notifications } from './feedback.tsx';
import { translate } from './i18n.ts';
import { isLoadFailure } from './loading.ts';

/** How often the server is asked which console it has, at most. */
const EVERY_MILLIS = 5 * 60_000;
const AT_LEAST_MILLIS = 60_000;
const KEY = 'new-version';

/**
 * Checks for a newly deployed version of the console, every few minutes and when the window is shown again, and offers
 * to reload; also when a piece of the running version cannot be loaded any more. Returns a function that stops it.
 */
export function watchVersion(): () => void {
  const running = entryOf(document.documentElement.outerHTML);
  if (!running) return () => undefined;
  let askedAt = Date.now();
  let offered = running;
  const ask = async () => {
    if (document.hidden || Date.now() - askedAt < AT_LEAST_MILLIS) return;
    askedAt = Date.now();
    const deployed = await deployedEntry();
    // Offered once per version: a user who goes on working has seen it.
    if (!deployed || deployed === offered) return;
    offered = deployed;
    if (deployed !== running) offerReload(UPDATED);
  };
  const onRejection = ({ reason }: PromiseRejectionEvent) => isLoadFailure(reason) && offerReload(LOST);
  const timer = setInterval(() => void ask(), EVERY_MILLIS);
  const onFocus = () => void ask();
  window.addEventListener('focus', onFocus);
  document.addEventListener('visibilitychange', onFocus);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    clearInterval(timer);
    window.removeEventListener('focus', onFocus);
    document.removeEventListener('visibilitychange', onFocus);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}

/**
 * Returns the entry script of a page. Its name contains a hash of itself and so of every piece it imports: another
 * version has another name. Undefined for foreign pages (a proxy's), and during development.
 */
export const entryOf = (html: string): string | undefined =>
  /<script[^>]*\stype="module"[^>]*\ssrc="(\/assets\/[^"]+)"/.exec(html)?.[1];

async function deployedEntry(): Promise<string | undefined> {
  try {
    const response = await fetch('/', { cache: 'no-cache', headers: { Accept: 'text/html' } });
    return response.ok ? entryOf(await response.text()) : undefined;
  } catch {
    return undefined;
  }
}

interface Reason {
  readonly title: Text;
  readonly description: Text;
}

const UPDATED: Reason = {
  title: { zh: '系统已更新', en: 'New version available' },
  description: {
    zh: '刷新后使用新版本。请先保存正在填写的内容，标签页会恢复。',
    en: 'Reload to use it. Save your work first; your tabs are restored.',
  },
};
const LOST: Reason = {
  title: { zh: '部分功能没有加载成功', en: 'Part of the page could not be loaded' },
  description: {
    zh: '可能是网络中断，或系统刚刚更新。请先保存正在填写的内容再刷新。',
    en: 'The network failed or the system was updated. Save your work first, then reload.',
  },
};

/** Offers to reload the console. Never reloads without consent: the user may be filling in a form. */
function offerReload({ title, description }: Reason): void {
  const action = createElement(
    'button',
    { type: 'button', className: 'kit-link', onClick: () => window.location.reload() },
    translate({ zh: '立即刷新', en: 'Reload now' }),
  );
  notifications()?.info({
    key: KEY,
    duration: 0,
    placement: 'bottomRight',
    title: translate(title),
    description: translate(description),
    actions: action,
  });
}
