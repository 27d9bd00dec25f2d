import { expect, it } from 'vitest';
import { DEFAULT_TENANT, openAccount } from '../server/src/engines/identity/index.ts';
import { systemActor } from '../server/src/kernel/auth/actor.ts';
import { journey } from './support/journey.ts';
import { ADMINISTRATOR } from './support/product.ts';

const visit = journey();

/** An agent below another: pickers offer the topmost ones, and whoever is typed for. */
async function openBelow(): Promise<bigint> {
  const common = { password: 'Journey-Agent-1', userType: 2, mustChangePassword: false } as const;
  return visit.product.db.tx(async (tx) => {
    const system = systemActor(DEFAULT_TENANT);
    const top = await openAccount(tx, system, { ...common, account: 'top_agent', realName: 'Top Trading' });
    const below = { ...common, account: 'below_agent', realName: 'Below Trading', parentId: top.id };
    return (await openAccount(tx, system, below)).id;
  });
}

it('names whom the address is about, and searches days by a range of days', async () => {
  const agentId = await openBelow();
  const person = await visit.person();
  await person.signIn(ADMINISTRATOR, `/whatsapp/outbound/index?agentId=${agentId}`);
  await person.sees('Below Trading (below_agent)');

  await person.goTo('/whatsapp/warehouse/index');
  await person.press('更多', person.panel);
  const from = person.panel.locator('.kit-search-item').filter({ hasText: '租期止' }).getByRole('textbox').first();
  await from.click();
  // The calendar speaks the language of the console.
  await person.page.locator('.ant-picker-content th').getByText('一', { exact: true }).first().waitFor();
  await person.page.getByText('近 7 天').filter({ visible: true }).click();
  await person.page.waitForURL(/leaseEnd_ge=\d{4}-\d\d-\d\d&leaseEnd_le=\d{4}-\d\d-\d\d$/);
  const { searchParams } = new URL(person.page.url());
  const days = ['leaseEnd_ge', 'leaseEnd_le'].map((name) => Date.parse(searchParams.get(name) ?? ''));
  expect(((days[1] ?? 0) - (days[0] ?? 0)) / 86_400_000).toBe(6);
  await person.page.reload();
  await from.waitFor();
  expect(await from.inputValue()).toBe(searchParams.get('leaseEnd_ge'));
});
