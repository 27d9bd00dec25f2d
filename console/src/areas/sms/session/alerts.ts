import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { playSound } from '../../../features/messages/sound.ts';
import { translate } from '../../../kit/i18n.ts';
import { readPreference } from '../../../kit/preferences.ts';
import type { Badges } from './use-queue.ts';

/** Which unread sessions sound: none, those of the reader, all. */
export type SoundMode = 'off' | 'mine' | 'all';
export const SOUND_MODES: readonly SoundMode[] = ['off', 'mine', 'all'];
export const SOUND_KEY = 'inbox.sound';

/** The sound repeats while something stays unread. */
const REPEAT_MILLIS = 30_000;

const isShown = () => document.visibilityState === 'visible';
const onVisibility = (changed: () => void) => {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
};

/** Whether the browser's tab is in sight. */
export const usePageVisible = (): boolean => useSyncExternalStore(onVisibility, isShown);

/** Sounds and notifies while the tab is out of sight and something is unread; counts unread sessions in title and icon. */
export function useAlerts(badges: Badges | undefined): void {
  const isVisible = usePageVisible();
  const unread = badges?.unread ?? 0;
  const before = useRef<number | null>(null);
  const counted = () => {
    const mode = readPreference<SoundMode>(SOUND_KEY, 'mine');
    return mode === 'off' ? 0 : mode === 'mine' ? (badges?.mineUnread ?? 0) : unread;
  };
  const sound = useEffectEvent(() => {
    if (!isShown() && counted() > 0) playSound();
  });
  useEffect(() => {
    const grown = before.current !== null && unread > before.current;
    before.current = unread;
    if (!grown) return;
    sound();
    if (!isShown()) notify(unread);
  }, [unread]);
  useEffect(() => {
    if (isVisible || unread === 0) return;
    const timer = setInterval(() => sound(), REPEAT_MILLIS);
    return () => clearInterval(timer);
  }, [isVisible, unread]);
  useEffect(() => {
    showCount(unread);
    // The shell names the page again when the reader changes tabs.
    const watch = new MutationObserver(() => showTitle(unread));
    const title = document.querySelector('title');
    if (title) watch.observe(title, { childList: true });
    return () => {
      watch.disconnect();
      showCount(0);
    };
  }, [unread]);
}

/** Shows a notification of the system, where the reader allowed it. */
function notify(unread: number): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  try {
    const note = new Notification(translate({ zh: '短信收件箱', en: 'SMS inbox' }), {
      body: translate({ zh: '{n} 个未读会话', en: '{n} unread sessions' }, { n: unread }),
      tag: 'inbox',
    });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    // Phones show notifications through a service worker only.
  }
}

const COUNT = /^\(\d+\+?\) /;

function showTitle(unread: number): void {
  const bare = document.title.replace(COUNT, '');
  const next = unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${bare}` : bare;
  if (document.title !== next) document.title = next;
}

let plainIcon: string | null = null;

function showCount(unread: number): void {
  showTitle(unread);
  const link = document.querySelector<HTMLLinkElement>('link[rel~="icon"]');
  if (!link) return;
  plainIcon ??= link.href;
  if (unread === 0) {
    link.href = plainIcon;
    return;
  }
  const picture = new Image();
  const plain = plainIcon;
  picture.onload = () => {
    const canvas = document.createElement('canvas');
    canvas.width = 32;
    canvas.height = 32;
    const pen = canvas.getContext('2d');
    if (!pen || link.href !== plain) return;
    pen.drawImage(picture, 0, 0, 32, 32);
    pen.fillStyle = '#d92d20';
    pen.beginPath();
    pen.arc(23, 9, 9, 0, 2 * Math.PI);
    pen.fill();
    link.href = canvas.toDataURL('image/png');
  };
  picture.src = plain;
}
