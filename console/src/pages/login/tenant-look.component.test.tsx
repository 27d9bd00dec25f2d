import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import { show } from '../../testing/show.tsx';
import { storeSignInFacts } from './facts.ts';
import Login from './login.tsx';
import type { HostTenant } from './sign-in.ts';

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
const BROKEN = 'data:image/png;base64,AAAA';
const PRODUCT = '/favicon.svg';
const bare = {
  ...{ tenantId: '123456', domain: 'harbour.example', tenantName: '港湾贸易', backgroundUrl: '', logoUrl: '' },
  ...{ accent: '', loginTitle: '', loginTitleEn: '', slogan: '', sloganEn: '' },
};

// Facts of the host are kept for the next time the form is shown.
afterEach(() => storeSignInFacts({ tenant: {}, sources: [] }));

async function open(tenant: HostTenant, look: Parameters<typeof show>[1] = {}) {
  answer({
    'system/tenant/info': () => tenant,
    'auth/oauth/sources': () => [],
    'auth/oauth/captcha': () => Response.json({ key: '' }),
  });
  return show(<Login />, { address: '/login', ...look });
}
const mark = ({ container }: { container: Element }) =>
  container.querySelector('main header + div img')?.getAttribute('src');
const colourOf = ({ container }: { container: Element }) =>
  getComputedStyle(container.querySelector('button[type="submit"]') as Element).backgroundColor;
const until = (name: string) => expect.element(page.getByText(name, { exact: true }).first()).toBeInTheDocument();

test.each(looks)('a tenant’s users see its mark, texts and colour: $theme', async (look) => {
  const tenant = {
    ...{
      ...bare,
      logoUrl: PIXEL,
      backgroundUrl: PIXEL,
      accent: '#0a7a55',
      loginTitle: '港湾号码',
      loginTitleEn: 'Harbour',
    },
    ...{ slogan: '一号通全球', sloganEn: 'One number, everywhere' },
  };
  const screen = await open(tenant, look);
  const isChinese = look.locale === 'zh';
  await until(isChinese ? '港湾号码' : 'Harbour');
  await until(isChinese ? '一号通全球' : 'One number, everywhere');
  expect(mark(screen)).toBe(PIXEL);
  // In the dark a lighter shade of it is read.
  const [red = 0, green = 0, blue = 0] = (colourOf(screen).match(/\d+/g) ?? []).map(Number);
  if (look.theme === 'default') expect([red, green, blue]).toEqual([10, 122, 85]);
  else expect(green).toBeGreaterThan(Math.max(red, blue));
  expect(await barriers()).toEqual([]);
});

test('a logo and a picture that cannot be loaded fall back to the product’s own', async () => {
  const screen = await open({ ...bare, logoUrl: BROKEN, backgroundUrl: BROKEN, loginTitle: '港湾号码' });
  await until('港湾号码');
  await expect.poll(() => mark(screen)).toBe(PRODUCT);
  expect(screen.container.querySelector('aside svg')).not.toBeNull();
  expect(screen.container.querySelector('aside img[data-loaded="true"]')).toBeNull();
});

test.each([
  ['what it has in one language is shown in both', { loginTitle: '港湾号码' }, '港湾号码'],
  ['its name stands where it has no title', {}, '港湾贸易'],
])('%s', async (_what, more, name) => {
  const screen = await open({ ...bare, ...more }, { locale: 'en' });
  await until(name);
  expect(mark(screen)).toBe(PRODUCT);
});

test('without a tenant of the host, and without an answer, it is the product’s page', async () => {
  const screen = await open({}, { locale: 'en' });
  await until('Trade Assistant');
  expect(mark(screen)).toBe(PRODUCT);
  const before = colourOf(screen);
  answer({});
  const again = await show(<Login />, { address: '/login', locale: 'en' });
  await until('Trade Assistant');
  expect([mark(again), colourOf(again)]).toEqual([PRODUCT, before]);
});
