import { expect, test } from 'vitest';
import { framedAddress } from './embedded.tsx';

const OWN = 'http://console.example:8080';

test.each([
  ['https://docs.example/a?b=1#c', '?name=x&src=y', 'https://docs.example/a?b=1#c'],
  ['https://docs.example/a?b=1', '?chapter=2&b=3%264', 'https://docs.example/a?b=3%264&chapter=2'],
  ['help/guide.html', '', `${OWN}/help/guide.html`],
  ['/help/guide.html', '?i18n=guide&url=z', `${OWN}/help/guide.html`],
])('a frame of %s in a tab with %s has the address %s', (url, search, address) => {
  expect(framedAddress(url, search, OWN)).toBe(address);
});
