import { priceConfigure } from '@trade-assistant/contract/areas/whatsapp/price-configure.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { call } from '../../../kit/client/call.ts';
import { messageOf } from '../../../kit/client/call-error.ts';
import { translate } from '../../../kit/i18n.ts';

type Changes = Omit<CallInput<typeof priceConfigure, 'update', 'in'>, 'id' | 'version'>;

/** A written price with what it was before; null for a price that is new. */
export interface Written {
  readonly id: string;
  readonly version: number;
  readonly before: Changes | null;
}

export interface Undone {
  /** Prices that are as before. */
  readonly done: number;
  /** A request for a second person, where an old price is below cost. */
  readonly approvalId: string | null;
  /** Sentences of the refusals, each once. */
  readonly problems: readonly string[];
}

/**
 * Undoes changes of prices, each as a new version with the values before; new prices are removed. A price that another person changed since
 * is refused and left.
 */
export async function undoPrices(written: readonly Written[]): Promise<Undone> {
  const remark = translate({ zh: '撤销调价', en: 'Price change undone' });
  const problems = new Set<string>();
  let done = 0;
  let approvalId: string | null = null;
  for (const { id, version, before } of written)
    try {
      const answer = before
        ? await call(priceConfigure, 'update', { id, version, ...before, remark })
        : await call(priceConfigure, 'remove', { ids: id });
      if (answer?.approvalId) approvalId = answer.approvalId;
      else done += 1;
    } catch (refusal) {
      problems.add(messageOf(refusal));
    }
  return { done, approvalId, problems: [...problems] };
}
