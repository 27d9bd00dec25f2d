import { postCategory } from '@trade-assistant/contract/areas/system/post.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { currentDictionary, documentAddress, knownVersion, setKnownDictionaries } from './dictionaries.ts';

const NOTHING = { version: '', entries: {}, routes: {} };
afterEach(() => setKnownDictionaries(NOTHING));

describe('a dictionary', () => {
  test('is as it is declared until the server has answered, then as operators have it', () => {
    expect(currentDictionary(postCategory)).toBe(postCategory);
    const entries = { post_category: [{ value: 9, zh: '顾问', en: 'Adviser' }] };
    setKnownDictionaries({ version: '1', entries, routes: {} });
    const current = currentDictionary(postCategory);
    expect(current.values).toEqual([9, 1, 2, 3, 4]);
    expect(currentDictionary(postCategory)).toBe(current);
    expect(knownVersion()).toBe('1');
  });
});

describe('the address of a document', () => {
  const named = (route: string) => setKnownDictionaries({ ...NOTHING, routes: { 'flow_desk/approval': route } });

  test('is its own when no other was registered for its type', () => {
    expect(documentAddress('desk/approval', '/desk/approval/index?record=7')).toBe('/desk/approval/index?record=7');
    expect(documentAddress(null, null)).toBeUndefined();
  });

  test('leads to the screen that was named, with the document in its query', () => {
    named('/reviews/index?tab=mine');
    expect(documentAddress('desk/approval', '/desk/approval/index?record=7')).toBe('/reviews/index?tab=mine&record=7');
    expect(documentAddress('desk/approval', null)).toBe('/reviews/index?tab=mine');
    expect(documentAddress('system/user', '/system/user/index')).toBe('/system/user/index');
  });

  test.each(['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere.example', 'javascript:alert(1)'])(
    'never leaves the console: %s',
    (route) => {
      named(route);
      expect(documentAddress('desk/approval', '/desk/approval/index')).toBe('/desk/approval/index');
    },
  );
});
