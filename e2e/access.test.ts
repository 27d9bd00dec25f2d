import { AxeBuilder } from '@axe-core/playwright';
import { describe, expect, it } from 'vitest';
import { journey } from './support/journey.ts';
import type { Person } from './support/person.ts';
import { ADMINISTRATOR } from './support/product.ts';

const visit = journey();

describe.each([
  ['light', '默认'],
  ['dark', '暗色'],
])('in a %s theme nothing keeps people out', (_mode, theme) => {
  it('at the login page, at home, in a list and in a form', async () => {
    const person = await visit.person();
    await person.goTo('/login');
    await person.press('主题');
    await person.page.getByRole('radio', { name: theme }).check();
    await person.page.keyboard.press('Escape');
    expect(await barriers(person), 'login').toEqual([]);

    await person.signIn(ADMINISTRATOR);
    await person.panel.getByRole('heading', { level: 1 }).waitFor();
    expect(await barriers(person), 'home').toEqual([]);

    await person.open('WhatsApp 业务', '国家');
    await person.rows().first().waitFor();
    expect(await barriers(person), 'list').toEqual([]);

    await person.press('新增', person.panel);
    await person.drawer.getByLabel('英文名', { exact: true }).waitFor();
    expect(await barriers(person), 'form').toEqual([]);
  });
});

/** What a screen reader or weak eyes would stumble over, as far as a machine can tell. */
async function barriers(person: Person): Promise<string[]> {
  await person.page.waitForLoadState('networkidle');
  const { violations } = await new AxeBuilder({ page: person.page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`));
}
