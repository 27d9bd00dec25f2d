import { type ContentRules, hostOf, listIn, optOutTextsIn } from '@trade-assistant/contract/sms-rules.ts';
import type { Parameters } from '../../../kernel/parameters/index.ts';

/** Returns a tenant's rules about the content of texts, for `contentProblems` of the contract. */
export function contentRules(parameters: Pick<Parameters, 'get'>, tenantId: string): ContentRules {
  const origin = parameters.get(tenantId, 'sms.shortLinkOrigin');
  return {
    blockedWords: listIn(parameters.get(tenantId, 'sms.blockedWords')),
    reviewedWords: listIn(parameters.get(tenantId, 'sms.reviewedWords')),
    linkDomains: listIn(parameters.get(tenantId, 'sms.linkDomains')),
    optOutTexts: optOutTextsIn(parameters.get(tenantId, 'sms.optOutTexts')),
    ownHost: origin === '' ? null : hostOf(origin),
  };
}
