import { multipart } from '../engines/stock/inventory/stock-fixture.ts';
import type { Caller, TestApp, TestUser } from './app.ts';
import { PIXEL } from './pixel.ts';

/** A declaration of source as its owner fills it in, with a new proof. */
export async function declaration(who: Pick<Caller, 'post'>, more: object = {}) {
  const { body, headers } = multipart({}, { name: 'form.png', content: PIXEL });
  const { link } = (await who.post('compliance/consent/put-proof', body, headers)).body.data;
  return {
    listSource: 1,
    collectMethod: 'Our own customers, who signed up in the shop',
    scopeChannels: 7,
    sampleProofAttachIds: [link],
    isAgreed: 1,
    ...more,
  };
}

/** A declaration of a new agent, or of `who`, that awaits review or is approved. @returns its id and the agent */
export async function declared(
  product: TestApp,
  { isPassed = false, who, more = {} }: { isPassed?: boolean; who?: TestUser; more?: object } = {},
): Promise<{ id: string; who: TestUser }> {
  const owner = who ?? (await product.agent());
  const answer = await owner.post('compliance/consent/save', await declaration(owner, more));
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  const { id } = answer.body.data;
  if (isPassed) await product.admin.post('compliance/consent/pass', { ids: id });
  return { id, who: owner };
}
