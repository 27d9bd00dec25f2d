import './testing/browser.ts';
import { expect, test } from 'vitest';
import { entryOf } from './new-version.ts';

test('identifies a version by the script of its page', () => {
  const page = (script: string) => `<!doctype html><html><head>${script}</head><body></body></html>`;
  expect(entryOf(page('<script type="module" crossorigin src="/assets/start-a1B2.js"></script>'))).toBe(
    '/assets/start-a1B2.js',
  );
  // The browser writes a page out in its own way.
  expect(entryOf(page('<script type="module" crossorigin="" src="/assets/start-a1B2.js"></script>'))).toBe(
    '/assets/start-a1B2.js',
  );
});

test.each([
  '<script type="module" src="/src/main.tsx"></script>',
  '<html><body>Sign in to this network<script src="/assets/portal.js"></script></body></html>',
  '502 Bad Gateway',
])('what is no built page of ours is no other version: %s', (html) => {
  expect(entryOf(html)).toBeUndefined();
});
