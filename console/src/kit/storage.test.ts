import './testing/browser.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clearStored, readStored, storageKey, storedAt, writeStored } from './storage.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a stored entry', () => {
  test.each([true, false, 0, 12.5, '', 'false', '1+1', null, [1, 'a'], { deep: { er: [null] } }])(
    '%j comes back as it was',
    (value) => {
      writeStored('thing', value);
      expect(readStored('thing')).toEqual(value);
    },
  );

  test('is under our prefix with its kind and its time', () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 2) });
    writeStored('thing', false);
    expect(JSON.parse(localStorage.getItem('trade-assistant:thing') ?? '')).toEqual({
      content: false,
      dataType: 'boolean',
      datetime: Date.UTC(2026, 0, 2),
    });
    expect(storedAt('thing')).toEqual(new Date(Date.UTC(2026, 0, 2)));
    expect(writeStored('thing', undefined)).toBe(true);
    expect(localStorage.length).toBe(0);
    expect(storedAt('thing')).toBeUndefined();
  });

  test('for one window is read before the shared one, and neither changes the other', () => {
    writeStored('thing', 'shared');
    writeStored('thing', 'mine', 'session');
    expect(readStored('thing')).toBe('mine');
    writeStored('thing', undefined, 'session');
    expect(readStored('thing')).toBe('shared');
  });

  test('by others or another version is no trap', () => {
    const keep = (text: string) => localStorage.setItem(storageKey('thing'), text);
    keep('{"size":50}');
    expect(readStored('thing')).toEqual({ size: 50 });
    for (const foreign of ['', 'zh', '{', 'alert(1)', '{"content":"1","dataType":"number","datetime":5}']) {
      keep(foreign);
      expect(readStored('thing')).toBeUndefined();
    }
  });

  test('in one window has the time it was written', () => {
    vi.useFakeTimers({ now: 5_000 });
    writeStored('thing', 'shared');
    vi.setSystemTime(9_000);
    writeStored('thing', 'mine', 'session');
    expect(storedAt('thing')).toEqual(new Date(9_000));
    localStorage.setItem(storageKey('plain'), '5');
    expect(storedAt('plain')).toBeUndefined();
  });

  test('is not missed where nothing can be kept', () => {
    vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    vi.spyOn(localStorage, 'getItem').mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
    expect(writeStored('thing', 1)).toBe(false);
    expect(readStored('thing')).toBeUndefined();
  });

  test('is cleared by the beginning of its name, and nothing else is', () => {
    localStorage.setItem('cache:somebody-else', '1');
    writeStored('cache:a', 1);
    writeStored('cache:b', 2, 'session');
    writeStored('login', 3);
    writeStored('the-cache:', 4);
    clearStored('cache:');
    expect(readStored('the-cache:')).toBe(4);
    expect(readStored('cache:a')).toBeUndefined();
    expect(readStored('cache:b')).toBeUndefined();
    expect(readStored('login')).toBe(3);
    expect(localStorage.getItem('cache:somebody-else')).toBe('1');
  });
});
