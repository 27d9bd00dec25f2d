import { beforeAll, describe, expect, it } from 'vitest';
import { type Credentials, openAgent } from './support/accounts.ts';
import { journey } from './support/journey.ts';
import type { Person } from './support/person.ts';
import { ADMINISTRATOR } from './support/product.ts';

const visit = journey();
const ABSENT = /该页面尚未提供|This page is not available yet/;
let agent: Credentials;

beforeAll(async () => {
  agent = await openAgent(visit.product.db, 'agent_of_screens');
});

describe('every screen of the menu opens without an error', () => {
  it.each(['zh', 'en'] as const)('for an administrator, in %s', async (language) => {
    expect(await openAll(ADMINISTRATOR, language)).toBeGreaterThanOrEqual(11);
  });

  it.each(['zh', 'en'] as const)('for an agent, in %s', async (language) => {
    expect(await openAll(agent, language)).toBeGreaterThanOrEqual(6);
  });
});

/** Opens whatever the home page offers to somebody. @returns how many screens that was */
async function openAll(credentials: Credentials, language: 'zh' | 'en'): Promise<number> {
  const person = await visit.person();
  await person.goTo('/login');
  if (language === 'en') await person.press('语言: EN (English)');
  await person.enter(credentials, language);
  const links = person.page.getByRole('navigation', { name: language === 'zh' ? '快捷入口' : 'Quick links' });
  await links.getByRole('link').first().waitFor();
  const addresses = await links
    .getByRole('link')
    .evaluateAll((found) => found.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  for (const address of addresses) await openOne(person, address);
  return addresses.length;
}

async function openOne(person: Person, address: string): Promise<void> {
  await person.goTo(address);
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
      const box = head.querySelector('.ant-table-column-title') ?? head;
      const { paddingLeft, paddingRight } = getComputedStyle(box);
      const text = document.createRange();
      text.selectNodeContents(box);
      const room = box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return text.getBoundingClientRect().width > room + 1 ? [box.textContent] : [];
    }),
  );
