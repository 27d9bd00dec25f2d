import { lock } from '@trade-assistant/contract/areas/auth/lock.ts';
import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { call } from '../../kit/client/call.ts';
import { useLocked, useSession } from '../../kit/client/session.ts';
import { useLocale, useText } from '../../kit/i18n.ts';
import { useKeptName } from '../kept-brand.ts';
import { LanguageButton } from '../parts/language-button.tsx';
import { addressOfTab, useTabs } from '../tabs/tab-store.ts';
import { ThemeButton } from '../theme/theme-button.tsx';
import { useTitle } from '../use-title.ts';
import styles from './lock.module.css';
import { UnlockForm } from './unlock-form.tsx';
import { lockWords } from './words.ts';

const MINUTE_MILLIS = 60_000;

/** The time, again at every full minute. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), MINUTE_MILLIS - (now.getTime() % MINUTE_MILLIS));
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}

/** The locked screen: the console is not behind it. Unlocking, here or in another tab, leads back. */
export default function Lock() {
  const t = useText();
  const { state } = useLocation();
  const isSignedIn = useSession((session) => session.accessToken !== null);
  const user = useSession((session) => session.user);
  const isLocked = useLocked();
  useTitle(lockWords.locked, useKeptName());

  useEffect(() => {
    // Ask the server: a lock this browser remembers may have ended.
    call(lock, 'state', {}).then(
      (answer) => useSession.getState().setLocked(answer.isLocked === 1),
      () => undefined,
    );
  }, []);

  if (!isSignedIn) return <Navigate to="/login" replace />;
  if (!isLocked) return <Navigate to={wantedBefore(state) ?? addressOfTab(useTabs.getState().active)} replace />;
  const name = user?.name || user?.account || '';
  return (
    <main className={styles.page}>
      <header className={styles.tools}>
        <LanguageButton />
        <ThemeButton />
      </header>
      <Clock />
      <section className={styles.card}>
        <span className={styles.avatar} data-letter={[...name][0]?.toUpperCase()}>
          {user?.avatar ? <img src={user.avatar} alt="" /> : null}
        </span>
        <h1 className={styles.name}>{name}</h1>
        <p className={styles.hint}>{t(lockWords.hint)}</p>
        <UnlockForm />
      </section>
    </main>
  );
}

/** The time, large, as one glances at it from across the room. */
function Clock() {
  const locale = useLocale();
  const now = useNow();
  const language = locale === 'zh' ? 'zh-CN' : 'en-GB';
  return (
    <time className={styles.clock} dateTime={now.toISOString()}>
      <span className={styles.time}>{now.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' })}</span>
      <span>{now.toLocaleDateString(language, { month: 'long', day: 'numeric', weekday: 'long' })}</span>
    </time>
  );
}

/** Returns the address the guard refused, if any. */
const wantedBefore = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'wanted' in state && typeof state.wanted === 'string'
    ? state.wanted
    : undefined;
