import { userPreferences } from '@trade-assistant/contract/areas/system/user-preferences.ts';
import { useEffect } from 'react';
import { create } from 'zustand';
import { call } from '../kit/client/call.ts';
import { CallError } from '../kit/client/call-error.ts';
import { useSession } from '../kit/client/session.ts';
import { setLocale } from '../kit/i18n.ts';
import {
  followKeptPreferences,
  type KeptPreferences,
  keepPreferences,
  type PreferenceValue,
  usePreferenceStore,
} from '../kit/preferences.ts';
import { lookKeys } from './preferences.ts';

type Values = Readonly<Record<string, PreferenceValue>>;

/** In milliseconds. Changes are sent together after this time without another change. */
const QUIET_MILLIS = 400;
/** After a failure the next attempt waits this long, or until the network is back. */
const RETRY_MILLIS = 30_000;
/** Longest wait for the server's preferences, in milliseconds. */
const PATIENCE_MILLIS = 2_000;

/** User whose preferences are final for now: the server has answered, or the wait has ended. */
const useSettled = create<{ readonly userId: string | null }>(() => ({ userId: null }));

/** Whether the preferences of the signed-in user can be relied on, here where they may never have signed in before. */
export const useArePreferencesSettled = (): boolean => {
  const userId = useSession(({ user }) => user?.userId);
  return useSettled((settled) => settled.userId === userId);
};

/** Returns the same for a user, without subscribing. */
export const arePreferencesSettled = (userId: string): boolean => useSettled.getState().userId === userId;

/** Keeps the preferences of the signed-in user in step with the server. Place once, after the sign-in. */
export function usePreferenceSync(): void {
  const userId = useSession(({ user }) => user?.userId);
  useEffect(() => (userId ? startPreferenceSync(userId) : undefined), [userId]);
}

/** Starts it; returns a function that stops it. */
export function startPreferenceSync(userId: string): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLoaded = false;
  let isBusy = false;
  const plan = (millis: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void step(), millis);
  };
  const step = async () => {
    if (isBusy || signal.aborted) return;
    isBusy = true;
    try {
      if (!isLoaded) takeOver((await call(userPreferences, 'mine', {}, { signal })).values as Values);
      isLoaded = true;
      useSettled.setState({ userId });
      for (let unsent = unsentValues(); unsent; unsent = unsentValues()) settle(await send(unsent, signal));
    } catch {
      // The console keeps the look it had in this browser; changes are sent when the server is available again.
      if (signal.aborted) return;
      useSettled.setState({ userId });
      plan(RETRY_MILLIS);
    } finally {
      isBusy = false;
    }
  };

  adopt(userId);
  const patience = setTimeout(() => useSettled.setState({ userId }), PATIENCE_MILLIS);
  const stops = [
    () => clearTimeout(patience),
    () => useSettled.setState({ userId: null }),
    followKeptPreferences(),
    usePreferenceStore.subscribe(({ values, unsent }) => {
      speak(values);
      if (unsent.length > 0 && !isBusy) plan(QUIET_MILLIS);
    }),
    () => clearTimeout(timer),
    () => ended.abort(),
  ];
  window.addEventListener('online', () => plan(0), { signal });
  void step();
  return () => {
    for (const stop of stops) stop();
  };
}

/** Changes not sent to the server yet; null for a removed preference. */
function unsentValues(): Values | undefined {
  const { values, unsent } = usePreferenceStore.getState();
  return unsent.length === 0 ? undefined : Object.fromEntries(unsent.map((key) => [key, values[key] ?? null]));
}

/** Sends changes and returns the settled ones. A refused change would be refused again: it stays in this browser. */
async function send(changes: Values, signal: AbortSignal): Promise<Values> {
  try {
    await call(userPreferences, 'change', { values: changes as never }, { signal });
  } catch (error) {
    const isRefused = error instanceof CallError && error.code === 400;
    if (!isRefused) throw error;
    const each = Object.entries(changes);
    // Send them one by one, so that a refused one does not block the others.
    if (each.length > 1) for (const [key, value] of each) await send({ [key]: value }, signal);
  }
  return changes;
}

/**
 * Starts the preferences of a user. Until their own arrive only the previous user's look stays, not lists and habits.
 */
function adopt(userId: string): void {
  const { owner, values, unsent } = usePreferenceStore.getState();
  if (owner === userId) return;
  const own = Object.fromEntries(
    Object.entries(values).filter(([key]) => isLook(key) || (owner === null && unsent.includes(key))),
  );
  // Values chosen on the login page belong to the user who signs in there. Values of a former user do not.
  keepPreferences({ owner: userId, values: own, unsent: owner === null ? unsent : unsent.filter(isLook) });
}

const isLook = (key: string): boolean => (lookKeys as readonly string[]).includes(key);

/** Applies the server's values, except keys changed here meanwhile. */
function takeOver(values: Values): void {
  const { owner, values: here, unsent } = usePreferenceStore.getState();
  const merged: Record<string, PreferenceValue> = { ...values };
  for (const key of unsent) {
    const own = here[key];
    if (own === undefined) delete merged[key];
    else merged[key] = own;
  }
  keepPreferences({ owner, values: merged, unsent });
}

/** The language is one of the preferences: another browser, or another tab, may have changed it. */
function speak({ locale }: Values): void {
  if (locale === 'zh' || locale === 'en') setLocale(locale);
}

/** Forgets that keys are unsent, except those changed again since. */
function settle(sent: Values): void {
  const { unsent, ...kept }: KeptPreferences = usePreferenceStore.getState();
  const left = unsent.filter((key) => !(key in sent) || !Object.is(kept.values[key] ?? null, sent[key]));
  keepPreferences({ ...kept, unsent: left });
}
