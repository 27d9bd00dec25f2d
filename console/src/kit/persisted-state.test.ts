import './testing/browser.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { KEPT, storageKey } from './storage.ts';

type FreshModules = typeof import('./persisted-state.ts') &
  typeof import('./client/session.ts') &
  typeof import('./form/draft.ts');

/** The modules as a page that was just loaded has them. */
async function loaded(): Promise<FreshModules> {
  vi.resetModules();
  const [kept, session, draft] = await Promise.all([
    import('./persisted-state.ts'),
    import('./client/session.ts'),
    import('./form/draft.ts'),
  ]);
  return { ...kept, ...session, ...draft };
}

const answerFor = (user: string) => ({ access_token: user, refresh_token: user, expires_in: 60, user_id: user });
const isText = (value: unknown): value is string => typeof value === 'string';
const stored = () => sessionStorage.getItem(storageKey(KEPT)) ?? '';
const quiet = () => vi.advanceTimersByTime(1000);

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  sessionStorage.clear();
});

describe('the kept state of a page', () => {
  test('survives a reload, only in its own tab', async () => {
    const before = await loaded();
    before.useSession.getState().signIn(answerFor('1'));
    before.keptPlace('/a').write('word', 'typed');
    before.keptPlace('/a').write('late', () => 'as it is when saved');
    quiet();
    const { keptPlace } = await loaded();
    expect(keptPlace('/a').read('word', isText)).toBe('typed');
    expect(keptPlace('/a').read('late', isText)).toBe('as it is when saved');
    expect(keptPlace('/b').read('word', isText)).toBeUndefined();
  });

  test('ends with its tab, with the session, and is nothing to another user', async () => {
    const first = await loaded();
    first.useSession.getState().signIn(answerFor('1'));
    first.keptPlace('/a').write('word', 'mine');
    first.keptPlace('/b').write('word', 'mine too');
    first.forgetKept((path) => path === '/a');
    expect(first.keptPlace('/a').read('word', isText)).toBeUndefined();
    expect(first.keptPlace('/b').read('word', isText)).toBe('mine too');
    quiet();
    const left = stored();
    first.useSession.getState().signOut();
    expect(first.keptPlace('/b').read('word', isText)).toBeUndefined();
    expect(stored()).toBe('');

    // A window that was closed when the session ended still has it.
    first.useSession.getState().signIn(answerFor('2'));
    sessionStorage.setItem(storageKey(KEPT), left);
    const second = await loaded();
    expect(second.keptPlace('/b').read('word', isText)).toBeUndefined();
    expect(stored()).toBe('');
  });

  test('waits for its owner when the session expired, and is hidden from other users', async () => {
    const window = await loaded();
    const { useSession, keptPlace } = window;
    useSession.getState().signIn(answerFor('1'));
    keptPlace('/a').write('word', 'mine');
    useSession.getState().expire();
    quiet();
    expect(stored()).not.toBe('');
    const reloaded = await loaded();
    reloaded.useSession.getState().signIn(answerFor('1'));
    expect(reloaded.keptPlace('/a').read('word', isText)).toBe('mine');

    reloaded.useSession.getState().expire();
    reloaded.useSession.getState().signIn(answerFor('2'));
    expect(reloaded.keptPlace('/a').read('word', isText)).toBeUndefined();
    expect(stored()).toBe('');
  });

  test.each(['', '{', '[]', '"x"', '{"by":"1"}', '{"by":"1","tabs":{"/a":5,"/b":{"word":5}}}'])(
    'does not stumble over %s',
    async (text) => {
      (await loaded()).useSession.getState().signIn(answerFor('1'));
      sessionStorage.setItem(storageKey(KEPT), text);
      const { keptPlace, hasDraft } = await loaded();
      for (const path of ['/a', '/b']) {
        expect(keptPlace(path).read('word', isText)).toBeUndefined();
        expect(hasDraft(path)).toBe(false);
      }
    },
  );

  test('leaves out values that are too long, and keeps the rest', async () => {
    const before = await loaded();
    before.useSession.getState().signIn(answerFor('1'));
    before.keptPlace('/a').write('long', 'x'.repeat(600_000));
    before.keptPlace('/a').write('word', 'short');
    quiet();
    const { keptPlace } = await loaded();
    expect(keptPlace('/a').read('long', isText)).toBeUndefined();
    expect(keptPlace('/a').read('word', isText)).toBe('short');
  });
});

/** The page with window events, such as its own unloading. */
async function loadedInWindow(): Promise<FreshModules & { leave: () => boolean; hide: () => void }> {
  const window = new EventTarget();
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  const kept = await loaded();
  vi.unstubAllGlobals();
  return {
    ...kept,
    hide: () => void window.dispatchEvent(new Event('pagehide')),
    // Whether the browser would ask.
    leave: () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })),
  };
}

describe('leaving the page', () => {
  const FULL = 'x'.repeat(500_001);

  test('saves unsaved changes when the page is left, and asks nothing', async () => {
    const { useSession, keptPlace, hide, leave } = await loadedInWindow();
    useSession.getState().signIn(answerFor('1'));
    keptPlace('/a').writeDraft('record', { name: 'typed' });
    expect(stored()).toBe('');
    hide();
    expect(stored()).toContain('typed');
    expect(leave()).toBe(false);
  });

  test('asks over a draft that no storage may keep, until it is saved or discarded', async () => {
    const { useSession, keptPlace, forgetKept, leave } = await loadedInWindow();
    useSession.getState().signIn(answerFor('1'));
    keptPlace('/a').writeDraft('action', { account: 'north' }, false);
    expect(leave()).toBe(true);
    keptPlace('/a').writeDraft('action', { account: 'north' }, true);
    expect(leave()).toBe(false);
    keptPlace('/a').writeDraft('action', { account: 'north' }, false);
    keptPlace('/b').writeDraft('action', { account: 'south' }, false);
    forgetKept((path) => path === '/a');
    expect(leave()).toBe(true);
    forgetKept((path) => path === '/b');
    expect(leave()).toBe(false);
  });

  test('asks over a draft that is too long to be kept, and not over anything else that is', async () => {
    const { useSession, keptPlace, leave } = await loadedInWindow();
    useSession.getState().signIn(answerFor('1'));
    keptPlace('/a').write('scroll', FULL);
    expect(leave()).toBe(false);
    keptPlace('/a').writeDraft('record', FULL);
    expect(leave()).toBe(true);
    // JSON puts two quotation marks around it.
    keptPlace('/a').writeDraft('record', 'x'.repeat(499_998));
    expect(leave()).toBe(false);
    keptPlace('/a').writeDraft('record', 'x'.repeat(499_999));
    expect(leave()).toBe(true);
  });

  test('asks when nothing can be kept and a draft would be lost', async () => {
    const { useSession, keptPlace, leave } = await loadedInWindow();
    useSession.getState().signIn(answerFor('1'));
    const full = vi.spyOn(sessionStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    keptPlace('/a').write('scroll', 5);
    expect(leave()).toBe(false);
    keptPlace('/a').writeDraft('record', { name: 'typed' });
    expect(leave()).toBe(true);
    full.mockRestore();
  });

  test('keeps nothing without a session', async () => {
    const { keptPlace, hide } = await loadedInWindow();
    keptPlace('/a').write('word', 'typed');
    hide();
    expect(stored()).toBe('');
  });
});

test('a list of texts is distinguished from other kept values', async () => {
  const { isTexts } = await loaded();
  expect([[], ['a']].map(isTexts)).toEqual([true, true]);
  for (const wrong of [null, 'a', { 0: 'a' }, ['a', 5]]) expect(isTexts(wrong)).toBe(false);
});

describe('the draft of a form', () => {
  test('comes back for the row it was typed for, with the version it was typed over', async () => {
    const before = await loaded();
    before.useSession.getState().signIn(answerFor('1'));
    const draft = before.formDraft(before.keptPlace('/a'), 'record', 'edit 7');
    expect(before.isTyped(draft)).toBe(false);
    draft.merge({ name: 'N', note: undefined }, 3);
    draft.merge({ name: 'North' }, 3);
    quiet();
    const { formDraft, keptPlace, hasDraft, isTyped } = await loaded();
    expect(hasDraft('/a')).toBe(true);
    const again = formDraft(keptPlace('/a'), 'record', 'edit 7');
    expect([again.values(), again.version()]).toEqual([{ name: 'North', note: null }, 3]);
    expect(isTyped(formDraft(keptPlace('/a'), 'record', 'edit 8'))).toBe(false);
    again.forget();
    expect(hasDraft('/a')).toBe(false);
  });

  test('comes back with the key it was sent under, and without one where nothing was typed', async () => {
    const before = await loaded();
    before.useSession.getState().signIn(answerFor('1'));
    const draft = before.formDraft(before.keptPlace('/a'), 'action', 'adjust 7');
    draft.keepKey('first');
    expect(draft.key()).toBe('first');
    expect(before.hasDraft('/a')).toBe(false);
    draft.merge({ money: '5' }, 3);
    draft.keepKey('second');
    quiet();
    const { formDraft, keptPlace } = await loaded();
    const again = formDraft(keptPlace('/a'), 'action', 'adjust 7');
    expect([again.key(), again.version(), again.values()]).toEqual(['second', 3, { money: '5' }]);
    expect(formDraft(keptPlace('/a'), 'action', 'adjust 8').key()).toBeUndefined();
    again.forget();
    expect(again.key()).toBeUndefined();
  });

  test('has no password in the storage, and counts as unsaved for it', async () => {
    const { useSession, formDraft, keptPlace, hasDraft } = await loaded();
    useSession.getState().signIn(answerFor('1'));
    formDraft(keptPlace('/a'), 'action', 'open').merge({ account: 'north_sea', password: 'harbour 12' });
    quiet();
    expect(hasDraft('/a')).toBe(true);
    expect(stored()).toContain('north_sea');
    expect(stored()).not.toContain('harbour');
  });

  test('has nothing in the storage that the contract calls a secret', async () => {
    const { useSession, formDraft, keptPlace } = await loaded();
    useSession.getState().signIn(answerFor('1'));
    const secrets = (registry as readonly Resource[]).flatMap(({ fields }) =>
      Object.entries(fields).flatMap(([name, { kind }]) => (kind === 'secret' ? [name] : [])),
    );
    expect(secrets).toContain('cardNo');
    formDraft(keptPlace('/a'), 'action', 'open').merge({
      remark: 'kept',
      ...Object.fromEntries(secrets.map((name) => [name, 'hush'])),
    });
    quiet();
    expect(stored()).toContain('kept');
    expect(stored()).not.toContain('hush');
  });
});
