import { expect, it } from 'vitest';
import { readableUrl } from './readable-url.ts';

it.each(['/', '/api/user/country/page?name=100%', '/whatsapp/%E4%BB%93%E5%BA%93', '/a%20b?c=d?e'])(
  'leaves %s as it is',
  (url) => expect(readableUrl(url)).toBe(url),
);

it.each([
  ['/foo%', '/foo%25'],
  ['/user/%E0%A4%A?x=%20?y', '/user/%25E0%25A4%25A?x=%20?y'],
  ['/api/user/%zz/list', '/api/user/%25zz/list'],
])('takes %s by its letters', (url, readable) => {
  expect(readableUrl(url)).toBe(readable);
  expect(() => decodeURIComponent(readable.split('?')[0] ?? '')).not.toThrow();
});
