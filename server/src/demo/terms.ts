import { configurationItem } from '@trade-assistant/contract/areas/agent/configuration-fields.ts';
import { businessType, serviceType } from '@trade-assistant/contract/dictionaries.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { z } from 'zod';
import { configureAgents, saveTemplate, type TermsItem } from '../engines/money/pricing/index.ts';
import { invariant } from '../kernel/invariant.ts';
import type { Demo } from './demo.ts';

const OWN = 1;
const RESALE = 2;
const ANY = '*';

const number = (kind: number, countryCode: string, terms: Partial<TermsItem>): TermsItem => ({
  kind,
  businessType: businessType.is.whatsapp,
  serviceType: serviceType.is.number,
  countryCode,
  ...terms,
});

const REBATES = [number(OWN, ANY, { rebateRate1: '5', rebateRate2: '2' })];
const BULK = [number(OWN, ANY, { discount: '0.95', minQty: 100 }), number(OWN, 'US', { price: parseMoney('1.1') })];

const TEMPLATES: readonly { readonly name: string; readonly level: number | null; readonly items: TermsItem[] }[] = [
  { name: '标准返佣 / Standard rebates', level: null, items: REBATES },
  { name: '批量采购 / Bulk buyers', level: 2, items: BULK },
];

/** Agreed one after the other: what agents ask of those below, what single agents pay, limits, rebates. */
const AGREED: readonly { readonly account: string; readonly items: readonly TermsItem[] }[] = [
  {
    account: 'demo_agent',
    items: [
      number(RESALE, 'US', { price: parseMoney('1.15') }),
      number(RESALE, 'GB', { price: parseMoney('1.75') }),
      number(OWN, 'BR', { discount: '0.85' }),
    ],
  },
  { account: 'agent_harbour', items: [number(RESALE, ANY, { discount: '1.1' })] },
  { account: 'agent_cedar', items: [number(OWN, 'US', { price: parseMoney('1.1'), minQty: 10 })] },
  { account: 'agent_maple', items: [number(OWN, ANY, { dailyLimit: 200, monthlyLimit: 2000 })] },
  { account: 'agent_mill', items: [number(OWN, 'GB', { enabled: 0, remark: '证照更新中 / Papers being renewed' })] },
];

/** Agreed by template. */
const GIVEN = ['demo_agent', 'agent_harbour', 'agent_qinghe'];

/** Terms of single agents and two templates, agreed today: what was sold before was sold by the price book. */
export async function agreeTerms({ tx, people }: Demo): Promise<void> {
  const { admin } = people.staff;
  const idOf = (account: string): bigint => {
    const buyer = people.buyers.find(({ actor }) => actor.account === account);
    invariant(buyer, 'demo-agent-without-account', account);
    return buyer.agentId;
  };
  const ids: bigint[] = [];
  for (const { name, level, items } of TEMPLATES) {
    const encoded = items.map((item) => z.encode(configurationItem, item as z.output<typeof configurationItem>));
    ids.push(await saveTemplate(tx, admin, { templateName: name, agentLevel: level, items: encoded }));
  }
  for (const { account, items } of AGREED)
    await configureAgents(tx, admin, { agentIds: [idOf(account)], items, mode: 'MERGE' });
  const [templateId] = ids;
  invariant(templateId, 'demo-template');
  await configureAgents(tx, admin, { agentIds: GIVEN.map(idOf), items: REBATES, mode: 'MERGE', templateId });
}
