import { describe, expect, it } from 'vitest';
import { type Credentials, openAgent, openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';
import type { Person } from './support/person.ts';
import { storeTheme } from './support/theme.ts';
import { kilobytes, WEIGHT_LIMITS, watchWeight, weightLimitOf } from './support/weight.ts';

const visit = setUpJourney();
const FIRST_LIST = '/user/country/index';
const ABSENT = /该页面尚未提供|This page is not available yet/;

describe('every screen of the menu opens without an error, and as light as promised', () => {
  it.each(['zh', 'en'] as const)('for an administrator, in %s', async (locale) => {
    const who = await openStaff(visit.product.db, 'administrator', 'Ada Example', `screens_${locale}`);
    expect(await openAll(who, locale, FIRST_LIST)).toBeGreaterThanOrEqual(11);
  });

  it.each(['zh', 'en'] as const)('for an agent, in %s', async (locale) => {
    const who = await openAgent(visit.product.db, `agent_of_screens_${locale}`);
    expect(await openAll(who, locale)).toBeGreaterThanOrEqual(6);
  });
});

it('the login page loads at most its size limit, including the parts loaded after the first key', async () => {
  const person = await visit.person();
  const { page } = person;
  const loaded = watchWeight(page);
  await page.goto('/login');
  await page.getByRole('textbox', { name: '账号', exact: true }).fill('ada');
  await person.settled();
  expect(kilobytes(await loaded())).toBeLessThanOrEqual(WEIGHT_LIMITS.login);
});

/** Opens every page linked on the home page, and checks the size each adds. @returns the number of screens */
async function openAll(who: Credentials, locale: 'zh' | 'en', firstPage?: string): Promise<number> {
  await storeTheme(visit.product.db, who.account, { theme: 'default', locale });
  const person = await visit.person();
  const loaded = watchWeight(person.page);
  await person.signIn(who, firstPage);
  await person.settled();
  if (firstPage) expect(kilobytes(await loaded()), 'a first list').toBeLessThanOrEqual(WEIGHT_LIMITS.firstList);
  if (firstPage) await person.moveTo('/wel/index');
  const links = person.page.getByRole('navigation', { name: locale === 'zh' ? '快捷入口' : 'Quick links' });
  await links.getByRole('link').first().waitFor();
  const addresses = await links
    .getByRole('link')
    .evaluateAll((found) => found.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  for (const address of addresses) {
    const before = await loaded();
    await openOne(person, address);
    const added = new Map([...(await loaded())].filter(([url]) => !before.has(url)));
    expect(kilobytes(added), `${address} adds`).toBeLessThanOrEqual(weightLimitOf(added) ?? Number.POSITIVE_INFINITY);
  }
  return addresses.length;
}

async function openOne(person: Person, address: string): Promise<void> {
  await person.moveTo(address);
  await person.panel.getByRole('heading', { level: 1 }).waitFor();
  expect(await person.panel.getByText(ABSENT).count(), address).toBe(0);
  await person.settled();
  expect(await person.panel.getByRole('alert').allTextContents(), address).toEqual([]);
  expect(await cutTitles(person), address).toEqual([]);
}

/** Titles of columns wider than their columns, or covered by the actions. */
const cutTitles = (person: Person): Promise<string[]> =>
  person.panel.locator('thead').evaluateAll((headings) =>
    headings.flatMap((heading) => {
      // Hidden columns have no width.
      const heads = [...heading.querySelectorAll('th')].filter(({ clientWidth }) => clientWidth > 0);
      const actions = heads.find(({ dataset }) => dataset.column === 'actions');
      const edge = (actions?.getBoundingClientRect().left ?? Number.POSITIVE_INFINITY) + 1;
      return heads.flatMap((box) => {
        const { paddingLeft, paddingRight } = getComputedStyle(box);
        const text = document.createRange();
        text.selectNodeContents(box);
        const room = box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        const isBehind = box !== actions && box.getBoundingClientRect().right > edge;
        return isBehind || text.getBoundingClientRect().width > room + 1 ? [box.textContent] : [];
      });
    }),
  );
