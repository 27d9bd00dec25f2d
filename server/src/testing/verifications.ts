import { multipart } from '../engines/stock/inventory/stock-fixture.ts';
import type { TestApp, TestUser } from './app.ts';
import { PIXEL } from './pixel.ts';

/** An agent's verification form, with a new picture. */
export async function documents(who: TestUser, more: object = {}) {
  const { body, headers } = multipart({}, { name: 'licence.png', content: PIXEL });
  const { link } = (await who.post('agent/verification/put-picture', body, headers)).body.data;
  return {
    subject: 2,
    legalName: 'Alder Trading Ltd',
    documentType: 3,
    idCardNo: 'EX-2026-0101',
    pictures: [link],
    ...more,
  };
}

/** A new agent's request that awaits review, or is approved. @returns its id and the agent */
export async function handedIn(product: TestApp, { isPassed = false } = {}): Promise<{ id: string; who: TestUser }> {
  const who = await product.agent();
  const answer = await who.post('agent/verification/save', await documents(who));
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  const { id } = answer.body.data;
  if (isPassed) await product.admin.post('agent/verification/pass', { ids: id });
  return { id, who };
}
