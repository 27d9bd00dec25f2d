import { describe, expect, it } from 'vitest';
import { type Credentials, openAgent, openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';
import type { Person } from './support/person.ts';
import { storeTheme } from './support/theme.ts';

const visit = setUpJourney();
const ABSENT = /该页面尚未提供|This page is not available yet/;

describe('every screen of the menu opens without an error', () => {
  it.each(['zh', 'en'] as const)('for an administrator, in %s', async (locale) => {
    const who = await openStaff(visit.product.db, 'administrator', 'Ada Example', `screens_${locale}`);
    expect(await openAll(who, locale)).toBeGreaterThanOrEqual(11);
  });

  it.each(['zh', 'en'] as const)('for an agent, in %s', async (locale) => {
    const who = await openAgent(visit.product.db, `agent_of_screens_${locale}`);
    expect(await openAll(who, locale)).toBeGreaterThanOrEqual(6);
  });
});

/** Opens whatever the home page offers to somebody. @returns how many screens that was */
async function openAll(who: Credentials, locale: 'zh' | 'en'): Promise<number> {
  await storeTheme(visit.product.db, who.account, { theme: 'default', locale });
  const person = await visit.person();
  await person.signIn(who);
  const links = person.page.getByRole('navigation', { name: locale === 'zh' ? '快捷入口' : 'Quick links' });
  await links.getByRole('link').first().waitFor();
  const addresses = await links
    .getByRole('link')
    .evaluateAll((found) => found.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  for (const address of addresses) await openOne(person, address);
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

/** The titles of columns that are wider than their columns. */
const cutTitles = (person: Person): Promise<string[]> =>
  person.panel.locator('thead th').evaluateAll((heads) =>
    heads.flatMap((head) => {
      const box = head;
      const { paddingLeft, paddingRight } = getComputedStyle(box);
      const text = document.createRange();
      text.selectNodeContents(box);
      const room = box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return text.getBoundingClientRect().width > room + 1 ? [box.textContent] : [];
    }),
  );
