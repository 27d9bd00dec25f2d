import { expect, it } from 'vitest';
import { setUpJourney } from './support/journey.ts';
import type { Person } from './support/person.ts';
import { ADMINISTRATOR } from './support/product.ts';

const visit = setUpJourney();
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

/** Nothing sticks out to the side: a page that scrolls both ways cannot be used with one hand. */
const sticksOut = (person: Person) =>
  person.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

it('a phone has the menu, a list and a form', async () => {
  const person = await visit.person(PHONE);
  await person.goTo('/login');
  expect(await sticksOut(person)).toBeLessThanOrEqual(0);
  await person.enter(ADMINISTRATOR);
  await person.page.waitForURL('**/wel/index');
  expect(await sticksOut(person)).toBeLessThanOrEqual(0);

  await person.press('展开菜单');
  await person.open('库存', '国家');
  await person.drawer.waitFor({ state: 'detached' });
  // A card per row: its name, status and actions.
  const cards = person.panel.getByRole('listitem').and(person.page.locator('[data-row-key]'));
  await cards.first().waitFor();
  expect(await sticksOut(person)).toBeLessThanOrEqual(0);
  await cards.nth(5).hover();
  await person.page.mouse.wheel(0, 300);
  // There is no tab bar.
  expect(await person.page.getByRole('tablist').count()).toBe(0);
  await cards.first().getByRole('button', { name: '编辑' }).click();
  const box = await person.drawer.boundingBox();
  expect(box?.width).toBe(PHONE.viewport.width);
  await person.fill(person.drawer, { 英文名: 'Changed on a phone' });
  await person.press('保存', person.drawer);
  await person.sees('更新成功');
  await person.drawer.waitFor({ state: 'detached' });
  await cards.first().waitFor();
  expect(await sticksOut(person)).toBeLessThanOrEqual(0);
});
