import { expect, it } from 'vitest';
import { journey } from './support/journey.ts';
import { ADMINISTRATOR } from './support/product.ts';

const visit = journey();

it('a list on paper can be read: its own size of text, whole words, and the time as everywhere', async () => {
  const person = await visit.person();
  await person.page.addInitScript(() => {
    // Nobody is there to answer the browser's own dialog.
    window.print = () => undefined;
  });
  await person.signIn(ADMINISTRATOR, '/user/country/index');
  await person.rows().first().waitFor();
  await person.press('打印', person.panel);
  const paper = person.page.frameLocator('iframe[title="打印"]');
  await paper.getByRole('heading', { name: '国家' }).waitFor();
  expect(await paper.locator('p').textContent()).toMatch(/^共 10 条 · \d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
  const cell = paper.locator('tbody td').first();
  expect(await cell.evaluate((element) => getComputedStyle(element).fontSize)).toBe('11px');
  expect(await cell.evaluate((element) => getComputedStyle(element).overflowWrap)).toBe('break-word');
  expect(await paper.locator('tbody tr').count()).toBe(10);
});
