import '../kit/testing/browser.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keepPreferences, setPreference, usePreferenceStore } from '../kit/preferences.ts';
import { arePreferencesSettled, startPreferenceSync } from './preferences-sync.ts';

/** A server with stored preferences, the requests it received, and the keys it refuses. */
let held: Record<string, unknown>;
let told: Record<string, unknown>[];
let isThere: boolean;
const refused = new Set<string>();
let stop: () => void = () => undefined;

const answer = (code: number, data?: unknown) =>
  new Response(JSON.stringify({ code, success: code === 200, msg: '', data }), { status: code });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('location', new URL('http://console.test/'));
  [held, told, isThere] = [{}, [], true];
  refused.clear();
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    if (!isThere) throw new TypeError('no network');
    if (address.includes('/mine')) return answer(200, { values: held });
    const { values } = JSON.parse(String(body));
    if (Object.keys(values).some((key) => refused.has(key))) return answer(400);
    told.push(values);
    return answer(200);
  });
  keepPreferences({ owner: null, values: {}, unsent: [] });
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const begin = async (userId: string) => {
  stop();
  stop = startPreferenceSync(userId);
  await vi.advanceTimersByTimeAsync(0);
};
const now = () => usePreferenceStore.getState();

describe('preferences of the signed-in user', () => {
  test('come from the server', async () => {
    held = { theme: 'dark', 'list:a': [1] };
    await begin('7');
    expect(now()).toEqual({ owner: '7', values: held, unsent: [] });
    expect(told).toEqual([]);
  });

  test('chosen on the login page replace those of the server, and are sent to it', async () => {
    setPreference('theme', 'vip');
    held = { theme: 'dark', accent: '#e5484d' };
    await begin('7');
    expect(now().values).toEqual({ theme: 'vip', accent: '#e5484d' });
    expect(told).toEqual([{ theme: 'vip' }]);
    expect(now().unsent).toEqual([]);
  });

  test('of another user leave only the look until the user’s own arrive', async () => {
    keepPreferences({ owner: '7', values: { theme: 'dark', 'list:a': [1], recent: ['x'] }, unsent: ['recent'] });
    isThere = false;
    await begin('8');
    expect(now()).toEqual({ owner: '8', values: { theme: 'dark' }, unsent: [] });
    isThere = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(now().values).toEqual({});
    expect(told).toEqual([]);
  });

  test('are final after the server’s answer, its refusal, or a timeout', async () => {
    await begin('7');
    expect(arePreferencesSettled('7')).toBe(true);
    stop();
    expect(arePreferencesSettled('7')).toBe(false);
    isThere = false;
    await begin('8');
    expect(arePreferencesSettled('8')).toBe(true);
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    await begin('9');
    expect(arePreferencesSettled('9')).toBe(false);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(arePreferencesSettled('9')).toBe(true);
  });

  test('changed quickly are sent together, once', async () => {
    await begin('7');
    setPreference('theme', 'dark');
    setPreference('theme', 'star');
    setPreference('sound', false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(told).toEqual([{ theme: 'star', sound: false }]);
  });

  test('changed without a network are sent when it is back', async () => {
    await begin('7');
    isThere = false;
    setPreference('theme', 'dark');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(now().unsent).toEqual(['theme']);
    isThere = true;
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual([{ theme: 'dark' }]);
    expect(now().unsent).toEqual([]);
  });

  test('refused by the server stay in the browser and do not block the others', async () => {
    await begin('7');
    refused.add('odd');
    setPreference('odd', 'x');
    setPreference('sound', false);
    setPreference('theme', 'dark');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(told).toEqual([{ sound: false }, { theme: 'dark' }]);
    expect(now()).toMatchObject({ values: { odd: 'x' }, unsent: [] });
  });

  test('a forgotten choice is forgotten there too', async () => {
    held = { accent: '#e5484d' };
    await begin('7');
    setPreference('accent', undefined);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(told).toEqual([{ accent: null }]);
  });
});
